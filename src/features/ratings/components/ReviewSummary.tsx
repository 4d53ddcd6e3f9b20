import type { ReviewForm } from '#shared/ratings/review.ts';
import {
  categoryTotal,
  MAX_CATEGORY_TOTAL,
  MAX_POINTS,
  RATING_CATEGORIES,
  RATING_CATEGORY_CODES,
  ratingPoints,
} from '#shared/ratings/schema.ts';
import { signed } from '../change.ts';
import type { RatingToReview } from '../queries.ts';
import { levelsOf } from '../review-values.ts';

/** Returns the points that the review would result in. */
function pointsOf(values: ReviewForm): number {
  return ratingPoints(RATING_CATEGORY_CODES.flatMap((code) => levelsOf(values, code) ?? []));
}

/** The points of the review while it is written, compared with the last review. */
export function ReviewTotals({ values, last }: { values: ReviewForm; last: RatingToReview }) {
  const points = pointsOf(values);
  return (
    <div className="grid gap-1">
      <p aria-live="polite" className="flex flex-wrap items-baseline gap-x-2">
        <strong className="text-2xl font-semibold tabular-nums">{points}</strong>{' '}
        <span className="text-muted">of {MAX_POINTS} points</span>
      </p>
      <p className="text-muted tabular-nums">
        {last.version === 0
          ? 'This is the first review.'
          : points === last.points
            ? 'No change since the last review'
            : `${signed(points - last.points)} compared with the last review (${last.points})`}
      </p>
      <p className="text-muted tabular-nums">Target points {values.targetPoints}</p>
    </div>
  );
}

/** What the review changes, in the confirmation dialog (SPR-012). */
export function ReviewSummary({ values, last }: { values: ReviewForm; last: RatingToReview }) {
  return (
    <div className="grid gap-3">
      <ReviewTotals values={values} last={last} />
      <ul className="divide-y border-y">
        {RATING_CATEGORY_CODES.map((code) => {
          const levels = levelsOf(values, code);
          const total = levels === null ? null : categoryTotal(levels);
          const change = total === null || !last[code].rated ? 0 : total - last[code].total;
          return (
            <li key={code} className="flex justify-between gap-3 py-1.5">
              <span>{RATING_CATEGORIES[code]}</span>
              <span className="text-right whitespace-nowrap text-muted tabular-nums">
                {total === null ? 'Not rated' : `${total} of ${MAX_CATEGORY_TOTAL}`}
                {change !== 0 && ` (${signed(change)})`}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
