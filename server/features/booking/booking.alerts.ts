import { paths } from '#shared/kernel/paths.ts';
import { zonedFormatter } from '#shared/kernel/time-zone.ts';
import { othersOf, withOthers } from '#shared/meetings/names.ts';
import type { ClockSource, EventSource, NewAlert } from '../alerts/alerts.sources.ts';
import type { MeetingAlertsRepository, MeetingWithPeople } from './meeting-alerts.repository.ts';

export const MEETING_CHANGED = 'meeting_changed';
export const MEETING_CANCELED_BY_DEPARTURE = 'meeting_ended';
const MEETING_REMINDER = 'meeting_reminder';

/** What someone did with a meeting, or with the meetings of a new series. */
export interface MeetingChange {
  kind: 'booked' | 'moved' | 'canceled';
  meetingPks: readonly number[];
  actorPk: number;
  actorName: string;
}

const REASON = 'You get this because you are invited to this meeting.';

const writeTime = zonedFormatter('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});

const TITLES: Record<MeetingChange['kind'], (actor: string, count: number) => string> = {
  booked: (actor, count) => (count === 1 ? `${actor} booked a meeting` : `${actor} booked ${count} meetings`),
  moved: (actor) => `${actor} moved a meeting`,
  canceled: (actor) => `${actor} canceled a meeting`,
};

/** Returns the alerts of a change, for the other people of the meeting. @param meeting the first changed one */
export function changeAlerts(
  meeting: MeetingWithPeople,
  { kind, meetingPks, actorPk, actorName }: MeetingChange,
): NewAlert[] {
  return meeting.people
    .filter(({ userPk }) => userPk !== actorPk)
    .map(({ userPk, timeZone }) => {
      const time = writeTime(timeZone).format(meeting.startsAt);
      const when = meetingPks.length === 1 ? time : `first on ${time}`;
      const reason = kind === 'canceled' ? ` Reason: ${meeting.cancelReason}` : '';
      return {
        userPk,
        key: `${MEETING_CHANGED}:${meeting.pk}:${kind}:${meeting.sequence}`,
        title: TITLES[kind](actorName, meetingPks.length),
        body: `${meeting.name} ${withOthers(meeting, userPk)}, ${when}.${reason}`,
        path: kind === 'canceled' ? `${paths.meetings}?show=canceled` : paths.meetings,
        studentPk: meeting.studentPk,
      };
    });
}

/**
 * Notifies people of a meeting that was booked, moved or canceled. The event contains the alerts, because the meeting
 * can have another time or other people when they are created.
 */
export function meetingChanged(): EventSource<{ alerts: NewAlert[] }> {
  return { kind: MEETING_CHANGED, reason: REASON, alertsOf: async ({ alerts }) => alerts };
}

/** Returns the alerts of a meeting that was canceled because its mentor or student left. */
export function departureAlerts(meeting: MeetingWithPeople): NewAlert[] {
  return meeting.people.map(({ userPk, timeZone }) => ({
    userPk,
    key: `${MEETING_CANCELED_BY_DEPARTURE}:${meeting.pk}:${meeting.sequence}`,
    title: 'A meeting is canceled',
    body: `${meeting.name} ${withOthers(meeting, userPk)}, ${writeTime(timeZone).format(meeting.startsAt)}. ${meeting.cancelReason}`,
    path: `${paths.meetings}?show=canceled`,
    // It stays after the removal that it is about.
    studentPk: null,
  }));
}

/**
 * Notifies people of meetings that were canceled because the mentor or student left. The event contains the alerts,
 * because the data of a deleted person no longer exists.
 */
export function meetingCanceledByDeparture(): EventSource<{ alerts: NewAlert[] }> {
  return { kind: MEETING_CANCELED_BY_DEPARTURE, reason: REASON, alertsOf: async ({ alerts }) => alerts };
}

/** Reminds everyone of a meeting a day and an hour before. */
export function meetingReminder(repository: MeetingAlertsRepository): ClockSource {
  return {
    kind: MEETING_REMINDER,
    reason: REASON,
    async due(now, after, limit) {
      const last =
        after === null ? null : { userPk: after.userPk, meetingPk: Number(after.key.split(':')[1]) };
      const rows = await repository.reminders(now, last, limit);
      return rows.map(({ userPk, timeZone, meetingPk, name, startsAt, isSoon, ...people }) => ({
        userPk,
        key: `${MEETING_REMINDER}:${meetingPk}:${startsAt.toISOString()}:${isSoon ? 'hour' : 'day'}`,
        // A digest can contain the title after the meeting, so it says when that is.
        title: `Meeting on ${writeTime(timeZone).format(startsAt)}: ${othersOf(people, userPk)}`,
        body: `${name}. It starts in less than ${isSoon ? 'an hour' : 'a day'}.`,
        path: paths.meetings,
        studentPk: people.studentPk,
      }));
    },
  };
}
