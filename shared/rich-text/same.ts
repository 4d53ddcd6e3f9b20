import { parseRichText } from './parse.ts';
import type { RichTextDocument } from './schema.ts';

/** Returns whether two documents have the same content, even if the JSON of editor and server differs. */
export function isSameRichText(a: RichTextDocument, b: RichTextDocument): boolean {
  return a === b || canonical(a) === canonical(b);
}

function canonical(document: RichTextDocument): string {
  try {
    return JSON.stringify(parseRichText(document));
  } catch {
    return JSON.stringify(document);
  }
}
