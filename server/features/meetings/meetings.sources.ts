/** The meetings of the dashboard: its statement contains this SQL, and its rows are presented here. */
import type { Actor } from '#shared/kernel/actor.ts';
import type { MeetingRow } from './meetings.repository.ts';
import { type Meeting, toMeeting } from './meetings.service.ts';

export { selectNextMeetings, selectUnsentMeetings } from './dashboard-meetings.sql.ts';

/** A meeting as JSON of the database, with dates as text. */
export type MeetingJson = Omit<MeetingRow, 'startsAt' | 'endsAt'> & { startsAt: string; endsAt: string };

/** Returns a meeting with the actor's permissions. */
export function presentMeeting(actor: Actor, json: MeetingJson): Meeting {
  return toMeeting(actor, { ...json, startsAt: new Date(json.startsAt), endsAt: new Date(json.endsAt) });
}
