import { onFirstUse } from './on-first-use.ts';

/** The default length of truncated text (FORM-021). */
export const TRUNCATE_DEFAULT = 50;

/** The minimum length of truncated text (FORM-021). */
export const TRUNCATE_MIN = 3;

const graphemes = onFirstUse(() => new Intl.Segmenter(undefined, { granularity: 'grapheme' }));

/** Truncates text to a number of visible characters, ellipsis included, without splitting a character (FORM-021). */
export function truncate(text: string, length: number = TRUNCATE_DEFAULT): string {
  const limit = Math.max(TRUNCATE_MIN, Math.trunc(length));
  if (text.length <= limit) return text;
  const characters = Array.from(graphemes().segment(text), ({ segment }) => segment);
  if (characters.length <= limit) return text;
  return `${characters
    .slice(0, limit - 1)
    .join('')
    .trimEnd()}…`;
}
