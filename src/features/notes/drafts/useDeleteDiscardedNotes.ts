import { draftStore } from '#src/lib/drafts/draft-store.ts';
import { useDeleteDiscarded } from '#src/lib/drafts/useDeleteDiscarded.ts';
import { useCreateNote, useDeleteNotes } from '../mutations.ts';
import {
  noteDraftSubject,
  type NoteValues,
  type StoredNote,
  toStoredNote,
  trimmedNote,
} from './note-draft.ts';

/** The subjects of note drafts: 'new', 'note:1', and 'meeting:12' with the id of the booking. */
const SUBJECT = /^(?:new|note:\d+|meeting:(?<simplybookId>\d+))$/;

/** Deletes the notes that the person discarded, if the editor was closed before the server could be reached. */
export function useDeleteDiscardedNotes(owner: string): void {
  const create = useCreateNote();
  const remove = useDeleteNotes();
  useDeleteDiscarded<NoteValues, StoredNote>(owner, async (subject) => {
    const match = SUBJECT.exec(subject);
    if (match === null) return null;
    const bookingId = match.groups?.['simplybookId'];
    const simplybookId = bookingId === undefined ? null : Number(bookingId);
    // The unsent text may continue the note. The meeting's editor knows.
    if (simplybookId !== null && (await draftStore.about(owner, subject)).length > 0) return null;
    return {
      subjectOf: (note) => noteDraftSubject(note, simplybookId),
      create: async (values, key) =>
        toStoredNote(await create.mutateAsync({ values: trimmedNote(values), simplybookId, key })),
      // When the server refuses, a snackbar says so, and the note stays in the list with its text.
      remove: async ({ id, values: { title } }) => void (await remove.mutateAsync([{ id, title }])),
    };
  });
}
