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

function kindOf({ added, removed }: { added: boolean; removed: boolean }): ComparedPart['kind'] {
  if (added) return 'added';
  return removed ? 'removed' : 'same';
}

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
    .map((change): ComparedPart => ({ kind: kindOf(change), text: change.value }));
  const wordsIn = (kind: ComparedPart['kind']) =>
    parts.filter((part) => part.kind === kind).reduce((sum, { text }) => sum + countWords(text), 0);
  return { parts: mergeNearbyChanges(parts), added: wordsIn('added'), removed: wordsIn('removed') };
}

/** Unchanged text between two changes with fewer words than this reads as part of the change. */
const MIN_SAME_WORDS = 3;

/**
 * Merges changes that only a few unchanged words separate, because a sentence that alternates between old and new
 * words cannot be read.
 */
function mergeNearbyChanges(parts: readonly ComparedPart[]): ComparedPart[] {
  const merged: ComparedPart[] = [];
  let removed = '';
  let added = '';
  const flush = () => {
    if (removed !== '') merged.push({ kind: 'removed', text: removed });
    if (added !== '') merged.push({ kind: 'added', text: added });
    removed = '';
    added = '';
  };
  for (const [index, { kind, text }] of parts.entries()) {
    const isBetweenChanges =
      kind === 'same' &&
      removed + added !== '' &&
      index < parts.length - 1 &&
      !text.includes('\n') &&
      countWords(text) < MIN_SAME_WORDS;
    if (kind === 'same' && !isBetweenChanges) {
      flush();
      merged.push({ kind, text });
      continue;
    }
    if (kind !== 'added') removed += text;
    if (kind !== 'removed') added += text;
  }
  flush();
  return merged;
}
