import { useQuery } from '@tanstack/react-query';
import { Avatar } from '#src/ui/display/Avatar.tsx';
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx';
import { taskQueries } from '../../queries.ts';
import { DueDate } from '../DueDate.tsx';
import type { RenderTaskLink } from './UpcomingTasks.tsx';

/** A mentor's pinned students, each with the open task that is due first. */
export function PinnedNextTasks({
  renderLink,
  limit,
}: {
  renderLink: RenderTaskLink;
  /** The maximum number of students with a task to show; all students when omitted. */
  limit?: number;
}) {
  const query = useQuery(taskQueries.pinnedStudents());
  if (query.data === undefined) {
    if (query.isError) return <p className="text-muted">Could not load the next tasks.</p>;
    return <Skeleton className="h-10 w-full" />;
  }
  const shown =
    limit === undefined ? query.data : query.data.filter(({ nextTask }) => nextTask).slice(0, limit);
  if (shown.length === 0) {
    return (
      <p className="text-muted">
        {query.data.length === 0 ? 'Pin a student to see their next task here.' : 'Nothing is due.'}
      </p>
    );
  }
  return (
    <ul className="grid gap-1">
      {shown.map((student) => (
        <li key={student.pk} className="flex min-h-10 items-center gap-2.5">
          <Avatar name={student.fullName} picture={student.picture} size="small" />
          <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)]">
            <span className="flex flex-wrap items-center justify-between gap-x-2">
              <span className="max-w-full truncate text-sm font-medium">{student.fullName}</span>
              {student.nextTask?.dueAt && (
                <span className="flex shrink-0 text-xs">
                  <DueDate dueAt={student.nextTask.dueAt} />
                </span>
              )}
            </span>
            {student.nextTask ? (
              renderLink(
                student.nextTask,
                'truncate rounded-control text-sm text-muted hover:text-accent-text hover:underline',
              )
            ) : (
              <span className="text-sm text-muted">Nothing is due</span>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
