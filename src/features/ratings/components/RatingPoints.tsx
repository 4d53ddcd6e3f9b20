import { Target } from 'lucide-react';
import { MAX_POINTS } from '#shared/ratings/schema.ts';
import { Progress } from '#src/ui/feedback/Progress.tsx';
import type { Rating } from '../queries.ts';

/** The points on their scale, and how many are missing to the target. */
export function RatingPoints({
  rating: { points, targetPoints },
}: {
  rating: Pick<Rating, 'points' | 'targetPoints'>;
}) {
  const left = targetPoints - points;
  return (
    <div className="grid gap-3">
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
    </div>
  );
}
