import { isoText } from '#shared/booking/local-time.ts';
import { cancellationForm } from '#shared/booking/schema.ts';
import { parseInput } from '../../../lib/parse-input.ts';
import {
  type BookingCalendar,
  type BookingRules,
  type BookingSystem,
  pairOf,
} from '../../booking/booking-rules.service.ts';
import type { MembershipsService } from '../../memberships/memberships.service.ts';
import { forPerson } from '../api/simplybook-error.ts';
import type { BookingImport } from '../import/booking-import.ts';
import type { SimplybookContext } from '../simplybook.context.ts';
import { createMeetingChanges } from './change-meetings.ts';
import { createFreeTimes, periodOf } from './free-times.ts';
import { createLaterCancellations } from './later-cancellations.ts';
import { createNewBookings } from './new-bookings.ts';
import type { RequestSender } from './request-sender.ts';
import { createStudentClients } from './student-clients.ts';

/**
 * Creates the calendar that books in SimplyBook.me.
 * @param own our own calendar: meetings that were booked in it are still changed there
 */
export function createSimplybookCalendar(
  context: SimplybookContext,
  {
    rules,
    memberships,
    own,
    bookingImport,
    requestSender,
  }: {
    rules: BookingRules;
    memberships: MembershipsService;
    own: BookingCalendar;
    bookingImport: BookingImport;
    requestSender: RequestSender;
  },
): BookingSystem {
  const {
    timeZone,
    tables: { people, bookings },
  } = context;
  const freeTimes = createFreeTimes(context, rules);
  const studentClients = createStudentClients(context);
  const newBookings = createNewBookings(context, {
    rules,
    memberships,
    freeTimes,
    studentClients,
    requestSender,
  });
  const changes = createMeetingChanges(context, { rules, freeTimes, bookingImport });
  const laterCancellations = createLaterCancellations(context, bookingImport);

  return {
    async bookableMentors(pks) {
      return new Set(await people.linkedMentors(pks));
    },

    cancelLater: (meetingPks) => laterCancellations.cancelLater(meetingPks),

    async slots(actor, asked) {
      const { from, to } = asked;
      const moved = asked.meeting === null ? null : await rules.readMeeting(actor, asked.meeting);
      if (moved !== null && !(await bookings.isBookedThere(moved.pk))) return own.slots(actor, asked);
      return forPerson(async () => {
        const pair = pairOf(asked);
        const taken = await freeTimes.takenPeriods(actor, pair, { from, to, moved });
        const [providerId] = await people.idsOf('provider', pair.mentorPk);
        if (providerId === undefined) return { timeZone: null, minutes: null, slots: [] };
        const free = await freeTimes.list({ providerId, from, to, taken, isFresh: false });
        return {
          timeZone,
          minutes: await freeTimes.minutesOfService(),
          slots: free.map((slot) => isoText(slot.getTime())),
        };
      });
    },

    free: (actor, { starts, ...asked }) =>
      forPerson(async () => {
        const pair = pairOf(asked);
        const period = periodOf(starts);
        const taken = await freeTimes.takenPeriods(actor, pair, period);
        const [providerId] = await people.idsOf('provider', pair.mentorPk);
        const free =
          providerId === undefined
            ? []
            : await freeTimes.list({ providerId, ...period, taken, isFresh: false });
        return starts.map((start) => free.some((slot) => Number(slot) === Number(start)));
      }),

    book: (actor, request) => forPerson(() => newBookings.book(actor, request)),

    async move(actor, change) {
      const meeting = await rules.requireChangeable(actor, change.meeting, change.sequence);
      if (!(await bookings.isBookedThere(meeting.pk))) return own.move(actor, change);
      await forPerson(() => changes.move(actor, meeting, change));
      return rules.readMeeting(actor, change.meeting);
    },

    async cancel(actor, given) {
      const change = { ...given, ...parseInput(cancellationForm, { reason: given.reason }) };
      const meeting = await rules.requireChangeable(actor, change.meeting, change.sequence);
      if (!(await bookings.isBookedThere(meeting.pk))) return own.cancel(actor, change);
      await forPerson(() => changes.cancel(actor, meeting, change));
      return rules.readMeeting(actor, change.meeting);
    },
  };
}
