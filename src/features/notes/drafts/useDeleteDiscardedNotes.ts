import { useEffect, useRef } from 'react';
import { DiscardedCreates } from '#src/lib/drafts/discarded-creates.ts';
import { useCreateNote, useDeleteNotes } from '../mutations.ts';
import { draftSubject, type NoteValues, type StoredNote, toStoredNote, trimmedNote } from './note-draft.ts';

/** Deletes the new notes that the person discarded, if the editor was closed before the server could be reached. */
export function useDeleteDiscardedNotes(owner: string): void {
  const create = useCreateNote();
  const remove = useDeleteNotes();
  const latest = useRef({ create, remove });
  latest.current = { create, remove };
  useEffect(() => {
    let isOpen = true;
    const discarded = new DiscardedCreates<NoteValues, StoredNote>(
      {
        owner,
        subject: draftSubject.newNote,
        subjectOf: ({ pk }) => draftSubject.note(pk),
        create: async (values, key) =>
          toStoredNote(
            await latest.current.create.mutateAsync({ values: trimmedNote(values), simplybookId: null, key }),
          ),
        remove: async ({ id, values: { title } }) =>
          void (await latest.current.remove.mutateAsync([{ id, title }])),
      },
      { isOpen: () => isOpen, knows: () => false },
    );
    // Without storage there is nothing to repeat.
    void discarded.open().catch(() => undefined);
    return () => {
      isOpen = false;
      discarded.close();
    };
  }, [owner]);
}
