import clsx from 'clsx';
import { CalendarCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { groupUpcoming, type UpcomingGroup } from '#shared/tasks/grouping.ts';
import { useNow } from '#src/lib/useNow.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { useCompleteTask, useTaskOutbox } from '../mutations.ts';
import { useUpcomingTasks } from '../queries.ts';
import { DueDate } from './DueDate.tsx';
import { TaskCheck } from './TaskCheck.tsx';

const GROUP_NAME: Record<UpcomingGroup, string> = {
  overdue: 'Overdue',
  today: 'Today',
  'this week': 'This week',
  later: 'Later',
};

/** A task as far as a link to it needs to know. */
export interface LinkedTask {
  pk: number;
  name: string;
  userPk: number;
  containingList: { slug: string };
}

/** Makes the link to a task: within the app by its router, from the popup to a tab. */
export type RenderTaskLink = (task: LinkedTask, className: string) => ReactNode;

/**
 * Upcoming tasks of somebody by time, five and five more (UPC-001, UPC-002), completed in place: on their page, on
 * the dashboard and in the popup.
 */
export function UpcomingTasks({
  viewerPk,
  userPk = null,
  renderLink,
  dense = false,
}: {
  viewerPk: number;
  /** Whose; the viewer's own when null. */
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
    // Buttons without tooltips, and no large parts: this is painted in the popup.
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

  // What was done offline is done for the person, whatever the last answer of the server says.
  const waiting = outbox.data ?? [];
  const shown = tasks.map((task) => {
    const done = waiting.find((entry) => entry.kind === 'complete' && entry.taskPk === task.pk);
    return done?.kind === 'complete' ? { ...task, completed: done.completed } : task;
  });
  const unsent = waiting.flatMap((entry) => (entry.kind === 'create' ? [entry] : []));

  if (shown.length === 0 && unsent.length === 0) {
    return (
      <div className={clsx('grid justify-items-center gap-1 text-center', dense ? 'py-4' : 'py-8')}>
        <CalendarCheck aria-hidden className="size-6 text-muted" />
        <p className="font-medium">Nothing is due</p>
        <p className="text-muted">Tasks with a due date show up here.</p>
      </div>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {groupUpcoming(shown, new Date(now)).map(({ group, tasks: members }) => (
        <div key={group} role="group" aria-label={GROUP_NAME[group]}>
          <p className={clsx('text-xs font-semibold', group === 'overdue' ? 'text-danger' : 'text-muted')}>
            {GROUP_NAME[group]}
          </p>
          <ul>
            {members.map((task) => (
              <li
                key={task.pk}
                className={clsx('flex items-center gap-2 rounded-control', dense ? 'min-h-10' : 'min-h-11')}
              >
                <TaskCheck task={task} onChange={(completed) => complete.mutate({ task, completed })} />
                <div
                  className={clsx(
                    'flex min-w-0 flex-1 items-center gap-2',
                    // A phone has no room for a name and a date on one line.
                    !dense && 'max-sm:flex-col max-sm:items-start max-sm:gap-0 max-sm:py-1.5',
                  )}
                >
                  {renderLink(
                    task,
                    clsx(
                      'min-w-0 rounded-control hover:text-accent-text hover:underline',
                      dense ? 'flex-1 truncate' : 'break-words max-sm:max-w-full sm:flex-1 sm:truncate',
                      task.completed && 'text-muted line-through',
                    ),
                  )}
                  <span className="flex text-xs">
                    <DueDate dueAt={task.dueAt as string} completed={task.completed} grouped />
                  </span>
                </div>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {unsent.length > 0 && (
        <div role="group" aria-label="Waiting to be sent">
          <p className="text-xs font-semibold text-muted">Waiting to be sent</p>
          <ul>
            {unsent.map((entry) => (
              <li key={entry.id} className="flex min-h-10 items-center text-muted">
                {entry.input.name}
              </li>
            ))}
          </ul>
        </div>
      )}
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
