import { textBlocks } from '../rich-text/inspect.ts';
import type { RichTextDocument } from '../rich-text/schema.ts';

/** Counts words as Common App does: parts separated by white space. */
export function countWords(text: string): number {
  return text.match(/\S+/gu)?.length ?? 0;
}

/** Counts the words of an essay, without the markers of lists. */
export function wordsOf(document: RichTextDocument): number {
  return countWords(textBlocks(document).join('\n'));
}

/** Returns the word count for the person: '512 of 650 words'. */
export function wordCountText(words: number, limit: number | null): string {
  const unit = (limit ?? words) === 1 ? 'word' : 'words';
  return limit === null ? `${words} ${unit}` : `${words} of ${limit} ${unit}`;
}
