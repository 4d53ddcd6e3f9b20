import { isSameRichText } from '#shared/rich-text/same.ts';
import type { NoteValues } from './note-draft.ts';

/** Returns whether two notes have the same content. */
export function sameValues(a: NoteValues, b: NoteValues): boolean {
  return a.title.trim() === b.title.trim() && a.studentId === b.studentId && isSameRichText(a.body, b.body);
}
