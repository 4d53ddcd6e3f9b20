import { type Actor, isRelatedTo, isParentOf } from '../kernel/actor.ts';

/** The fields of a booked meeting that the rules read. */
export interface MeetingFacts {
  providerPk: number;
  clientPk: number;
}

/** The permissions on a booked meeting. */
export const MEETING_PERMISSIONS = ['add_meetingnote'] as const;
export type MeetingPermission = (typeof MEETING_PERMISSIONS)[number];

/** Returns whether the actor can read a meeting: its provider, its client and the client's parents. */
export function canReadMeeting(actor: Actor, meeting: MeetingFacts): boolean {
  return (
    actor.pk === meeting.providerPk || actor.pk === meeting.clientPk || isParentOf(actor, meeting.clientPk)
  );
}

/** Returns whether the actor can see meetings of this student: as the student, a parent or a mentor. */
export function canListMeetingsOf(actor: Actor, studentPk: number): boolean {
  return isRelatedTo(actor, studentPk);
}

/** Returns whether the actor writes the meeting note: only the provider does (MEET-001, MEET-044). */
export function canWriteMeetingNote(actor: Actor, meeting: MeetingFacts): boolean {
  return actor.role === 'mentor' && actor.pk === meeting.providerPk;
}

export function meetingPermissions(actor: Actor, meeting: MeetingFacts): MeetingPermission[] {
  return canWriteMeetingNote(actor, meeting) ? ['add_meetingnote'] : [];
}
