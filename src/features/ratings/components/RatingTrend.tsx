import { line } from 'd3-shape';
import { MAX_POINTS } from '#shared/ratings/schema.ts';
import { readerFormat } from '#src/lib/dates/reader-zone.ts';
import type { RatingReview } from '../queries.ts';

type TrendPoint = Pick<RatingReview, 'pk' | 'createdAt' | 'points'>;

const WIDTH = 100;
const HEIGHT = 40;
const date = readerFormat({ dateStyle: 'medium' });

/**
 * The points of reviews over time.
 * @param reviews at least two, oldest first, all of one formula
 */
export function RatingTrend({ reviews }: { reviews: readonly TrendPoint[] }) {
  const times = reviews.map(({ createdAt }) => Date.parse(createdAt));
  const start = times[0] ?? 0;
  const span = Math.max(1, (times.at(-1) ?? 0) - start);
  const x = (_review: TrendPoint, index: number) => (((times[index] ?? start) - start) / span) * WIDTH;
  const y = ({ points }: TrendPoint) => HEIGHT - (points / MAX_POINTS) * HEIGHT;
  const spoken = reviews.map(
    ({ createdAt, points }) => `${points} points on ${date().format(new Date(createdAt))}`,
  );
  return (
    <figure className="grid gap-1">
      <svg
        role="img"
        aria-label={`Trend of points: ${spoken.join(', ')}`}
        viewBox={`-1 -3 ${WIDTH + 2} ${HEIGHT + 4}`}
        preserveAspectRatio="none"
        className="h-32 w-full"
      >
        {[0, 0.5, 1].map((part) => (
          <line
            key={part}
            x2={WIDTH}
            y1={HEIGHT * part}
            y2={HEIGHT * part}
            vectorEffect="non-scaling-stroke"
            className="stroke-border"
          />
        ))}
        <path
          d={line<TrendPoint>(x, y)(reviews) ?? ''}
          strokeWidth={2}
          vectorEffect="non-scaling-stroke"
          className="fill-none stroke-accent"
        />
        {reviews.map((review, index) => (
          // A line of length 0 stays round when the drawing is stretched.
          <path
            key={review.pk}
            d={`M${x(review, index)},${y(review)}h0`}
            strokeWidth={8}
            strokeLinecap="round"
            vectorEffect="non-scaling-stroke"
            className="stroke-accent"
          />
        ))}
      </svg>
      <figcaption aria-hidden className="flex justify-between gap-2 text-xs text-muted tabular-nums">
        {[reviews[0], reviews.at(-1)].map(
          (review) =>
            review && (
              <span key={review.pk}>
                {date().format(new Date(review.createdAt))} · {review.points}
              </span>
            ),
        )}
      </figcaption>
    </figure>
  );
}
