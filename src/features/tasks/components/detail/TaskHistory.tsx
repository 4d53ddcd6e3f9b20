import { useInfiniteQuery } from '@tanstack/react-query';
import { actorName } from '#src/lib/actor-name.ts';
import { dueInSentence } from '#src/lib/dates/due-date.ts';
import { dueChangeInSentence } from '#src/lib/dates/due-sentence.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { Moment } from '#src/ui/display/Moment.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { type HistoryOf, type TaskActivity, taskQueries } from '../../queries.ts';

/** Formats an activity as the rest of a sentence: 'moved it to Essays'. */
export function activityText(activity: TaskActivity): string {
  switch (activity.action) {
    case 'CREATE':
      return 'added it';
    case 'MOVE': {
      const { oldContainingList: from, newContainingList: to } = activity;
      return `moved it${from ? ` from ${from.name}` : ''}${to ? ` to ${to.name}` : ''}`;
    }
    case 'UPDATE_NAME':
      return `renamed it from “${activity.oldName}” to “${activity.newName}”`;
    case 'UPDATE_BODY':
      return 'changed the description';
    case 'UPDATE_POINTS':
      return `changed the points from ${activity.oldPoints} to ${activity.newPoints}`;
    case 'UPDATE_DUE_AT': {
      const { oldDueAt: from, newDueAt: to } = activity;
      if (!to) return 'removed the due date';
      return from
        ? `changed the due date ${dueChangeInSentence(new Date(from), new Date(to))}`
        : `set the due date to ${dueInSentence(new Date(to))}`;
    }
    case 'PARENT_COMPLETE':
      return 'completed it with the parent task';
    case 'COMPLETE':
      return 'completed it';
    case 'UNCOMPLETE':
      return 'reopened it';
    default:
      return 'changed it';
  }
}

/** The history of a task or of a list, five entries at a time (TASK-019, TASK-020). */
export function TaskHistory({ of, viewerPk }: { of: HistoryOf; viewerPk: number }) {
  const query = useInfiniteQuery(taskQueries.activities(of));
  const entries = query.data?.pages.flatMap((page) => page.edges.map(({ node }) => node));
  if (entries === undefined) {
    return query.isError ? (
      <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />
    ) : (
      <SkeletonText lines={3} />
    );
  }
  if (entries.length === 0) return <p className="text-muted">Nothing has happened yet.</p>;
  return (
    <div className="grid gap-2">
      <ol className="grid gap-2">
        {entries.map((entry) => (
          <li key={entry.id} className="text-sm">
            {of.listPk !== undefined && <span className="font-medium">{entry.task.name}: </span>}
            {actorName({ pk: entry.createdByPk, fullName: entry.createdByFullName }, viewerPk)}{' '}
            {activityText(entry)}{' '}
            <span className="whitespace-nowrap text-muted">
              · <Moment value={entry.createdAt} />
            </span>
          </li>
        ))}
      </ol>
      {query.hasNextPage && (
        <Button
          variant="ghost"
          className="-ml-3 justify-self-start"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show 5 more
        </Button>
      )}
    </div>
  );
}
