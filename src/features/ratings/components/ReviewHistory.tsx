import { useInfiniteQuery } from '@tanstack/react-query';
import {
  MAX_CATEGORY_TOTAL,
  MAX_LEVEL,
  RATING_CATEGORIES,
  RATING_CATEGORY_CODES,
} from '#shared/ratings/schema.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import type { DataTableColumn } from '#src/ui/table/columns.ts';
import { DataTable } from '#src/ui/table/DataTable.tsx';
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx';
import { Moment } from '#src/ui/display/Moment.tsx';
import { exactMoment } from '#src/lib/dates/relative-time.ts';
import { pointsChange, signed, trendOf } from '../change.ts';
import { ratingQueries, type RatingReview } from '../queries.ts';
import { RatingTrend } from './RatingTrend.tsx';

const columnsOf = (reviews: readonly RatingReview[]): DataTableColumn<RatingReview>[] => [
  {
    id: 'date',
    header: 'Reviewed',
    primary: true,
    cell: ({ createdAt }) => <Moment value={createdAt} />,
  },
  { id: 'reviewer', header: 'By', cell: ({ reviewer }) => reviewer?.fullName ?? 'Former mentor' },
  { id: 'points', header: 'Points', numeric: true, cell: ({ points }) => points },
  {
    id: 'change',
    header: 'Change',
    numeric: true,
    cell: (review) => {
      const change = pointsChange(review, reviews[reviews.indexOf(review) + 1]);
      if (change !== 0) return change === null ? null : signed(change);
      return (
        <span className="text-muted">
          <span aria-hidden>{signed(change)}</span>
          <span className="sr-only">No change</span>
        </span>
      );
    },
  },
  { id: 'target', header: 'Target', numeric: true, cell: ({ targetPoints }) => targetPoints },
];

/** The categories and comments of one review. */
function ReviewDetails({ review }: { review: RatingReview }) {
  return (
    <dl className="grid gap-2 text-sm sm:grid-cols-2 sm:gap-x-6">
      {RATING_CATEGORY_CODES.map((code) => {
        const { depth, breadth, comments, total, rated } = review[code];
        return (
          <div key={code} className="grid content-start gap-0.5">
            <dt className="font-medium">{RATING_CATEGORIES[code]}</dt>
            <dd className="text-muted tabular-nums">
              {rated
                ? `${total} of ${MAX_CATEGORY_TOTAL} · Depth ${depth} of ${MAX_LEVEL} · Breadth ${breadth} of ${MAX_LEVEL}`
                : 'Not rated'}
            </dd>
            {comments !== '' && <dd className="break-words whitespace-pre-wrap">{comments}</dd>}
          </div>
        );
      })}
      {review.targetPointsComments !== '' && (
        <div className="grid content-start gap-0.5">
          <dt className="font-medium">Target points</dt>
          <dd className="break-words whitespace-pre-wrap">{review.targetPointsComments}</dd>
        </div>
      )}
    </dl>
  );
}

/** All reviews of a rating, newest first, with the trend of their points. */
export function ReviewHistory({ studentPk }: { studentPk: number }) {
  const { data, isError, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } =
    useInfiniteQuery(ratingQueries.reviews(studentPk));
  const reviews = data?.pages.flatMap(({ edges }) => edges.map(({ node }) => node)) ?? [];
  const trend = trendOf(reviews);
  if (data === undefined && isError) {
    return <ErrorState onRetry={() => void refetch()} retrying={isFetching} />;
  }
  return (
    <Card title="Review history" padded={false} data-private>
      {trend.length > 1 && (
        <div className="px-4 pb-4">
          <RatingTrend reviews={trend} />
        </div>
      )}
      <DataTable
        label="Reviews"
        columns={columnsOf(reviews)}
        rows={reviews}
        rowId={({ id }) => id}
        rowLabel={({ createdAt }) => `Review of ${exactMoment(new Date(createdAt))}`}
        renderExpanded={(review) => <ReviewDetails review={review} />}
        loading={data === undefined}
        skeletonRows={2}
        empty={<p className="px-4 pb-4 text-muted">No reviews yet. Reviews by mentors appear here.</p>}
      />
      {hasNextPage && (
        <div className="border-t p-3">
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </Card>
  );
}
