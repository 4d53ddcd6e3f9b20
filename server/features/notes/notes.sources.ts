/** The notes of the dashboard: its statement contains this SQL, and its rows are presented here. */
export type { NoteRow } from './note-row.sql.ts';
export { type Note, toNote } from './notes.presenter.ts';
export { selectOwnNotes, selectReceivedNotes } from './recent-notes.sql.ts';
