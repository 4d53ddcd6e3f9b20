import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { AppError } from '#shared/kernel/errors.ts';
import { paths } from '#shared/kernel/paths.ts';
import {
  MAX_CATEGORY_TOTAL,
  MAX_LEVEL,
  RATING_CATEGORIES,
  RATING_CATEGORY_CODES,
} from '#shared/ratings/schema.ts';
import { Button } from '#src/ui/Button.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { ErrorState, NotFoundState } from '#src/ui/ErrorState.tsx';
import { Progress } from '#src/ui/Progress.tsx';
import { Skeleton, SkeletonText } from '#src/ui/Skeleton.tsx';
import { UpLink } from '#src/ui/UpLink.tsx';
import { useCreateSpr } from '../mutations.ts';
import { type Rating, ratingQueries } from '../queries.ts';
import { RatingPoints } from './RatingPoints.tsx';

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

/** Whose rating, and what its reader may do. */
interface RatingProps {
  studentPk: number;
  /** As far as it is known before there is a rating. */
  studentName: string | undefined;
  isOwn: boolean;
  canCreate: boolean;
}

/** In place of a rating that was not generated yet (SPR-007 to SPR-009). */
function NotGenerated({ studentPk, isOwn, canCreate }: Omit<RatingProps, 'studentName'>) {
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
export function RatingPage({ studentPk, studentName, isOwn, canCreate }: RatingProps) {
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
      <header className="grid gap-2">
        {!isOwn && (
          <UpLink to={paths.user(studentPk)}>{rating?.userFullName ?? studentName ?? 'Student'}</UpLink>
        )}
        <h1 className="text-2xl font-semibold">
          {isOwn || rating === null
            ? 'Student profile rating'
            : `Student profile rating of ${rating.userFullName}`}
        </h1>
      </header>
      {rating === null ? (
        <NotGenerated studentPk={studentPk} isOwn={isOwn} canCreate={canCreate} />
      ) : (
        <>
          <section aria-label="Points" className="rounded-card border bg-surface p-4">
            <RatingPoints rating={rating} />
          </section>
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
