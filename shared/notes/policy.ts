import { type Actor, isMentorOf, isRelatedTo } from '../kernel/actor.ts';
import { isCapable } from '../kernel/capabilities.ts';

/** The fields of a note that the rules read. */
export interface NoteFacts {
  authorPk: number;
  studentPk: number | null;
  isMeetingNote: boolean;
  sent: boolean;
  /** Whether the actor is a recipient of the sent note. */
  isRecipient: boolean;
}

/** The permissions on a note. */
export const NOTE_PERMISSIONS = ['change_note', 'delete_note', 'send_meetingnote'] as const;
export type NotePermission = (typeof NOTE_PERMISSIONS)[number];

/** Returns whether the actor can write notes: mentors can (NOTE-001). */
export function canCreateNote(actor: Actor): boolean {
  return isCapable(actor, 'write_notes');
}

/** Returns whether the actor can write a note about this student. */
export function canWriteAbout(actor: Actor, studentPk: number): boolean {
  return isMentorOf(actor, studentPk);
}

/** Returns whether the actor can have notes about this student: shared by mentors, or received after a meeting. */
export function canListNotesAbout(actor: Actor, studentPk: number): boolean {
  return isRelatedTo(actor, studentPk);
}

/**
 * Returns whether the actor can read a note. A plain note: its author and the student's mentors. A meeting note: its
 * author and, once sent, its recipients.
 */
export function canReadNote(actor: Actor, note: NoteFacts): boolean {
  if (actor.pk === note.authorPk) return true;
  return note.isMeetingNote ? note.sent && note.isRecipient : isMentorOf(actor, note.studentPk);
}

/** Returns whether the actor can change a note: its author, until it is sent (MEET-022, MEET-025). */
export function canChangeNote(actor: Actor, note: NoteFacts): boolean {
  return actor.pk === note.authorPk && !note.sent;
}

/** Returns whether the actor can delete a note: whoever can change it. */
export function canDeleteNote(actor: Actor, note: NoteFacts): boolean {
  return canChangeNote(actor, note);
}

/**
 * Returns whether the actor can send a meeting note: anyone who sees it unsent, so its author (MEET-026), while they
 * mentor the student.
 */
export function canSendMeetingNote(actor: Actor, note: NoteFacts): boolean {
  return note.isMeetingNote && !note.sent && canReadNote(actor, note) && isMentorOf(actor, note.studentPk);
}

/** Returns the `permissions` of a note. */
export function notePermissions(actor: Actor, note: NoteFacts): NotePermission[] {
  return [
    ...(canChangeNote(actor, note) ? (['change_note'] as const) : []),
    ...(canDeleteNote(actor, note) ? (['delete_note'] as const) : []),
    ...(canSendMeetingNote(actor, note) ? (['send_meetingnote'] as const) : []),
  ];
}
