import type { RatingReview } from './queries.ts';

/** The fields that a comparison of two ratings needs. */
type Compared = Pick<RatingReview, 'points' | 'formulaVersion'>;

/** Returns the change in points since the review before; null when a different formula makes them incomparable. */
export function pointsChange(review: Compared, before: Compared | undefined): number | null {
  if (before === undefined || before.formulaVersion !== review.formulaVersion) return null;
  return review.points - before.points;
}

/** Returns a change with its sign, such as '+20'; zero has no sign. */
export function signed(change: number): string {
  if (change === 0) return '0';
  return change < 0 ? `−${-change}` : `+${change}`;
}

/** Returns the newest reviews with the same formula, oldest first: only these form a trend. */
export function trendOf<Review extends Compared>(newestFirst: readonly Review[]): Review[] {
  const [newest] = newestFirst;
  return newestFirst.filter(({ formulaVersion }) => formulaVersion === newest?.formulaVersion).toReversed();
}
