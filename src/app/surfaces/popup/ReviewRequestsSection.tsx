import { useQuery } from '@tanstack/react-query';
import { paths } from '#shared/kernel/paths.ts';
import { ratingQueries } from '#src/features/ratings/queries.ts';
import { appPage } from '../extension/app-page.ts';
import { Section } from './Frame.tsx';

const SHOWN = 2;

/** Students who requested a review of their profile rating; nothing when there are none. */
export function ReviewRequestsSection() {
  const { data: requests = [] } = useQuery(ratingQueries.openRequests());
  if (requests.length === 0) return null;
  const more = requests.length - SHOWN;
  return (
    <Section title={`Requested reviews (${requests.length})`}>
      <ul className="grid gap-0.5">
        {requests.slice(0, SHOWN).map(({ id, student }) => (
          <li key={id}>
            <a
              href={appPage(paths.newRatingReview(student.pk))}
              target="_blank"
              rel="noreferrer"
              className="flex min-h-10 items-center rounded-control px-2 font-medium hover:bg-hover"
            >
              <span className="truncate">{student.fullName}</span>
            </a>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <a
          href={appPage(paths.home)}
          target="_blank"
          rel="noreferrer"
          className="px-2 text-accent-text hover:underline"
        >
          {more} more
        </a>
      )}
    </Section>
  );
}
