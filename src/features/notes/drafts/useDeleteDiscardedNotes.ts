import { useEffect, useRef } from 'react';
import { DiscardedCreates } from '#src/lib/drafts/discarded-creates.ts';
import { discardedSubjects } from '#src/lib/drafts/discarded-subjects.ts';
import { draftStore } from '#src/lib/drafts/draft-store.ts';
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
  const latest = useRef({ create, remove });
  latest.current = { create, remove };
  useEffect(() => {
    let isOpen = true;
    const opened: DiscardedCreates<NoteValues, StoredNote>[] = [];

    async function repeat(subject: string) {
      const match = SUBJECT.exec(subject);
      if (match === null || !isOpen) return;
      const bookingId = match.groups?.['simplybookId'];
      const simplybookId = bookingId === undefined ? null : Number(bookingId);
      // The unsent text may continue the note. The meeting's editor knows.
      if (simplybookId !== null && (await draftStore.about(owner, subject)).length > 0) return;
      const discarded = new DiscardedCreates<NoteValues, StoredNote>(
        {
          owner,
          subject,
          subjectOf: (note) => noteDraftSubject(note, simplybookId),
          create: async (values, key) =>
            toStoredNote(
              await latest.current.create.mutateAsync({ values: trimmedNote(values), simplybookId, key }),
            ),
          remove: async ({ id, values: { title } }) =>
            void (await latest.current.remove.mutateAsync([{ id, title }])),
        },
        { isOpen: () => isOpen, knows: () => false },
      );
      opened.push(discarded);
      await discarded.open();
    }

    // Without storage there is nothing to repeat.
    void discardedSubjects(owner)
      .then((subjects) => Promise.all(subjects.map(repeat)))
      .catch(() => undefined);
    return () => {
      isOpen = false;
      for (const discarded of opened) discarded.close();
    };
  }, [owner]);
}
