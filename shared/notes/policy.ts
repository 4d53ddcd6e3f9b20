import { type Actor, isMentorOf, isNear } from '../kernel/actor.ts';

/** What the rules ask about a note. */
export interface NoteFacts {
  authorPk: number;
  studentPk: number | null;
  isMeetingNote: boolean;
  sent: boolean;
  /** Whether the actor is one of those whom the sent note went to. */
  isRecipient: boolean;
}

/** What the actor may do to a note; the answer carries it and the screen reads it. */
export type NotePermission = 'change_note' | 'delete_note' | 'send_meetingnote';

/** NOTE-001: mentors write notes. */
export function canCreateNote(actor: Actor): boolean {
  return actor.role === 'mentor';
}

/** Whether the actor may write a note about this student. */
export function canWriteAbout(actor: Actor, studentPk: number): boolean {
  return isMentorOf(actor, studentPk);
}

/** Whether there can be notes about this student that the actor reads: shared by mentors, or received after a meeting. */
export function canListNotesAbout(actor: Actor, studentPk: number): boolean {
  return isNear(actor, studentPk);
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
