import type { EssayPassage } from '#shared/essays/schema.ts';

/** A part of a text. */
export interface TextSpan {
  start: number;
  end: number;
}

/**
 * Finds a quoted passage in a text that may have changed: of several equal passages, the one whose surroundings match
 * best. Returns null when the passage itself was changed.
 */
export function findPassage(text: string, { quote, before, after }: EssayPassage): TextSpan | null {
  let best: { start: number; score: number } | null = null;
  for (let start = text.indexOf(quote); start !== -1; start = text.indexOf(quote, start + 1)) {
    const score =
      equalEnd(text.slice(0, start), before) + equalStart(text.slice(start + quote.length), after);
    if (best === null || score > best.score) best = { start, score };
  }
  return best === null ? null : { start: best.start, end: best.start + quote.length };
}

/** Counts the equal characters at the start of two texts. */
function equalStart(a: string, b: string): number {
  let length = 0;
  while (length < b.length && a[length] === b[length]) length += 1;
  return length;
}

/** Counts the equal characters at the end of two texts. */
function equalEnd(a: string, b: string): number {
  let length = 0;
  while (length < b.length && a.at(-1 - length) === b.at(-1 - length)) length += 1;
  return length;
}
