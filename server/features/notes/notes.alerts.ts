import { paths } from '#shared/kernel/paths.ts';
import type { Database } from '../../db/database.ts';
import type { EventSource } from '../alerts/alerts.sources.ts';

export const MEETING_NOTE_RECEIVED = 'meeting_note_received';

/** Tells everybody who received a meeting note, but not the one who sent it. */
export function meetingNoteReceived(database: Database): EventSource<{ notePk: number }> {
  return {
    kind: MEETING_NOTE_RECEIVED,
    reason: 'You get this because a meeting note was sent to you.',
    async alertsOf({ notePk }) {
      const rows = await database.query<{ userPk: number; title: string; author: string; student: string }>(
        `SELECT note_recipients.user_pk AS "userPk", title, author_name AS author, student_name AS student
        FROM note_recipients JOIN notes ON notes.pk = note_pk
        WHERE note_pk = $1 AND note_recipients.user_pk <> author_pk`,
        [notePk],
      );
      return rows.map(({ userPk, title, author, student }) => ({
        userPk,
        key: `${MEETING_NOTE_RECEIVED}:${notePk}`,
        title: `Meeting note: ${title}`,
        body: `${author} sent the note of a meeting with ${student}.`,
        path: paths.note(notePk),
      }));
    },
  };
}
