import { parseRichText } from '#shared/rich-text/parse.ts';
import type { RichTextDocument } from '#shared/rich-text/schema.ts';
import type { NoteValues } from './note-draft.ts';

function canonical(body: RichTextDocument): string {
  try {
    return JSON.stringify(parseRichText(body));
  } catch {
    return JSON.stringify(body);
  }
}

/** Returns whether two texts have the same content, even if the JSON of editor and server differs. */
export function sameValues(a: NoteValues, b: NoteValues): boolean {
  return (
    a.title.trim() === b.title.trim() &&
    a.studentId === b.studentId &&
    (a.body === b.body || canonical(a.body) === canonical(b.body))
  );
}
