import '#src/lib/zod-without-eval.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import { noteFields } from '#shared/notes/schema.ts';
import type { NoteValues } from './drafts/note-draft.ts';

const checkFields = zodResolver(noteFields);

/** The rules of shared/notes for the form; what is given on is what was typed. */
export const checkNote: Resolver<NoteValues> = async (values, context, options) => {
  const { errors } = await checkFields(values, context, options as never);
  return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors: errors as never };
};

/** Whether a note can be saved as it is. */
export function isValidNote(values: NoteValues): boolean {
  return noteFields.safeParse(values).success;
}
