import { BOOKING_MESSAGES } from '#shared/booking/schema.ts';
import type { Actor } from '#shared/kernel/actor.ts';
import { AppError, invalid } from '#shared/kernel/errors.ts';
import type { BookingRules, ChangeRequest, Pair, Search } from '../../booking/booking-rules.service.ts';
import type { Meeting } from '../../meetings/meetings.service.ts';
import { fromCompanyTime, toCompanyTime } from '../api/company-time.ts';
import type { SimplybookBooking } from '../api/responses.ts';
import { SimplybookError } from '../api/simplybook-error.ts';
import type { BookingImport } from '../import/booking-import.ts';
import type { SimplybookContext } from '../simplybook.context.ts';
import type { FreeTimes } from './free-times.ts';

/** A move to another time. */
type Move = ChangeRequest & { startsAt: Date };

/**
 * How long a cancellation or move whose answer was lost is remembered. A callback or sync then applies the change
 * with its person and reason, and the student is not free at the new time of the move.
 */
const LOST_ANSWER_SECONDS = 900;
/** How long a request reserves the change of a meeting: longer than its calls take, with their timeouts. */
const CLAIM_SECONDS = 120;

/**
 * Moves and cancels meetings that were booked in SimplyBook.me. In this order: stores who does it (and reserves the
 * change), sends it, and applies the result here.
 */
export function createMeetingChanges(
  { database, clock, timeZone, serviceId, api, tables: { bookings, changes } }: SimplybookContext,
  {
    rules,
    freeTimes,
    bookingImport,
  }: { rules: BookingRules; freeTimes: FreeTimes; bookingImport: BookingImport },
) {
  /**
   * Reserves the change of a meeting until the calls of SimplyBook.me are done. Call it in a transaction.
   * @throws AppError CONFLICT when another request is changing the meeting or has changed it, see `requireChangeable`
   */
  async function reserveChange(actor: Actor, { meeting: id, sequence }: ChangeRequest, bookingId: number) {
    if (!(await changes.claim(bookingId, CLAIM_SECONDS))) {
      throw new AppError('CONFLICT', BOOKING_MESSAGES.changed);
    }
    // Another request can have changed the meeting, and released it, since it was read.
    await rules.requireChangeable(actor, id, sequence);
  }

  /** Releases a reserved change when its work is done or failed. */
  async function thenRelease<Result>(bookingId: number, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } finally {
      await changes.release(bookingId);
    }
  }

  /**
   * Returns the booking of a meeting. If it was changed there and no sync has read that yet, applies the change, so
   * that the reservation finds it.
   * @param startsAt the new time, which the booking already has when only the answer of an earlier move was lost
   * @throws AppError CONFLICT when it is canceled there
   */
  async function readBooking(meeting: Meeting, startsAt: Date): Promise<SimplybookBooking> {
    const readNumber = await bookings.nextRead();
    const booking = await api.readBooking(meeting.simplybookId, { isBackground: false });
    if (booking === null || booking.state === 'canceled') {
      await bookingImport.cancel(meeting.simplybookId, readNumber);
      throw new AppError('CONFLICT', BOOKING_MESSAGES.over);
    }
    const start = Number(fromCompanyTime(booking.start, timeZone));
    if (![meeting.startsAt, startsAt].some((known) => Number(known) === start)) {
      await bookingImport.apply(booking, { readNumber });
    }
    return booking;
  }

  /** Reserves and stores a move, unless the student has another meeting at the new time. @returns whether it did */
  async function reserveMove(
    actor: Actor,
    change: Move,
    { bookingId, pair, search }: { bookingId: number; pair: Pair; search: Search },
  ): Promise<boolean> {
    const { startsAt } = change;
    return database.transaction(async () => {
      await rules.lockPair(pair);
      const overlaps = await freeTimes.overlapCheck(await freeTimes.takenPeriods(actor, pair, search));
      if (overlaps(startsAt)) return false;
      await reserveChange(actor, change, bookingId);
      await changes.startMove(bookingId, { to: startsAt, actorPk: actor.pk, seconds: LOST_ANSWER_SECONDS });
      return true;
    });
  }

  /** Moves the booking of a meeting whose change is reserved. @returns whether SimplyBook.me accepts the time */
  async function moveThere(
    { id, providerId, clientId }: SimplybookBooking,
    startsAt: Date,
  ): Promise<boolean> {
    try {
      const start = toCompanyTime(startsAt, timeZone);
      await api.moveBooking(id, { start, serviceId, providerId, clientId });
      return true;
    } catch (error) {
      if (error instanceof SimplybookError && error.kind === 'refused') return false;
      throw error;
    }
  }

  /** Makes the meeting equal to its moved booking. */
  async function moveHere(
    actor: Actor,
    { startsAt: oldStart, endsAt: oldEnd }: Meeting,
    { booking, startsAt }: { booking: SimplybookBooking; startsAt: Date },
  ): Promise<void> {
    const endsAt = new Date(Number(startsAt) + Number(oldEnd) - Number(oldStart));
    const times = { start: toCompanyTime(startsAt, timeZone), end: toCompanyTime(endsAt, timeZone) };
    await bookingImport.apply(
      // One that waits for a confirmation there stays a meeting.
      { ...booking, ...times, state: 'booked' },
      { readNumber: await bookings.nextRead(), by: { pk: actor.pk, fullName: actor.fullName } },
    );
  }

  return {
    /** Moves a meeting to another free time. @throws AppError CONFLICT */
    async move(actor: Actor, meeting: Meeting, change: Move): Promise<void> {
      const { startsAt } = change;
      const pair: Pair = { mentorPk: meeting.providerPk, studentPk: meeting.clientPk };
      const search = { from: startsAt, to: startsAt, moved: meeting };
      await rules.loadFacts(actor, pair, search);
      if (startsAt <= clock.now()) throw invalid('startsAt', BOOKING_MESSAGES.notFree);
      const booking = await readBooking(meeting, startsAt);
      const { id: bookingId, providerId } = booking;
      const takenError = () =>
        freeTimes.takenError(actor, pair, { providerId, start: startsAt, moved: meeting });
      // Reads it into the cache: the transaction must not wait for SimplyBook.me.
      await freeTimes.minutesOfService();
      if (!(await reserveMove(actor, change, { bookingId, pair, search }))) throw await takenError();
      const isAccepted = await thenRelease(bookingId, async () => {
        const isMoved = await moveThere(booking, startsAt);
        freeTimes.clearCache();
        if (isMoved) await moveHere(actor, meeting, { booking, startsAt });
        await changes.endMove(bookingId, startsAt);
        return isMoved;
      });
      if (!isAccepted) throw await takenError();
    },

    /** Cancels a meeting. @throws AppError CONFLICT */
    async cancel(actor: Actor, meeting: Meeting, change: ChangeRequest & { reason: string }): Promise<void> {
      const { pk, simplybookId } = meeting;
      await database.transaction(async () => {
        await reserveChange(actor, change, simplybookId);
        // The callback can be processed before the answer. It then uses this person and reason.
        await changes.startCancellation(pk, {
          actorPk: actor.pk,
          reason: change.reason,
          seconds: LOST_ANSWER_SECONDS,
        });
      });
      await thenRelease(simplybookId, async () => {
        await api.cancelBooking(simplybookId, { isBackground: false });
        freeTimes.clearCache();
        await bookingImport.cancel(simplybookId, await bookings.nextRead());
      });
    },
  };
}
