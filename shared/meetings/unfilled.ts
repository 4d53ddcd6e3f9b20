import { placeholders } from '../rich-text/inspect.ts';
import type { RichTextDocument } from '../rich-text/schema.ts';

/** Returns why a note with placeholders cannot be sent, naming each once; null for a note without any. */
export function unfilledText(document: RichTextDocument): string | null {
  const labels = new Set(placeholders(document));
  if (labels.size === 0) return null;
  // Created here and not at the start, because the first formatter is slow to create.
  const names = new Intl.ListFormat('en-US').format([...labels].map((label) => `“${label}”`));
  return `Fill in ${names} before sending.`;
}
