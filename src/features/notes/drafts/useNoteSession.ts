import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { AppError } from '#shared/kernel/errors.ts';
import { emptyRichText } from '#shared/rich-text/schema.ts';
import { useTextSession } from '#src/lib/drafts/useTextSession.ts';
import { BookedMeetingDocument } from '#src/transport/generated/meetings/graphql.ts';
import { request } from '#src/transport/transport.ts';
import { useCreateNote, useDeleteNotes, useUpdateNote } from '../mutations.ts';
import { type NoteDetail, noteKeys, noteQueries } from '../queries.ts';
import {
  noteDraftSubject,
  type NoteValues,
  type StoredNote,
  toStoredNote,
  trimmedNote,
} from './note-draft.ts';
import { sameValues } from './same-values.ts';
import { findNoteErrors } from './useNoteCheck.ts';

/** The pause in typing after which the editor saves to the server. */
const AUTOSAVE_MS = 2_000;

/** The note of an editor. */
export interface NoteSessionOptions {
  /** The owner of the drafts, unique among all people who use this browser: on the web the person's pk. */
  owner: string;
  /** The note to edit; null for a new one. */
  note: NoteDetail | null;
  /** The booking of a meeting note; null for a plain note. */
  simplybookId: number | null;
  /** The subject of the drafts of a note that was deleted elsewhere. */
  subject?: string;
  /** The initial values of a new note, such as the template of meeting notes. */
  initial?: Partial<NoteValues>;
  /** Runs after a save. `created` is true when it created the note. */
  onSaved?: (note: StoredNote, created: boolean) => void;
}

/** Returns the text session of a note: its drafts, and the requests that create, change, load and delete it. */
export function useNoteSession({
  owner,
  note,
  simplybookId,
  subject = noteDraftSubject(note, simplybookId),
  initial,
  onSaved,
}: NoteSessionOptions) {
  const client = useQueryClient();
  const createNote = useCreateNote();
  const updateNote = useUpdateNote();
  const deleteNotes = useDeleteNotes();
  // Memoized, because the session treats a new object as a reloaded note.
  const stored = useMemo(() => (note === null ? null : toStoredNote(note)), [note]);
  const latestPk = useRef(note?.pk ?? null);

  const [state, session] = useTextSession<NoteValues, StoredNote>({
    owner,
    subject,
    subjectOf: (saved) => noteDraftSubject(saved, simplybookId),
    stored,
    // A page that preselects a student never shows a draft about another one.
    accepts: ({ values: { studentId } }) => studentId === (initial?.studentId ?? studentId),
    isSame: sameValues,
    isFrozen: ({ sent }) => sent,
    initial: { title: '', body: emptyRichText, studentId: null, ...initial },
    create: async (values, key) => {
      const created = await createNote.mutateAsync({ values: trimmedNote(values), simplybookId, key });
      // Caches the note, so that the edit page shows it without loading and the editor stays mounted.
      client.setQueryData(noteKeys.detail(created.pk), created);
      return toStoredNote(created);
    },
    update: async ({ id, version }, values) =>
      toStoredNote(
        await updateNote.mutateAsync({
          id,
          version,
          values: trimmedNote(values),
          isMeetingNote: simplybookId !== null,
        }),
      ),
    remove: async ({ id, values }) => {
      const { deletedNotesIds } = await deleteNotes.mutateAsync([{ id, title: values.title }]);
      if (!deletedNotesIds.includes(id)) throw new AppError('NOT_FOUND', 'The note was not deleted.');
    },
    load: async () => {
      const pk =
        latestPk.current ??
        // Another device may have created the meeting's note.
        (simplybookId &&
          (await request(BookedMeetingDocument, { simplybookId })).bookedMeeting.meetingNote?.notePtr.pk);
      return pk
        ? toStoredNote(await client.fetchQuery({ ...noteQueries.detail(pk), staleTime: 0, retry: false }))
        : null;
    },
    autosaveMs: AUTOSAVE_MS,
    isValid: async (values) => Object.keys(await findNoteErrors(values)).length === 0,
    onSaved: (saved, created) => onSaved?.(saved, created),
  });

  const pk = state.stored?.pk ?? note?.pk ?? null;
  latestPk.current = pk;
  // Observes the note, because a mutation removes unobserved queries from the cache. Without the note, the
  // edit page would unmount the editor.
  useQuery({ ...noteQueries.detail(pk ?? 0), enabled: pk !== null, notifyOnChangeProps: [] });

  return [state, session] as const;
}
