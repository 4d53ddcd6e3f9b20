import { Link } from 'react-router';
import { paths } from '#shared/kernel/paths.ts';
import { buttonClass } from '#src/ui/buttons/Button.tsx';
import { CardLink } from '#src/ui/navigation/CardLink.tsx';
import { Moment } from '#src/ui/display/Moment.tsx';
import type { DashboardState } from '../queries.ts';
import { Section } from './Section.tsx';

/** Students who requested a review of their profile rating; nothing when there are none. */
export function ReviewRequests({ requests }: { requests: NonNullable<DashboardState['reviewRequests']> }) {
  if (requests.length === 0) return null;
  return (
    <Section
      id="review-requests"
      title="Requested reviews"
      action={<CardLink to={paths.students}>All students</CardLink>}
      isPrivate
    >
      <ul className="divide-y">
        {requests.map(({ id, createdAt, student }) => (
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
    </Section>
  );
}
