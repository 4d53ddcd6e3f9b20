import { useInfiniteQuery } from '@tanstack/react-query';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { Moment } from '#src/ui/display/Moment.tsx';
import { SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { type InteractionFilter, interactionQueries } from '../queries.ts';
import { InteractionSentence } from './InteractionSentence.tsx';

/** How many interactions a summary shows. */
const SHOWN = 4;

/** The newest interactions, for the summary on a person's page. */
export function RecentInteractions({ viewerPk, filter }: { viewerPk: number; filter: InteractionFilter }) {
  const { data, isError, isFetching, refetch } = useInfiniteQuery(interactionQueries.list(filter));
  if (data === undefined) {
    if (isError) return <ErrorState onRetry={() => void refetch()} retrying={isFetching} />;
    return <SkeletonText lines={4} />;
  }
  const entries = data.pages.flatMap(({ edges }) => edges.map(({ node }) => node)).slice(0, SHOWN);
  if (entries.length === 0) return <p className="text-muted">No interactions</p>;
  return (
    <ul className="grid gap-2.5">
      {entries.map((entry) => (
        <li key={entry.id}>
          <InteractionSentence entry={entry} viewerPk={viewerPk} />
          <div className="text-sm text-muted">
            <Moment value={entry.createdAt} />
          </div>
        </li>
      ))}
    </ul>
  );
}
