import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { ratingQueries } from '#src/features/ratings/queries.ts';
import { buttonClass } from '#src/ui/Button.tsx';
import { Card } from '#src/ui/Card.tsx';
import { CardLink } from '#src/ui/CardLink.tsx';
import { Moment } from '#src/ui/Moment.tsx';

const MAX_ROWS = 7;

/** Students who requested a review of their profile rating; nothing when there are none. */
export function ReviewRequestsCard() {
  const { data: requests = [] } = useQuery(ratingQueries.openRequests());
  if (requests.length === 0) return null;
  return (
    <Card
      title="Requested reviews"
      action={<CardLink to={paths.students}>All students</CardLink>}
      data-private
    >
      <ul className="divide-y">
        {requests.slice(0, MAX_ROWS).map(({ id, createdAt, student }) => (
          <li key={id} className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
            <Link
              to={paths.user(student.pk)}
              className="min-w-0 flex-1 basis-40 rounded-control break-words hover:text-accent-text hover:underline"
            >
              {student.fullName}
            </Link>
            <span className="text-sm text-muted">
              <Moment value={createdAt} />
            </span>
            <Link
              to={paths.newRatingReview(student.pk)}
              aria-label={`Review the profile rating of ${student.fullName}`}
              className={buttonClass()}
            >
              Review
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
