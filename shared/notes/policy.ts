import { type Actor, isMentorOf, isRelatedTo } from '../kernel/actor.ts';
import { isCapable } from '../kernel/capabilities.ts';

/** What the rules read of a note. */
export interface NoteFacts {
  authorPk: number;
  studentPk: number | null;
  isMeetingNote: boolean;
  sent: boolean;
  /** Whether the sent note went to the actor. */
  isRecipient: boolean;
}

/** What a person can do with a note. */
export const NOTE_PERMISSIONS = ['change_note', 'delete_note', 'send_meetingnote'] as const;
export type NotePermission = (typeof NOTE_PERMISSIONS)[number];

/** NOTE-001: mentors write notes. */
export function canCreateNote(actor: Actor): boolean {
  return isCapable(actor, 'write_notes');
}

/** Whether the actor may write a note about this student. */
export function canWriteAbout(actor: Actor, studentPk: number): boolean {
  return isMentorOf(actor, studentPk);
}

/** Whether there can be notes about this student that the actor reads: shared by mentors, or received after a meeting. */
export function canListNotesAbout(actor: Actor, studentPk: number): boolean {
  return isRelatedTo(actor, studentPk);
}

/** A plain note: its author and the student's mentors. A meeting note: its author and, once sent, its recipients. */
export function canReadNote(actor: Actor, note: NoteFacts): boolean {
  if (actor.pk === note.authorPk) return true;
  return note.isMeetingNote ? note.sent && note.isRecipient : isMentorOf(actor, note.studentPk);
}

/** Its author, until it is sent (MEET-022, MEET-025). */
export function canChangeNote(actor: Actor, note: NoteFacts): boolean {
  return actor.pk === note.authorPk && !note.sent;
}

export function canDeleteNote(actor: Actor, note: NoteFacts): boolean {
  return canChangeNote(actor, note);
}

/** Whoever sees an unsent meeting note, so its author (MEET-026). */
export function canSendMeetingNote(actor: Actor, note: NoteFacts): boolean {
  return note.isMeetingNote && !note.sent && canReadNote(actor, note);
}

export function notePermissions(actor: Actor, note: NoteFacts): NotePermission[] {
  return [
    ...(canChangeNote(actor, note) ? (['change_note'] as const) : []),
    ...(canDeleteNote(actor, note) ? (['delete_note'] as const) : []),
    ...(canSendMeetingNote(actor, note) ? (['send_meetingnote'] as const) : []),
  ];
}
