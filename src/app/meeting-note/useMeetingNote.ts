import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type BookedMeeting, meetingQueries } from '#src/features/meetings/queries.ts';
import { type NoteDetail, noteQueries } from '#src/features/notes/queries.ts';

/** How often meetings and their notes are loaded again: a panel or room can be open for days. */
export const CHECK = { refetchInterval: 60_000 };

/** A meeting and its note. */
export interface MeetingNoteState {
  meeting: BookedMeeting | undefined;
  /** The stored note; null while there is none. */
  note: NoteDetail | null;
  notePk: number | null;
  /** Whether the note or its editor can be shown. */
  isReady: boolean;
  error: Error | null;
  retry: () => void;
  retrying: boolean;
}

/** Loads a meeting and its note, for an editor beside the meeting. */
export function useMeetingNote(simplybookId: number): MeetingNoteState {
  const booking = useQuery({ ...meetingQueries.booking(simplybookId), ...CHECK });
  const meeting = booking.data;
  const notePk = meeting?.meetingNote?.notePtr.pk ?? null;
  const note = useQuery({ ...noteQueries.detail(notePk ?? 0), ...CHECK, enabled: notePk !== null });
  // Keeps the editor that created the note mounted while the note loads.
  const [beganNew, setBeganNew] = useState(false);
  if (meeting !== undefined && notePk === null && !beganNew) setBeganNew(true);
  return {
    meeting,
    note: notePk === null ? null : (note.data ?? null),
    notePk,
    isReady: meeting !== undefined && (notePk === null || beganNew || note.data !== undefined),
    error: booking.error ?? note.error,
    retry: () => void (booking.isError ? booking.refetch() : note.refetch()),
    retrying: booking.isFetching || note.isFetching,
  };
}
