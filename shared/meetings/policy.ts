import { type Actor, isRelatedTo, isParentOf } from '../kernel/actor.ts';

/** The fields of a booked meeting that the rules read. */
export interface MeetingFacts {
  providerPk: number;
  clientPk: number;
  startsAt: Date;
  status: StoredMeetingStatus;
  /** Whether the student is an adult and keeps parents out of the room. */
  keepsParentsOut: boolean;
  /** Whether the room was closed for good, because the mentor was removed. */
  isRoomClosed: boolean;
}

/** The stored states of a booked meeting. It ends by time. */
export type StoredMeetingStatus = 'booked' | 'canceled';

/** The states of a booked meeting. */
export const MEETING_STATUSES = ['booked', 'canceled', 'ended'] as const;
export type MeetingStatus = (typeof MEETING_STATUSES)[number];

/** The permissions on a booked meeting. */
export const MEETING_PERMISSIONS = [
  'view_meetingroom',
  'add_meetingnote',
  'change_bookedmeeting',
  'cancel_bookedmeeting',
] as const;
export type MeetingPermission = (typeof MEETING_PERMISSIONS)[number];

/** Returns whether the actor can read a meeting: its provider, its client and the client's parents. */
export function canReadMeeting(actor: Actor, meeting: MeetingFacts): boolean {
  return (
    actor.pk === meeting.providerPk || actor.pk === meeting.clientPk || isParentOf(actor, meeting.clientPk)
  );
}

/**
 * Returns whether the actor can open the room of a booked meeting: the provider, the student, and the parents unless an
 * adult student keeps them out.
 */
export function canJoinMeeting(actor: Actor, meeting: MeetingFacts): boolean {
  const isGuest = actor.pk !== meeting.providerPk && actor.pk !== meeting.clientPk;
  return (
    meeting.status === 'booked' &&
    !meeting.isRoomClosed &&
    canReadMeeting(actor, meeting) &&
    !(isGuest && meeting.keepsParentsOut)
  );
}

/** Returns whether the actor can see meetings of this student: as the student, a parent or a mentor. */
export function canListMeetingsOf(actor: Actor, studentPk: number): boolean {
  return isRelatedTo(actor, studentPk);
}

/**
 * Returns whether the actor writes the meeting note: only the provider does (MEET-001, MEET-044), also after the meeting
 * was canceled, because a note may have been started before. Only a removed mentor's canceled meetings have no note.
 */
export function canWriteMeetingNote(actor: Actor, meeting: MeetingFacts): boolean {
  const isProvider = actor.role === 'mentor' && actor.pk === meeting.providerPk;
  return isProvider && (meeting.status === 'booked' || !meeting.isRoomClosed);
}

/** The time of a decision about a meeting. */
export interface ChangeTime {
  now: Date;
  /** How long before its start the family can change a meeting. */
  cutOffHours: number;
}

/**
 * Returns the earliest start of a meeting that the actor can still move or cancel: the family until the cut-off, the
 * provider until it starts.
 */
export function changeableFrom(actor: Actor, providerPk: number, { now, cutOffHours }: ChangeTime): Date {
  const cutOff = actor.pk === providerPk ? 0 : cutOffHours * 3_600_000;
  return new Date(now.getTime() + Math.max(cutOff, 1));
}

/** Returns whether the actor can move or cancel a meeting. */
export function canChangeMeeting(actor: Actor, meeting: MeetingFacts, time: ChangeTime): boolean {
  if (!canReadMeeting(actor, meeting) || meeting.status === 'canceled') return false;
  return meeting.startsAt >= changeableFrom(actor, meeting.providerPk, time);
}

/** Returns the `permissions` of a meeting. */
export function meetingPermissions(
  actor: Actor,
  meeting: MeetingFacts,
  time: ChangeTime,
): MeetingPermission[] {
  return [
    ...(canJoinMeeting(actor, meeting) ? (['view_meetingroom'] as const) : []),
    ...(canWriteMeetingNote(actor, meeting) ? (['add_meetingnote'] as const) : []),
    ...(canChangeMeeting(actor, meeting, time)
      ? (['change_bookedmeeting', 'cancel_bookedmeeting'] as const)
      : []),
  ];
}
