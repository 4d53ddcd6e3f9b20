import clsx from 'clsx';
import { CalendarCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { recurrenceLabel } from '#shared/tasks/recurrence-rule.ts';
import { groupUpcoming, type UpcomingGroup } from '#shared/tasks/grouping.ts';
import { timeZone } from '#src/lib/dates/reader-zone.ts';
import { useNow } from '#src/lib/dates/useNow.ts';
import { buttonClass } from '#src/ui/buttons/button-class.ts';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { useCompleteTask, useTaskOutbox } from '../../mutations.ts';
import { type UpcomingTask, useUpcomingTasks } from '../../queries.ts';
import { withUnsentCompletion } from '../../unsent.ts';
import { DueDate } from '../DueDate.tsx';
import { PostponeMenu } from './PostponeMenu.tsx';
import { TaskCheck } from '../TaskCheck.tsx';
import { UnsentTasks } from '../UnsentTasks.tsx';

const GROUP_NAME: Record<UpcomingGroup, string> = {
  overdue: 'Overdue',
  today: 'Today',
  tomorrow: 'Tomorrow',
  'this week': 'This week',
  later: 'Later',
};

/** The fields of a task that links need. */
export interface LinkedTask {
  pk: number;
  name: string;
  userPk: number;
  containingList: { slug: string };
}

/** Renders the link to a task: a route in the app, a new tab in the extension. */
export type RenderTaskLink = (task: LinkedTask, className: string) => ReactNode;

/** The list of a task, its points, and how often it repeats. */
function TaskMeta({ task }: { task: UpcomingTask }) {
  const parts = [
    task.containingList.name,
    ...(task.points > 0 ? [`${task.points} points`] : []),
    ...(task.recurrence ? [recurrenceLabel(task.recurrence)] : []),
  ];
  return <p className="truncate text-xs text-muted">{parts.join(' · ')}</p>;
}

/**
 * A person's upcoming tasks by due date, five at a time (UPC-001, UPC-002). Tasks are completed and postponed in place.
 */
export function UpcomingTasks({
  viewerPk,
  userPk = null,
  renderLink,
  dense = false,
}: {
  viewerPk: number;
  /** The owner of the tasks; null for the viewer. */
  userPk?: number | null;
  renderLink: RenderTaskLink;
  /** Rows of 40 px, for the popup. */
  dense?: boolean;
}) {
  const { tasks, isError, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useUpcomingTasks(userPk);
  const outbox = useTaskOutbox(viewerPk);
  const complete = useCompleteTask(viewerPk);
  const now = useNow();

  if (tasks === undefined) {
    // Without tooltips or other large components, because the popup shows this too.
    if (isError) {
      return (
        <div role="alert" className="grid justify-items-center gap-1 py-4 text-center">
          <p className="font-medium">Data Load Error</p>
          <p className="text-muted">An error occurred while loading this resource.</p>
          <button
            type="button"
            aria-busy={isFetching}
            className={buttonClass('secondary', 'mt-1')}
            onClick={() => void refetch()}
          >
            Try again
          </button>
        </div>
      );
    }
    return (
      <div role="status" aria-label="Loading tasks" className="grid gap-2">
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} className="h-8 w-full" />
        ))}
      </div>
    );
  }

  // Changes made offline win over the last response of the server.
  const waiting = outbox.data ?? [];
  const shown = tasks.map((task) => withUnsentCompletion(task, waiting));
  const added = waiting.flatMap((entry) =>
    entry.kind === 'create' && (entry.listOwnerPk ?? viewerPk) === (userPk ?? viewerPk) ? [entry] : [],
  );

  if (shown.length === 0 && added.length === 0) {
    return (
      <div className={clsx('grid justify-items-center gap-1 text-center', dense ? 'py-4' : 'py-8')}>
        <CalendarCheck aria-hidden className="size-6 text-muted" />
        <p className="font-medium">Nothing is due</p>
        <p className="text-muted">Tasks with a due date appear here.</p>
      </div>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {groupUpcoming(shown, new Date(now), timeZone()).map(({ group, tasks: members }) => (
        <div key={group} role="group" aria-label={GROUP_NAME[group]}>
          <p className={clsx('text-xs font-semibold', group === 'overdue' ? 'text-danger' : 'text-muted')}>
            {GROUP_NAME[group]}
          </p>
          <ul>
            {members.map((task) => (
              <li
                key={task.pk}
                className={clsx(
                  'flex items-center gap-2 rounded-control',
                  dense ? 'min-h-10' : 'min-h-11 py-1',
                )}
              >
                <TaskCheck task={task} onChange={(completed) => complete.mutate({ task, completed })} />
                <div
                  className={clsx(
                    'flex min-w-0 flex-1 gap-x-2 gap-y-0.5',
                    dense ? 'items-center' : 'max-sm:flex-col sm:items-center',
                  )}
                >
                  <div className="min-w-0 flex-1">
                    {renderLink(
                      task,
                      clsx(
                        'block rounded-control hover:text-accent-text hover:underline',
                        dense ? 'truncate' : 'break-words sm:truncate',
                        task.completed && 'text-muted line-through',
                      ),
                    )}
                    <TaskMeta task={task} />
                  </div>
                  <span className="flex shrink-0 text-xs">
                    <DueDate
                      dueAt={task.dueAt as string}
                      completed={task.completed}
                      repeats={Boolean(task.recurrence)}
                      grouped
                    />
                  </span>
                </div>
                {task.permissions.includes('change_task') && !task.completed && <PostponeMenu task={task} />}
              </li>
            ))}
          </ul>
        </div>
      ))}
      <UnsentTasks viewerPk={viewerPk} tasks={added} />
      {hasNextPage && (
        <button
          type="button"
          className={buttonClass('ghost', '-ml-3 justify-self-start')}
          aria-busy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show 5 more
        </button>
      )}
    </div>
  );
}
