/**
 * Limits of Markdown that a parser can read quickly. Its time grows with the square of the marks, and with the lines
 * times the depth of quotes and lists: without the limits, a text of 40,000 characters takes more than ten seconds.
 */
import type { z } from 'zod';

export const MARKDOWN_LIMITS = { lines: 2000, marks: 2000, marksAtLineStart: 50 } as const;

/** A mark of emphasis, code, a link or HTML. */
const MARK = /[*_]+|`+|[[\]<]/g;

/** The quote and list marks at the start of a line. */
const LINE_START = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])[ \t]))+/gm;
const QUOTE_OR_ITEM = /[>.)+*-]/g;

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** Adds the limits of Markdown to the schema of a text. */
export function quickMarkdown<Text extends z.ZodType<string>>(text: Text) {
  const { lines, marks, marksAtLineStart } = MARKDOWN_LIMITS;
  return text
    .refine((markdown) => markdown.split('\n').length <= lines, `The text must have at most ${lines} lines`)
    .refine(
      (markdown) => count(markdown, MARK) <= marks,
      `The text must have at most ${marks} marks such as *, _, \`, [ and <`,
    )
    .refine(
      (markdown) =>
        (markdown.match(LINE_START) ?? []).every((start) => count(start, QUOTE_OR_ITEM) <= marksAtLineStart),
      'The text has too many quotes or lists inside each other',
    );
}
