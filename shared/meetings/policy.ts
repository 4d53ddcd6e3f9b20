import { type Actor, isRelatedTo, isParentOf } from '../kernel/actor.ts';

/** What the rules read of a booked meeting. */
export interface MeetingFacts {
  providerPk: number;
  clientPk: number;
}

/** What a person can do with a booked meeting. */
export const MEETING_PERMISSIONS = ['add_meetingnote'] as const;
export type MeetingPermission = (typeof MEETING_PERMISSIONS)[number];

/** Its provider, its client and the client's parents. */
export function canReadMeeting(actor: Actor, meeting: MeetingFacts): boolean {
  return (
    actor.pk === meeting.providerPk || actor.pk === meeting.clientPk || isParentOf(actor, meeting.clientPk)
  );
}

/** Returns whether the actor can see meetings of this student: as the student, a parent or a mentor. */
export function canListMeetingsOf(actor: Actor, studentPk: number): boolean {
  return isRelatedTo(actor, studentPk);
}

/** MEET-001, MEET-044: only the provider writes the meeting note. */
export function canWriteMeetingNote(actor: Actor, meeting: MeetingFacts): boolean {
  return actor.role === 'mentor' && actor.pk === meeting.providerPk;
}

export function meetingPermissions(actor: Actor, meeting: MeetingFacts): MeetingPermission[] {
  return canWriteMeetingNote(actor, meeting) ? ['add_meetingnote'] : [];
}
