import { z } from 'zod';
import { MAX_SERIES_LENGTH, MAX_SLOT_DAYS } from '#shared/booking/schema.ts';
import { SERIES_WEEKS, seriesStarts } from '#shared/booking/slots.ts';
import type { Actor } from '#shared/kernel/actor.ts';
import { invalid, notFound } from '#shared/kernel/errors.ts';
import { requirePk } from '#shared/kernel/ids.ts';
import { canListMeetingsOf, changeableFrom } from '#shared/meetings/policy.ts';
import { batchByActor } from '../../db/batch-by-actor.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { parseInput } from '../../lib/parse-input.ts';
import type { Meeting } from '../meetings/meetings.service.ts';
import type { MembershipsService } from '../memberships/memberships.service.ts';
import type {
  BookingCalendar,
  BookingSystem,
  BookingRules,
  BookRequest,
  ChangeRequest,
  FreeSlots,
  PairRequest,
  SlotsRequest,
} from './booking-rules.service.ts';
import { BookingRepository, type PairRow } from './booking.repository.ts';
import { createOwnCalendar } from './own-calendar.ts';

export { createOwnCalendar } from './own-calendar.ts';

/** The free times of a mentor, as the viewer can book them. */
export interface BookableSlots extends FreeSlots {
  /** The earliest start of a meeting that the viewer can still move or cancel. */
  changeableFrom: Date;
}

/** A meeting of a planned series. */
export interface SeriesSlot {
  startsAt: Date;
  isFree: boolean;
}

const DAY = 86_400_000;
/** The maximum number of mentors and students of one response. */
const MAX_PAIRS = 500;

const seriesInput = z.object({
  weeks: z.literal(SERIES_WEEKS, 'A series repeats every week or every two weeks'),
  times: z.int().min(2).max(MAX_SERIES_LENGTH, `A series has at most ${MAX_SERIES_LENGTH} meetings`),
});

/** Creates the service of bookings. @param calendar the booking system; null for our own calendar */
export function createBookingService(
  dependencies: ServiceDependencies,
  {
    rules,
    memberships,
    calendar: system,
  }: { rules: BookingRules; memberships: MembershipsService; calendar: BookingSystem | null },
) {
  const repository = new BookingRepository(dependencies.database);
  const willReturn = batchByActor<boolean>(async (_actor, pks) =>
    memberships.meetingsToReturn(await repository.studentsOf(pks)),
  );
  const calendar: BookingCalendar = system ?? createOwnCalendar(dependencies, { rules, memberships });

  return {
    /** Returns the mentors and students whose meetings the actor can book, by name of the student. */
    async pairs(actor: Actor): Promise<PairRow[]> {
      if (!(await repository.hasMeetings(actor.pk))) return [];
      const studentPks = actor.role === 'student' ? [actor.pk] : actor.studentPks;
      const mentorPk = actor.role === 'mentor' ? actor.pk : null;
      const pairs = await repository.pairs(studentPks, mentorPk, MAX_PAIRS);
      if (system === null) return pairs;
      const bookable = await system.bookableMentors(pairs.map((pair) => pair.mentorPk));
      return pairs.map((pair) => ({ ...pair, hasHours: bookable.has(pair.mentorPk) }));
    },

    /**
     * Returns how many more meetings a student can book; negative means unlimited (MEET-047).
     * @throws AppError NOT_FOUND
     */
    async remaining(actor: Actor, student: string): Promise<number> {
      const studentPk = requirePk('User', student);
      if (!canListMeetingsOf(actor, studentPk)) throw notFound();
      return memberships.remaining(studentPk, 'meetings');
    },

    /**
     * Returns the free times of a mentor for a student.
     * @throws AppError INVALID_INPUT for a search of too many days
     */
    async slots(actor: Actor, asked: SlotsRequest): Promise<BookableSlots> {
      if (asked.to.getTime() - asked.from.getTime() > MAX_SLOT_DAYS * DAY) {
        throw invalid('to', `Request at most ${MAX_SLOT_DAYS} days.`);
      }
      const time = { now: dependencies.clock.now(), cutOffHours: dependencies.config.meetingCutOffHours };
      return {
        ...(await calendar.slots(actor, asked)),
        changeableFrom: changeableFrom(actor, requirePk('User', asked.mentor), time),
      };
    },

    /** Returns the meetings of a planned series, and which of them can be booked. */
    async series(
      actor: Actor,
      { startsAt, ...asked }: PairRequest & { startsAt: Date; weeks: number; times: number },
    ): Promise<SeriesSlot[]> {
      const { weeks, times } = parseInput(seriesInput, { weeks: asked.weeks, times: asked.times });
      const to = new Date(startsAt.getTime() + 1);
      const { timeZone } = await calendar.slots(actor, { ...asked, from: startsAt, to, meeting: null });
      if (timeZone === null) return [];
      const starts = seriesStarts(startsAt, weeks, times, timeZone);
      const free = await calendar.free(actor, { ...asked, starts });
      return starts.map((start, index) => ({ startsAt: start, isFree: free[index] === true }));
    },

    /**
     * Returns whether canceling a meeting adds one to the student's remaining meetings; null when the actor cannot
     * cancel it, and when GoPath does not count them.
     */
    async returnsToBalance(actor: Actor, { pk, permissions }: Meeting): Promise<boolean | null> {
      if (!permissions.includes('cancel_bookedmeeting')) return null;
      return (await willReturn(actor, pk)) ?? null;
    },

    /** Books a meeting, or all meetings of a series. See {@link BookingCalendar} for the errors of all changes. */
    book: (actor: Actor, request: BookRequest): Promise<Meeting[]> => calendar.book(actor, request),

    move: (actor: Actor, change: ChangeRequest & { startsAt: Date }): Promise<Meeting> =>
      calendar.move(actor, change),

    cancel: (actor: Actor, change: ChangeRequest & { reason: string }): Promise<Meeting> =>
      calendar.cancel(actor, change),
  };
}
