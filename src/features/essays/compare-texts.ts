import { diffWordsWithSpace } from 'diff';
import { textBlocks } from '#shared/rich-text/inspect.ts';
import type { RichTextDocument } from '#shared/rich-text/schema.ts';
import { countWords } from '#shared/essays/words.ts';

/** A part of the comparison of two texts. */
export interface ComparedPart {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** The differences of two texts, word by word. */
export interface Comparison {
  parts: ComparedPart[];
  added: number;
  removed: number;
}

/** A comparison that takes longer shows the whole texts. */
const TIMEOUT_MS = 1_000;

/** Compares two essays word by word. */
export function compareTexts(older: RichTextDocument, newer: RichTextDocument): Comparison {
  const [before, after] = [older, newer].map((document) => textBlocks(document).join('\n\n')) as [
    string,
    string,
  ];
  const changes = diffWordsWithSpace(before, after, { timeout: TIMEOUT_MS }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  const parts = changes
    .filter(({ value }) => value !== '')
    .map(({ value, added, removed }): ComparedPart => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      text: value,
    }));
  const wordsIn = (kind: ComparedPart['kind']) =>
    parts.filter((part) => part.kind === kind).reduce((sum, { text }) => sum + countWords(text), 0);
  return { parts, added: wordsIn('added'), removed: wordsIn('removed') };
}
