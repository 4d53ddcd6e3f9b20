import type { Actor } from '#shared/kernel/actor.ts';
import { type NoteFacts, type NotePermission, notePermissions } from '#shared/notes/policy.ts';
import type { NoteRow } from './note-row.sql.ts';

/** A note with the viewer's permissions. */
export interface Note extends NoteRow {
  permissions: NotePermission[];
}

/** Returns the facts that the policy of notes needs. */
export function factsOf(row: NoteRow): NoteFacts {
  return { ...row, isMeetingNote: row.bookedMeetingPk !== null };
}

/** Adds the actor's permissions to a note. */
export function toNote(actor: Actor, row: NoteRow): Note {
  return { ...row, permissions: notePermissions(actor, factsOf(row)) };
}
