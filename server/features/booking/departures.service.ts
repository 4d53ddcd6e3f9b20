import { DEFAULT_TOPIC } from '#shared/booking/schema.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import type { AlertsService } from '../alerts/alerts.service.ts';
import { meetingKey, type MembershipsService } from '../memberships/memberships.service.ts';
import {
  departureAlerts,
  MEETING_CANCELED_BY_DEPARTURE,
  meetingCanceledByDeparture,
} from './booking.alerts.ts';
import type { BookingSystem, Pair } from './booking-rules.service.ts';
import { createMeetingMails } from './booking.mails.ts';
import { BookingRepository } from './booking.repository.ts';
import { MeetingAlertsRepository, type MeetingWithPeople } from './meeting-alerts.repository.ts';

export type DeparturesService = ReturnType<typeof createDeparturesService>;

/**
 * Creates the service that cancels the meetings of people whose account is deleted or disabled, and of removed mentors.
 * @param calendar the booking system; null for our own calendar
 */
export function createDeparturesService(
  dependencies: ServiceDependencies,
  {
    alerts,
    memberships,
    calendar,
  }: { alerts: AlertsService; memberships: MembershipsService; calendar: BookingSystem | null },
) {
  const { database, clock } = dependencies;
  const repository = new BookingRepository(database);
  const people = new MeetingAlertsRepository(database);
  const mails = createMeetingMails(dependencies, people);
  alerts.registerAlertSource(meetingCanceledByDeparture());

  /**
   * Notifies the people of canceled meetings by email and alert.
   * @param meetings by start
   * @returns the keys of the emails
   */
  async function notify(meetings: readonly MeetingWithPeople[]): Promise<string[]> {
    if (meetings.length === 0) return [];
    const keys: string[] = [];
    for (const meeting of meetings) keys.push(...(await mails.enqueueFor(meeting, 'canceled')));
    // The feed lists the alert that was inserted last first.
    await alerts.announce(MEETING_CANCELED_BY_DEPARTURE, {
      alerts: meetings.toReversed().flatMap(departureAlerts),
    });
    return keys;
  }

  /**
   * Cancels the meetings of a person, and refunds those of students who stay.
   * @returns them by start
   */
  async function cancelAllOf(
    personPk: number,
    departure: 'deleted' | 'disabled',
  ): Promise<MeetingWithPeople[]> {
    // A concurrent booking waits for this lock, and then finds no enabled person.
    await repository.lock(personPk, personPk);
    const canceled = await repository.cancelAllOf(personPk, departure, clock.now());
    await calendar?.cancelLater(canceled.map(({ pk }) => pk));
    // In one order, so that two mentors of the same students can leave at the same time.
    for (const { pk, studentPk } of canceled.toSorted((a, b) => a.studentPk - b.studentPk)) {
      const isDeleted = departure === 'deleted' && studentPk === personPk;
      if (!isDeleted) await memberships.refund(studentPk, 'meetings', meetingKey(pk));
    }
    const meetings: MeetingWithPeople[] = [];
    for (const { pk } of canceled) {
      const meeting = await people.withPeople(pk);
      if (meeting !== undefined) meetings.push(meeting);
    }
    return meetings;
  }

  return {
    /**
     * Cancels the future meetings of a person and notifies the others by email and alert, without the person's name:
     * nothing personal must remain. Call it in the transaction of the deletion, before the person's data is deleted.
     * @returns the keys of the emails
     */
    async cancelMeetingsOf(personPk: number): Promise<string[]> {
      const meetings = await cancelAllOf(personPk, 'deleted');
      return notify(meetings.map((meeting) => withoutName(meeting, personPk)));
    },

    /**
     * Cancels the meetings of a disabled person that have not ended, also a running one, and notifies the others by email
     * and alert. Call it in the transaction that disables the account, after the change: disabled people are not notified.
     */
    async cancelMeetingsOfDisabled(personPk: number): Promise<void> {
      await notify(await cancelAllOf(personPk, 'disabled'));
    },

    /**
     * Cancels the meetings of a removed mentor and the student that have not ended, also a running one, whose room then
     * closes. Call it in the transaction of the removal, before the relation is deleted.
     */
    async cancelMeetingsOfPair({ mentorPk, studentPk }: Pair): Promise<void> {
      // A concurrent booking waits for this lock, and then finds no relation.
      await repository.lock(mentorPk, studentPk);
      const canceled = await repository.cancelAllOfPair(mentorPk, studentPk, clock.now());
      await calendar?.cancelLater(canceled);
      const meetings: MeetingWithPeople[] = [];
      for (const pk of canceled) {
        await memberships.refund(studentPk, 'meetings', meetingKey(pk));
        const meeting = await people.withPeople(pk);
        if (meeting !== undefined) meetings.push(meeting);
      }
      await notify(meetings);
    },
  };
}

/** Returns the meeting without the deleted person and without the topic, which can contain personal data. */
function withoutName(meeting: MeetingWithPeople, personPk: number): MeetingWithPeople {
  return {
    ...meeting,
    name: DEFAULT_TOPIC,
    ...(meeting.mentorPk === personPk
      ? { mentorName: 'your former mentor' }
      : { studentName: 'a former student' }),
    people: meeting.people.filter(({ userPk }) => userPk !== personPk),
  };
}
