import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventClass,
  ICalEventStatus,
} from 'ical-generator';
import { paths } from '#shared/kernel/paths.ts';
import { zonedFormatter } from '#shared/kernel/time-zone.ts';
import { othersOf, withOthers } from '#shared/meetings/names.ts';
import { JOIN_OPENS_MINUTES } from '#shared/rooms/constants.ts';
import { addressOf } from '../../config.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { renderMail } from '../../mail/layout.ts';
import { FULL_MOMENT } from '../../mail/moment.ts';
import type { MailCalendar } from '../../mail/outgoing-mail.ts';
import type { MeetingChange } from './booking.alerts.ts';
import { meetingUid } from '../meetings/meetings.service.ts';
import type {
  MeetingAlertsRepository,
  MeetingPerson,
  MeetingWithPeople,
} from './meeting-alerts.repository.ts';

const writeTime = zonedFormatter('en-US', { weekday: 'long', ...FULL_MOMENT });

/** Creates the emails with calendar invitations, which calendar programs add, update and remove. */
export function createMeetingMails(
  { config, mail }: Pick<ServiceDependencies, 'config' | 'mail'>,
  repository: MeetingAlertsRepository,
) {
  const sender = addressOf(config.mailFrom);

  /**
   * Returns the invitation of one person. It contains no other addresses, because the people of a meeting may
   * not know them.
   */
  function invitationOf(meeting: MeetingWithPeople, person: MeetingPerson): MailCalendar {
    const isCanceled = meeting.status === 'canceled';
    const calendar = ical({
      prodId: { company: 'GoPath', product: 'GoPath', language: 'EN' },
      method: isCanceled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST,
    });
    const url = config.publicUrl + paths.meetingRoom(meeting.meetId);
    calendar.createEvent({
      id: meetingUid(meeting.pk, config.publicUrl),
      sequence: meeting.sequence,
      stamp: meeting.canceledAt ?? meeting.scheduledAt,
      start: meeting.startsAt,
      end: meeting.endsAt,
      summary: `${meeting.name}: ${othersOf(meeting, person.userPk)}`,
      description: isCanceled ? meeting.cancelReason : person.canJoin ? `Join: ${url}` : '',
      ...(person.canJoin ? { location: url, url } : {}),
      class: ICalEventClass.PRIVATE,
      status: isCanceled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      organizer: { name: 'GoPath', email: sender },
      attendees: [
        {
          name: person.fullName,
          email: person.email,
          role: ICalAttendeeRole.REQ,
          status: ICalAttendeeStatus.ACCEPTED,
          rsvp: false,
        },
      ],
    });
    return { method: isCanceled ? 'CANCEL' : 'REQUEST', content: calendar.toString() };
  }

  function textsOf(meeting: MeetingWithPeople, person: MeetingPerson, isMoved: boolean) {
    const when = writeTime(person.timeZone).format(meeting.startsAt);
    const meetingWith = `${meeting.name} ${withOthers(meeting, person.userPk)}`;
    if (meeting.status === 'canceled') {
      return {
        subject: `Canceled: ${meetingWith}`,
        paragraphs: [`${meetingWith} on ${when} is canceled.`, `Reason: ${meeting.cancelReason}`],
        action: { label: 'See your meetings', url: config.publicUrl + paths.meetings },
      };
    }
    const opens = person.canJoin ? `The room opens ${JOIN_OPENS_MINUTES} minutes before the start. ` : '';
    return {
      subject: `${isMoved ? 'Moved' : 'Booked'}: ${meetingWith}`,
      paragraphs: [
        `${meetingWith} ${isMoved ? 'was moved to' : 'is on'} ${when}.`,
        `${opens}Your calendar program adds the meeting from this email.`,
      ],
      action: person.canJoin
        ? { label: 'Open the meeting room', url: config.publicUrl + paths.meetingRoom(meeting.meetId) }
        : { label: 'See your meetings', url: config.publicUrl + paths.meetings },
    };
  }

  /**
   * Queues an email to everyone invited about a change of the meeting. Call it in the change's transaction.
   * @returns the keys of the emails
   */
  async function enqueueFor(meeting: MeetingWithPeople, kind: MeetingChange['kind']): Promise<string[]> {
    const keys: string[] = [];
    for (const person of meeting.people) {
      const { subject, paragraphs, action } = textsOf(meeting, person, kind === 'moved');
      const { text, html } = renderMail({
        title: subject,
        paragraphs,
        action,
        reason: 'You get this because you are invited to this meeting.',
      });
      const key = `meeting:${meeting.pk}:${meeting.sequence}:${person.userPk}`;
      keys.push(key);
      await mail.enqueue({
        key,
        to: person.email,
        // Imported names can contain line breaks.
        subject: subject.replaceAll(/\s+/g, ' '),
        text,
        html,
        calendar: invitationOf(meeting, person),
      });
    }
    return keys;
  }

  return {
    enqueueFor,

    /** Queues an email to everyone invited about each changed meeting. Call it in the change's transaction. */
    async enqueue({ kind, meetingPks }: Pick<MeetingChange, 'kind' | 'meetingPks'>): Promise<void> {
      for (const pk of meetingPks) {
        const meeting = await repository.withPeople(pk);
        if (meeting !== undefined) await enqueueFor(meeting, kind);
      }
    },
  };
}
