import { useQuery } from '@tanstack/react-query';
import { remainingText } from '#shared/memberships/plans.ts';
import { bookingQueries } from '../queries.ts';

/** How many meetings a student can still book (MEET-047). */
export function MeetingsRemaining({
  student,
  withName,
}: {
  student: { id: string; fullName: string };
  /** Whether the student is named, because several are shown. */
  withName: boolean;
}) {
  const { data: remaining } = useQuery(bookingQueries.remaining(student.id));
  if (remaining === undefined) return null;
  return (
    <p className="text-sm text-muted" data-private>
      {withName ? `Meetings remaining for ${student.fullName}: ` : 'Meetings remaining: '}
      {remainingText(remaining)}
    </p>
  );
}
