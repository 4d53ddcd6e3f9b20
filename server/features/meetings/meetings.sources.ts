/** The meetings of the dashboard: its statement contains this SQL, and its rows are presented here. */
import type { Actor } from '#shared/kernel/actor.ts';
import type { ChangeTime } from '#shared/meetings/policy.ts';
import type { MeetingRow } from './meetings.repository.ts';
import { type Meeting, toMeeting } from './meetings.service.ts';

export { selectNextMeetings, selectUnsentMeetings } from './dashboard-meetings.sql.ts';

type MeetingDate = 'startsAt' | 'endsAt' | 'scheduledAt';

/** A meeting as JSON of the database, with dates as text. */
export type MeetingJson = Omit<MeetingRow, MeetingDate> & Record<MeetingDate, string>;

/** Returns a meeting with the actor's permissions. */
export function presentMeeting(actor: Actor, json: MeetingJson, time: ChangeTime): Meeting {
  const { startsAt, endsAt, scheduledAt } = json;
  const dates = {
    startsAt: new Date(startsAt),
    endsAt: new Date(endsAt),
    scheduledAt: new Date(scheduledAt),
  };
  return toMeeting(actor, { ...json, ...dates }, time);
}
