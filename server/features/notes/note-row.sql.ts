/**
 * A stored note as one viewer reads it, and the columns that select it.
 *
 * Example: `SELECT ${noteColumns('$1', false)} FROM notes WHERE pk = $2` returns a {@link NoteRow} for the viewer `$1`.
 */
import { isoMoment } from '../../db/moments.ts';

/** A stored note, with the fields that the rules need for one viewer. */
export interface NoteRow {
  pk: number;
  authorPk: number;
  authorName: string;
  studentPk: number | null;
  studentName: string;
  bookedMeetingPk: number | null;
  title: string;
  version: number;
  sent: boolean;
  /** ISO 8601 in UTC. */
  sentAt: string | null;
  createdAt: string;
  updatedAt: string;
  /** Whether the viewer received the note. */
  isRecipient: boolean;
  /** JSON text; null when not selected. */
  body: string | null;
  htmlBody: string | null;
}

/**
 * Returns the columns of a {@link NoteRow}.
 * @param viewer the parameter with the viewer's pk
 */
export function noteColumns(viewer: string, withBody: boolean): string {
  return `notes.pk, notes.author_pk AS "authorPk", notes.author_name AS "authorName",
    notes.student_pk AS "studentPk", notes.student_name AS "studentName",
    notes.booked_meeting_pk AS "bookedMeetingPk", notes.title, notes.version, notes.sent,
    ${isoMoment('notes.sent_at')} AS "sentAt", ${isoMoment('notes.created_at')} AS "createdAt",
    ${isoMoment('notes.updated_at')} AS "updatedAt",
    notes.sent AND EXISTS (SELECT FROM note_recipients
      WHERE note_recipients.note_pk = notes.pk AND note_recipients.user_pk = ${viewer}) AS "isRecipient"${
        withBody ? ', notes.body::text AS "body", notes.html_body AS "htmlBody"' : ''
      }`;
}
