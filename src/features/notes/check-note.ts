import '#src/lib/zod-without-eval.ts';
import { noteFields } from '#shared/notes/schema.ts';
import type { NoteErrors, NoteValues } from './drafts/note-draft.ts';

/** Returns the errors of a note by the rules of shared/notes, at most one per field. */
export function checkNote(values: NoteValues): NoteErrors {
  const errors: Record<string, string> = {};
  for (const { path, message } of noteFields.safeParse(values).error?.issues ?? []) {
    errors[String(path[0])] ??= message;
  }
  return errors;
}
