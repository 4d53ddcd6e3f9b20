import { type Actor, isNear, isParentOf } from '../kernel/actor.ts';

/** What the rules ask about a booked meeting. */
export interface MeetingFacts {
  providerPk: number;
  clientPk: number;
}

/** What the actor may do with a booked meeting. */
export type MeetingPermission = 'add_meetingnote';

/** Its provider, its client and the client's parents. */
export function canReadMeeting(actor: Actor, meeting: MeetingFacts): boolean {
  return (
    actor.pk === meeting.providerPk || actor.pk === meeting.clientPk || isParentOf(actor, meeting.clientPk)
  );
}

/** Whether there can be meetings of this student that the actor reads: own ones, the child's, those one gives. */
export function canListMeetingsOf(actor: Actor, studentPk: number): boolean {
  return isNear(actor, studentPk);
}

/** MEET-001, MEET-044: only the provider writes the meeting note. */
export function canWriteMeetingNote(actor: Actor, meeting: MeetingFacts): boolean {
  return actor.role === 'mentor' && actor.pk === meeting.providerPk;
}

export function meetingPermissions(actor: Actor, meeting: MeetingFacts): MeetingPermission[] {
  return canWriteMeetingNote(actor, meeting) ? ['add_meetingnote'] : [];
}
