import '#src/lib/zod-without-eval.ts';
import { noteFields } from '#shared/notes/schema.ts';
import { firstErrors } from '#src/lib/first-errors.ts';
import type { NoteErrors, NoteValues } from './drafts/note-draft.ts';

/** Returns the errors of a note by the rules of shared/notes, at most one per field. */
export function checkNote(values: NoteValues): NoteErrors {
  return firstErrors(noteFields, values);
}
