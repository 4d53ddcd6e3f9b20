import { X } from 'lucide-react';
import { useId } from 'react';
import { MAX_COMMENT_LENGTH, type ReviewForm } from '#shared/ratings/review.ts';
import {
  type CategoryLevels,
  categoryTotal,
  MAX_CATEGORY_TOTAL,
  RATING_CATEGORIES,
  type RatingCategory,
} from '#shared/ratings/schema.ts';
import { BREADTH_MEANINGS, DEPTH_MEANINGS } from '#shared/ratings/texts.ts';
import { Badge } from '#src/ui/display/Badge.tsx';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import { FieldError } from '#src/ui/fields/FieldError.tsx';
import { SegmentedControl } from '#src/ui/fields/SegmentedControl.tsx';
import { TextArea } from '#src/ui/fields/TextArea.tsx';
import { signed } from '../change.ts';

type Values = ReviewForm['categories'][RatingCategory];

const MEASURES = [
  { measure: 'depth', label: 'Depth', meanings: DEPTH_MEANINGS },
  { measure: 'breadth', label: 'Breadth', meanings: BREADTH_MEANINGS },
] as const;

/** The id of a category in the form, to focus it when it has an error. */
export const categoryId = (code: RatingCategory) => `review-${code}`;

/** One category of the review form: levels with their meanings, and a comment. */
export function CategoryReview({
  code,
  values,
  last,
  error,
  commentsError,
  onChange,
}: {
  code: RatingCategory;
  values: Values;
  /** The levels of the last review; null when the category was never rated. */
  last: CategoryLevels | null;
  error: string | undefined;
  commentsError: string | undefined;
  onChange: (values: Values) => void;
}) {
  const errorId = useId();
  const { depth, breadth, comments } = values;
  const total = depth === null || breadth === null ? null : categoryTotal({ depth, breadth });
  const change = total === null || last === null ? 0 : total - categoryTotal(last);
  const name = RATING_CATEGORIES[code];
  return (
    <Card id={categoryId(code)} tabIndex={-1} aria-label={name} aria-describedby={error && errorId}>
      <header className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">{name}</h2>
        <span className="flex items-center gap-2 text-sm text-muted tabular-nums">
          {change !== 0 && <Badge tone={change > 0 ? 'success' : 'neutral'}>{signed(change)}</Badge>}
          {total === null ? 'Not rated' : `${total} of ${MAX_CATEGORY_TOTAL}`}
        </span>
      </header>
      <div className="grid gap-3 [&>div:empty]:hidden">
        {MEASURES.map(({ measure, label, meanings }) => {
          const level = values[measure];
          return (
            <div key={measure} className="grid gap-x-3 gap-y-1 sm:grid-cols-[4rem_auto_1fr] sm:items-center">
              <span aria-hidden className="font-medium">
                {label}
              </span>
              <SegmentedControl
                label={`${label} of ${name}`}
                segments={meanings.map((_meaning, value) => ({ value: String(value), label: String(value) }))}
                value={level === null ? '' : String(level)}
                onChange={(value) => onChange({ ...values, [measure]: Number(value) })}
              />
              <span aria-live="polite" className="text-sm text-muted">
                {level === null ? 'Choose a level' : meanings[level]}
              </span>
            </div>
          );
        })}
        <FieldError id={errorId} error={error} />
        {last === null && (depth !== null || breadth !== null) && (
          <Button
            variant="ghost"
            className="w-fit"
            icon={<X aria-hidden className="size-4" />}
            onClick={() => {
              // The button disappears, and the focus with it.
              document.getElementById(categoryId(code))?.focus();
              onChange({ ...values, depth: null, breadth: null });
            }}
          >
            Clear levels
          </Button>
        )}
        <TextArea
          label={`Comments on ${name}`}
          hideLabel
          placeholder="Comments (optional)"
          rows={2}
          maxRows={8}
          maxLength={MAX_COMMENT_LENGTH}
          value={comments}
          error={commentsError}
          onChange={(event) => onChange({ ...values, comments: event.target.value })}
        />
      </div>
    </Card>
  );
}

/** The meaning of every level of depth and breadth. */
export function LevelMeanings() {
  return (
    <details className="rounded-card border bg-surface px-4 py-3">
      <summary className="cursor-pointer font-medium">What the levels mean</summary>
      <div className="grid gap-4 pt-3 sm:grid-cols-2">
        {MEASURES.map(({ measure, label, meanings }) => (
          <div key={measure}>
            <h2 className="font-medium">
              {label}: {measure === 'depth' ? 'how far the student went' : 'in how many ways'}
            </h2>
            <ol start={0} className="mt-1 list-inside list-decimal text-muted">
              {meanings.map((meaning) => (
                <li key={meaning}>{meaning}</li>
              ))}
            </ol>
          </div>
        ))}
      </div>
    </details>
  );
}
