import { useQuery } from '@tanstack/react-query';
import { paths } from '#shared/kernel/paths.ts';
import { ratingQueries } from '#src/features/ratings/queries.ts';
import { LinkSection } from './LinkSection.tsx';

const SHOWN = 2;

/** Students who requested a review of their profile rating; nothing when there are none. */
export function ReviewRequestsSection() {
  const { data: requests = [] } = useQuery(ratingQueries.openRequests());
  if (requests.length === 0) return null;
  return (
    <LinkSection
      title={`Requested reviews (${requests.length})`}
      links={requests.slice(0, SHOWN).map(({ id, student }) => ({
        key: id,
        path: paths.newRatingReview(student.pk),
        text: student.fullName,
      }))}
      more={requests.length - SHOWN}
      morePath={paths.home}
    />
  );
}
