import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import clsx from 'clsx';
import { PAGE_SIZES } from '#shared/tasks/constants.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Moment } from '#src/ui/display/Moment.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { showSuccess } from '#src/ui/feedback/snackbar.ts';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import type { CompletedTasks } from '../../completed-queries.ts';
import { useCompleteTask, useTaskOutbox } from '../../mutations.ts';
import type { UpcomingTask } from '../../queries.ts';
import { withUnsentCompletion } from '../../unsent.ts';
import { TaskCheck } from '../TaskCheck.tsx';
import type { RenderTaskLink } from '../upcoming/UpcomingTasks.tsx';

/** A completed task, which can be reopened. */
function CompletedRow({
  task,
  renderLink,
  showsList,
  onChange,
}: {
  task: UpcomingTask;
  renderLink: RenderTaskLink;
  showsList: boolean;
  onChange: (completed: boolean) => void;
}) {
  return (
    <li className={clsx('flex items-center gap-2', showsList ? 'min-h-11 py-1' : 'min-h-10')}>
      <TaskCheck task={task} onChange={onChange} />
      <div className="min-w-0 flex-1">
        {renderLink(
          task,
          clsx('block truncate rounded-control hover:underline', task.completed && 'text-muted line-through'),
        )}
        {showsList && <p className="truncate text-xs text-muted">{task.containingList.name}</p>}
      </div>
      {task.completed && task.completedAt && (
        <span className="text-xs text-muted">
          <Moment value={task.completedAt} />
        </span>
      )}
    </li>
  );
}

/** The rows of completed tasks, ten at a time. */
export function CompletedRows({
  viewerPk,
  query,
  renderLink,
  showsList = false,
  empty,
}: {
  viewerPk: number;
  query: UseInfiniteQueryResult<CompletedTasks>;
  renderLink: RenderTaskLink;
  /** Whether to name the list of each task. */
  showsList?: boolean;
  /** The text without tasks. */
  empty: string;
}) {
  const outbox = useTaskOutbox(viewerPk);
  const complete = useCompleteTask(viewerPk);
  const change = (task: UpcomingTask, completed: boolean) =>
    complete.mutate(
      { task, completed },
      {
        // Where the task appears now depends on the page, and it may not appear at all.
        onSuccess: ({ isQueued }) => {
          if (!completed && !isQueued) showSuccess(`Reopened ${task.name}`);
        },
      },
    );
  const tasks = query.data?.pages.flatMap((page) =>
    page.edges.map(({ node }) => withUnsentCompletion(node, outbox.data)),
  );
  return (
    <>
      {query.isPending && <SkeletonText lines={3} />}
      {query.isLoadingError && (
        <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />
      )}
      {tasks?.length === 0 && <p className="py-2 text-muted">{empty}</p>}
      {tasks !== undefined && tasks.length > 0 && (
        <ul>
          {tasks.map((task) => (
            <CompletedRow
              key={task.pk}
              task={task}
              renderLink={renderLink}
              showsList={showsList}
              onChange={(completed) => change(task, completed)}
            />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button variant="ghost" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show {PAGE_SIZES.completed} more
        </Button>
      )}
    </>
  );
}
