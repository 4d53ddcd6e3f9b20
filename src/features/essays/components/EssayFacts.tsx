import clsx from 'clsx';
import { ESSAY_STATUS_NAMES, type EssayStatus } from '#shared/essays/limits.ts';
import { wordCountText } from '#shared/essays/words.ts';
import { Badge, type Tone } from '#src/ui/display/Badge.tsx';
import { dateText, isPast } from '../dates.ts';

const TONE: Record<EssayStatus, Tone> = {
  IDEA: 'neutral',
  DRAFT: 'accent',
  REVIEW: 'warning',
  DONE: 'success',
};

/** The stage of an essay. */
export function StatusBadge({ status }: { status: EssayStatus }) {
  return <Badge tone={TONE[status]}>{ESSAY_STATUS_NAMES[status]}</Badge>;
}

/** The live word count; over the limit it warns, and never cuts the text (decision 55). */
export function WordCount({ words, limit }: { words: number; limit: number | null }) {
  const over = limit === null ? 0 : Math.max(0, words - limit);
  return (
    <span className={clsx('tabular-nums', over > 0 ? 'font-medium text-warning' : 'text-muted')}>
      {wordCountText(words, limit)}
      {over > 0 && ` (${over} too many)`}
    </span>
  );
}

/** The date an essay is due. */
export function DueDate({ dueOn, isDone }: { dueOn: string; isDone: boolean }) {
  const isLate = !isDone && isPast(dueOn);
  return (
    <span
      className={clsx(isLate && 'text-danger')}
    >{`${isLate ? 'Was due' : 'Due'} ${dateText(dueOn)}`}</span>
  );
}
