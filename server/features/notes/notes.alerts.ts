import { paths } from '#shared/kernel/paths.ts';
import type { EventSource } from '../alerts/alerts.sources.ts';
import type { NotesRepository } from './notes.repository.ts';

export const MEETING_NOTE_RECEIVED = 'meeting_note_received';

/** Says who sent a meeting note, for a recipient. */
export function sentBy(author: string, student: string, isStudent: boolean): string {
  return `${author} sent you a note from ${isStudent ? 'your meeting' : `the meeting with ${student}`}.`;
}

/** Notifies each recipient of a meeting note, except its author. */
export function meetingNoteReceived(repository: NotesRepository): EventSource<{ notePk: number }> {
  return {
    kind: MEETING_NOTE_RECEIVED,
    reason: 'You get this because a meeting note was sent to you.',
    async alertsOf({ notePk }) {
      const rows = await repository.alertRecipients(notePk);
      return rows.map(({ userPk, title, author, studentPk, student, isStudent }) => ({
        userPk,
        key: `${MEETING_NOTE_RECEIVED}:${notePk}`,
        title: `Meeting note: ${title}`,
        body: sentBy(author, student, isStudent),
        path: paths.note(notePk),
        studentPk,
      }));
    },
  };
}
