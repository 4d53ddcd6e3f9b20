import clsx from 'clsx';
import { wordCountText } from '#shared/essays/words.ts';

/** The live word count; over the limit it warns, and never cuts the text (product decision 55). */
export function WordCount({ words, limit }: { words: number; limit: number | null }) {
  const over = limit === null ? 0 : Math.max(0, words - limit);
  return (
    <span className={clsx('tabular-nums', over > 0 ? 'font-medium text-warning' : 'text-muted')}>
      {wordCountText(words, limit)}
      {over > 0 && ` (${over} too many)`}
    </span>
  );
}
