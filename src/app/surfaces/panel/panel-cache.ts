import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Me } from '#shared/users/responses.ts';
import { type BookedMeeting, meetingKeys } from '#src/features/meetings/queries.ts';
import { type NoteDetail, noteKeys } from '#src/features/notes/queries.ts';
import { userKeys } from '#src/features/users/queries.ts';
import { keepAnswers } from '#src/lib/kept-answers.ts';

/** What the panel keeps for its next opening: enough to go on writing without a network. */
export interface KeptData {
  me: Me;
  meeting: BookedMeeting;
  note: NoteDetail | null;
}

/** Shows what was kept; old at once, so that the server is asked while it is read. */
export function showKept(client: QueryClient, { me, meeting, note }: KeptData) {
  const old = { updatedAt: 0 };
  client.setQueryData(userKeys.me(), me, old);
  client.setQueryData(meetingKeys.booking(meeting.simplybookId), meeting, old);
  const isRunning = new Date(meeting.endsAt) > new Date();
  client.setQueryData(meetingKeys.list('NOW', 10), isRunning ? [meeting] : [], old);
  if (note !== null) client.setQueryData(noteKeys.detail(note.pk), note, old);
}

/** Keeps what the open editor works with. */
export function useKeepPanel(subject: string, { me, meeting, note }: KeptData) {
  useEffect(() => {
    void keepAnswers('panel', subject, { me, meeting, note } satisfies KeptData);
  }, [subject, me, meeting, note]);
}
