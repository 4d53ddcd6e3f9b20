import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { Button } from '#src/ui/buttons/Button.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { Moment } from '#src/ui/display/Moment.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { useCompleteTask } from '../../mutations.ts';
import { taskQueries, type TaskStep } from '../../queries.ts';
import { TaskCheck } from '../TaskCheck.tsx';

/** A completed task, which can be reopened. */
function CompletedTask({
  task,
  to,
  onChange,
}: {
  task: TaskStep;
  to: string;
  onChange: (completed: boolean) => void;
}) {
  return (
    <li className="flex min-h-10 items-center gap-2">
      <TaskCheck task={task} onChange={onChange} />
      <Link
        to={to}
        className="min-w-0 flex-1 truncate rounded-control text-muted line-through hover:underline"
      >
        {task.name}
      </Link>
      {task.completedAt && (
        <span className="text-xs text-muted">
          <Moment value={task.completedAt} />
        </span>
      )}
    </li>
  );
}

/** The collapsible Completed section of a list, ten tasks at a time (LIST-005, LIST-006). */
export function CompletedTasks({
  viewerPk,
  listPk,
  linkTo,
}: {
  viewerPk: number;
  listPk: number;
  linkTo: (taskPk: number) => string;
}) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const query = useInfiniteQuery(taskQueries.completed(listPk));
  const complete = useCompleteTask(viewerPk);
  const total = query.data?.pages[0]?.totalCount;
  const tasks = query.data?.pages.flatMap((page) => page.edges.map(({ node }) => node));
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <section aria-labelledby={`${id}-title`} className="rounded-card border bg-surface">
      <h2 id={`${id}-title`}>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={`${id}-tasks`}
          onClick={() => setOpen(!open)}
          className="flex min-h-11 w-full items-center gap-2 rounded-card px-3 text-left font-semibold hover:bg-hover"
        >
          <Chevron aria-hidden className="size-4 text-muted" />
          Completed
          {total !== undefined && <span className="font-normal text-muted tabular-nums">{total}</span>}
        </button>
      </h2>
      <div id={`${id}-tasks`} hidden={!open} className="border-t px-3 py-1">
        {query.isPending && <SkeletonText lines={3} />}
        {query.isLoadingError && (
          <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />
        )}
        {tasks?.length === 0 && <p className="py-2 text-muted">Completed tasks appear here.</p>}
        {tasks !== undefined && tasks.length > 0 && (
          <ul>
            {tasks.map((task) => (
              <CompletedTask
                key={task.pk}
                task={task}
                to={linkTo(task.pk)}
                onChange={(completed) => complete.mutate({ task, completed })}
              />
            ))}
          </ul>
        )}
        {query.hasNextPage && (
          <Button variant="ghost" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show 10 more
          </Button>
        )}
      </div>
    </section>
  );
}
