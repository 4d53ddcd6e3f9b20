import { useQuery } from '@tanstack/react-query';
import { Plus, Target } from 'lucide-react';
import { AppError } from '#shared/kernel/errors.ts';
import {
  MAX_CATEGORY_TOTAL,
  MAX_LEVEL,
  MAX_POINTS,
  RATING_CATEGORIES,
  RATING_CATEGORY_CODES,
} from '#shared/ratings/schema.ts';
import { Button } from '#src/ui/Button.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { ErrorState, NotFoundState } from '#src/ui/ErrorState.tsx';
import { Progress } from '#src/ui/Progress.tsx';
import { Skeleton, SkeletonText } from '#src/ui/Skeleton.tsx';
import { useCreateSpr } from '../mutations.ts';
import { type Rating, ratingQueries } from '../queries.ts';

/** So many categories, each with the bar of its points, what these are made of, and what the mentor says. */
function Categories({ rating }: { rating: Rating }) {
  return (
    <ul className="grid gap-4">
      {RATING_CATEGORY_CODES.map((code) => {
        const { depth, breadth, comments, total } = rating[code];
        return (
          <li key={code} className="grid gap-1 border-t pt-4 first:border-t-0 first:pt-0">
            <Progress
              label={RATING_CATEGORIES[code]}
              value={total}
              max={MAX_CATEGORY_TOTAL}
              valueText={`${total} of ${MAX_CATEGORY_TOTAL}`}
            />
            <p className="text-xs text-muted tabular-nums">
              Depth {depth} of {MAX_LEVEL} · Breadth {breadth} of {MAX_LEVEL}
            </p>
            {comments !== '' && <p className="break-words whitespace-pre-wrap">{comments}</p>}
          </li>
        );
      })}
    </ul>
  );
}

/** How far the points are, and what is left to the target. */
function Points({ rating: { points, targetPoints } }: { rating: Rating }) {
  const left = targetPoints - points;
  return (
    <section aria-label="Points" className="grid gap-3 rounded-card border bg-surface p-4">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <strong className="text-2xl font-semibold tabular-nums">{points}</strong>
        <span className="text-muted">of {MAX_POINTS} points</span>
      </p>
      <Progress
        hideLabel
        label="Points"
        value={points}
        max={MAX_POINTS}
        valueText={`${points} of ${MAX_POINTS} points`}
      />
      <p className="flex flex-wrap items-center gap-x-2">
        <Target aria-hidden className="size-4 text-muted" />
        <span>
          Target points <strong className="font-semibold tabular-nums">{targetPoints}</strong>
        </span>
        <span className="text-muted tabular-nums">
          {left > 0 ? `${left} ${left === 1 ? 'point' : 'points'} to go` : 'Reached'}
        </span>
      </p>
    </section>
  );
}

/** Whose rating, and what its reader may do. */
interface RatingProps {
  studentPk: number;
  isOwn: boolean;
  canCreate: boolean;
}

/** In place of a rating that was not generated yet (SPR-007 to SPR-009). */
function NotGenerated({ studentPk, isOwn, canCreate }: RatingProps) {
  const create = useCreateSpr();
  return (
    <EmptyState
      title={`${isOwn ? 'Your' : 'This'} student profile rating has not yet been generated.`}
      {...(canCreate
        ? {
            action: (
              <Button
                variant="primary"
                icon={<Plus className="size-4" />}
                busy={create.isPending}
                onClick={() => create.mutate(studentPk)}
              >
                Create SPR
              </Button>
            ),
          }
        : {})}
    >
      {isOwn ? 'Contact your mentor for more information.' : ''}
    </EmptyState>
  );
}

/** A student's profile rating: points, target points and the seven categories (SPR-003, SPR-006). */
export function RatingPage({ studentPk, isOwn, canCreate }: RatingProps) {
  const { data: rating, error, isFetching, refetch } = useQuery(ratingQueries.of(studentPk));
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
  return (
    <div className="mx-auto grid w-full max-w-[720px] grid-cols-[minmax(0,1fr)] gap-6">
      <h1 className="text-2xl font-semibold">
        {isOwn || rating === null
          ? 'Student profile rating'
          : `Student profile rating of ${rating.userFullName}`}
      </h1>
      {rating === null ? (
        <NotGenerated studentPk={studentPk} isOwn={isOwn} canCreate={canCreate} />
      ) : (
        <>
          <Points rating={rating} />
          <section
            aria-labelledby="rating-categories"
            className="grid gap-4 rounded-card border bg-surface p-4"
          >
            <h2 id="rating-categories" className="text-lg font-semibold">
              Categories
            </h2>
            <Categories rating={rating} />
          </section>
        </>
      )}
    </div>
  );
}
