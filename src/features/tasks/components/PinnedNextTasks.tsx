import { useQuery } from '@tanstack/react-query';
import { Avatar } from '#src/ui/Avatar.tsx';
import { ErrorState } from '#src/ui/ErrorState.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { taskQueries } from '../queries.ts';
import { DueDate } from './DueDate.tsx';
import type { RenderTaskLink } from './UpcomingTasks.tsx';

/** A mentor's pinned students, each with the open task that is due first. */
export function PinnedNextTasks({ renderLink }: { renderLink: RenderTaskLink }) {
  const query = useQuery(taskQueries.pinnedStudents());
  if (query.data === undefined) {
    if (query.isError) return <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />;
    return <Skeleton className="h-10 w-full" />;
  }
  if (query.data.length === 0) {
    return <p className="text-muted">Pin a student, and their next task stands here.</p>;
  }
  return (
    <ul className="grid gap-1">
      {query.data.map((student) => (
        <li key={student.pk} className="flex min-h-10 items-center gap-2.5">
          <Avatar name={student.fullName} size="small" />
          <div className="grid min-w-0 flex-1">
            <span className="truncate text-sm font-medium">{student.fullName}</span>
            {student.nextTask ? (
              renderLink(
                student.nextTask,
                'truncate rounded-control text-sm text-muted hover:text-accent-text hover:underline',
              )
            ) : (
              <span className="text-sm text-muted">Nothing is due</span>
            )}
          </div>
          {student.nextTask?.dueAt && (
            <span className="text-xs">
              <DueDate dueAt={student.nextTask.dueAt} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
