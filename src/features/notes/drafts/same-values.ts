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

/** Whether two texts say the same, however the editor or the server wrote their JSON. */
export function sameValues(a: NoteValues, b: NoteValues): boolean {
  return (
    a.title.trim() === b.title.trim() &&
    a.studentId === b.studentId &&
    (a.body === b.body || canonical(a.body) === canonical(b.body))
  );
}
