/** The latest notes for the dashboard, without their bodies. `$1` is the viewer. */
import { noteColumns } from './note-row.sql.ts';

const latest = (limit: number) => `ORDER BY notes.updated_at DESC, notes.pk DESC LIMIT ${limit}`;

/** Selects the latest notes that the viewer wrote. */
export function selectOwnNotes(limit: number): string {
  return `SELECT ${noteColumns('$1', false)}, NULL AS body, NULL AS "htmlBody"
    FROM notes WHERE notes.author_pk = $1 ${latest(limit)}`;
}

/** Selects the latest meeting notes that were sent to the viewer. */
export function selectReceivedNotes(limit: number): string {
  return `SELECT ${noteColumns('$1', false)}, NULL AS body, NULL AS "htmlBody"
    FROM note_recipients JOIN notes ON notes.pk = note_recipients.note_pk
    WHERE note_recipients.user_pk = $1 AND notes.sent AND notes.author_pk <> $1 ${latest(limit)}`;
}
