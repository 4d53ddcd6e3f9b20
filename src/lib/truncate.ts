/** The length at which text is cut unless another is asked for (FORM-021). */
export const TRUNCATE_DEFAULT = 50;

/** The shortest length a text is cut to (FORM-021). */
export const TRUNCATE_MIN = 3;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Cuts text at a number of visible characters, the ellipsis included; never through the middle of one (FORM-021). */
export function truncate(text: string, length: number = TRUNCATE_DEFAULT): string {
  const limit = Math.max(TRUNCATE_MIN, Math.trunc(length));
  if (text.length <= limit) return text;
  const characters = Array.from(graphemes.segment(text), ({ segment }) => segment);
  if (characters.length <= limit) return text;
  return `${characters
    .slice(0, limit - 1)
    .join('')
    .trimEnd()}…`;
}
