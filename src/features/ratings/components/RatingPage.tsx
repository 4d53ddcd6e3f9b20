import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { AppError } from '#shared/kernel/errors.ts';
import { paths } from '#shared/kernel/paths.ts';
import { ADD_REVIEW_PERMISSION } from '#shared/ratings/policy.ts';
import {
  MAX_CATEGORY_TOTAL,
  MAX_LEVEL,
  RATING_CATEGORIES,
  RATING_CATEGORY_CODES,
} from '#shared/ratings/schema.ts';
import { readerFormat } from '#src/lib/dates/reader-zone.ts';
import { Badge } from '#src/ui/display/Badge.tsx';
import { buttonClass } from '#src/ui/buttons/Button.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import { ErrorState, NotFoundState } from '#src/ui/feedback/ErrorState.tsx';
import { Progress } from '#src/ui/feedback/Progress.tsx';
import { Skeleton, SkeletonText } from '#src/ui/feedback/Skeleton.tsx';
import { UpLink } from '#src/ui/navigation/UpLink.tsx';
import { pointsChange, signed } from '../change.ts';
import { type Rating, ratingQueries, type RatingReview } from '../queries.ts';
import { NotGenerated } from './NotGenerated.tsx';
import { RatingChart } from './RatingChart.tsx';
import { RatingPoints } from './RatingPoints.tsx';
import { RequestReview } from './RequestReview.tsx';
import { ReviewHistory } from './ReviewHistory.tsx';

const date = readerFormat({ dateStyle: 'medium' });

/** The seven categories with their points, levels, change and comments. */
function Categories({ rating, before }: { rating: Rating; before: RatingReview | undefined }) {
  return (
    <ul className="grid gap-4">
      {RATING_CATEGORY_CODES.map((code) => {
        const { depth, breadth, comments, total, rated } = rating[code];
        const change = before === undefined ? 0 : total - before[code].total;
        return (
          <li key={code} className="grid gap-1 border-t pt-4 first:border-t-0 first:pt-0">
            <Progress
              label={RATING_CATEGORIES[code]}
              value={total}
              max={MAX_CATEGORY_TOTAL}
              valueText={`${total} of ${MAX_CATEGORY_TOTAL}`}
            />
            <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted tabular-nums">
              {rated
                ? `Depth ${depth} of ${MAX_LEVEL} · Breadth ${breadth} of ${MAX_LEVEL}`
                : 'Not rated yet'}
              {change !== 0 && (
                <Badge tone={change > 0 ? 'success' : 'neutral'}>
                  {signed(change)} since the last review
                </Badge>
              )}
            </p>
            {comments !== '' && <p className="break-words whitespace-pre-wrap">{comments}</p>}
          </li>
        );
      })}
    </ul>
  );
}

/** The student of the rating, and what the reader can do. */
interface RatingProps {
  studentPk: number;
  /** Undefined until the student has loaded. */
  studentName: string | undefined;
  isOwn: boolean;
  canCreate: boolean;
  /** How many reviews a student can still request. */
  reviewsLeft: number;
  /** The control that shows who can see the rating. */
  visibility: ReactNode;
}

/** A student's profile rating: points, target points, chart, categories and reviews (SPR-003, SPR-006). */
export function RatingPage({
  studentPk,
  studentName,
  isOwn,
  canCreate,
  reviewsLeft,
  visibility,
}: RatingProps) {
  const { data: rating, error, isFetching, refetch } = useQuery(ratingQueries.of(studentPk));
  const { data: reviews } = useInfiniteQuery(ratingQueries.reviews(studentPk));
  if (rating === undefined) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return <NotFoundState />;
    if (error !== null) return <ErrorState onRetry={() => void refetch()} retrying={isFetching} />;
    return (
      <div className="grid gap-4" aria-busy="true" aria-label="Loading the profile rating" role="status">
        <Skeleton className="h-7 w-64" />
        <Skeleton className="h-28 w-full" />
        <SkeletonText lines={8} />
      </div>
    );
  }
  const [last, before] = reviews?.pages[0]?.edges.map(({ node }) => node) ?? [];
  const change = last === undefined ? null : pointsChange(last, before);
  const canReview = rating?.permissions.includes(ADD_REVIEW_PERMISSION) === true;
  return (
    <div className="mx-auto grid w-full max-w-[960px] grid-cols-[minmax(0,1fr)] gap-6">
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div className="grid gap-2">
          {!isOwn && (
            <UpLink to={paths.user(studentPk)}>{rating?.userFullName ?? studentName ?? 'Student'}</UpLink>
          )}
          <h1 className="text-2xl font-semibold">
            {isOwn || rating === null
              ? 'Student profile rating'
              : `Student profile rating of ${rating.userFullName}`}
          </h1>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {visibility}
          {isOwn && <RequestReview reviewsLeft={reviewsLeft} />}
          {canReview && (
            <Link to={paths.newRatingReview(studentPk)} className={buttonClass('primary', 'print:hidden')}>
              Create review
            </Link>
          )}
        </div>
      </header>
      {rating === null ? (
        <NotGenerated studentPk={studentPk} isOwn={isOwn} canCreate={canCreate} />
      ) : (
        <>
          <div className="grid items-start gap-6 md:grid-cols-2">
            <Card title="Points">
              <RatingPoints rating={rating} />
              {change !== null && before !== undefined && (
                <p className="mt-3 text-muted">
                  {change === 0 ? (
                    'No change'
                  ) : (
                    <strong className="font-semibold text-text tabular-nums">{signed(change)}</strong>
                  )}{' '}
                  since the review of {date().format(new Date(before.createdAt))}
                </p>
              )}
              {rating.targetPointsComments !== '' && (
                <p className="mt-3 break-words whitespace-pre-wrap">{rating.targetPointsComments}</p>
              )}
            </Card>
            <Card title="Depth and breadth">
              <RatingChart levels={rating} />
            </Card>
          </div>
          <Card title="Categories" data-private>
            <Categories
              rating={rating}
              before={before?.formulaVersion === rating.formulaVersion ? before : undefined}
            />
          </Card>
          <ReviewHistory studentPk={studentPk} />
        </>
      )}
    </div>
  );
}
