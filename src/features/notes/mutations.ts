import { useMutation } from '@tanstack/react-query';
import {
  CreateNoteDocument,
  DeleteNotesDocument,
  SendMeetingNoteDocument,
  type SendMeetingNoteInput,
  UpdateNoteDocument,
} from '#src/transport/generated/notes/graphql.ts';
import { request } from '#src/transport/transport.ts';
import { showError, showSuccess } from '#src/ui/feedback/snackbar.ts';
import type { NoteValues } from './drafts/note-draft.ts';
import { toNoteDetail } from './queries.ts';

/**
 * Creates a note, or the meeting note of a booking; repeating it with the same key creates no second one (NOTE-037).
 */
export function useCreateNote() {
  return useMutation({
    mutationFn: async (note: { values: NoteValues; simplybookId: number | null; key: string }) => {
      const { createNote } = await request(CreateNoteDocument, {
        input: {
          title: note.values.title,
          body: JSON.stringify(note.values.body),
          idempotencyKey: note.key,
          ...(note.simplybookId === null
            ? { studentId: note.values.studentId }
            : { simplybookId: note.simplybookId, meetingId: note.values.meetingId }),
        },
      });
      return toNoteDetail(createNote.note);
    },
  });
}

/** Changes a note unless someone else did in between (NOTE-039). */
export function useUpdateNote() {
  return useMutation({
    mutationFn: async (note: { id: string; version: number; values: NoteValues; isMeetingNote: boolean }) => {
      const { updateNote } = await request(UpdateNoteDocument, {
        input: {
          id: note.id,
          version: note.version,
          title: note.values.title,
          body: JSON.stringify(note.values.body),
          ...(note.isMeetingNote ? {} : { studentId: note.values.studentId }),
        },
      });
      return toNoteDetail(updateNote.note);
    },
  });
}

/**
 * Deletes notes and returns which were deleted and which were not (NOTE-040 to NOTE-043).
 * @param onDeleted runs even if the screen was closed since
 */
export function useDeleteNotes<Note extends { id: string; title: string }>(
  onDeleted?: (notes: readonly Note[]) => void,
) {
  return useMutation({
    mutationFn: async (notes: readonly Note[]) =>
      (await request(DeleteNotesDocument, { input: { ids: notes.map(({ id }) => id) } })).deleteNotes,
    onSuccess: ({ notes, failures, deletedNotesIds }, asked) => {
      onDeleted?.(asked.filter(({ id }) => deletedNotesIds.includes(id)));
      const [only] = notes;
      if (notes.length === 1 && only !== undefined) showSuccess(`Deleted ${only.title}`);
      else if (notes.length > 1) showSuccess(`Deleted ${notes.length} notes`);
      for (const { title } of failures) showError(`Failed to delete ${title}`);
    },
    onError: (_error, notes) => {
      for (const { title } of notes) showError(`Failed to delete ${title}`);
    },
  });
}

/** Sends a meeting note to the student, the parents and all mentors (MEET-030). */
export function useSendMeetingNoteMutation() {
  return useMutation({
    mutationFn: async (input: SendMeetingNoteInput) =>
      (await request(SendMeetingNoteDocument, { input })).sendMeetingNote.meetingNote,
  });
}
