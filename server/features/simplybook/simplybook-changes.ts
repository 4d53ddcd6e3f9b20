import { BOOKING_MESSAGES } from '#shared/booking/schema.ts';
import type { Actor } from '#shared/kernel/actor.ts';
import { AppError, invalid } from '#shared/kernel/errors.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import type { Jobs } from '../../jobs/queue.ts';
import type { BookingRules, ChangeRequest, Pair } from '../booking/booking-rules.service.ts';
import type { Meeting } from '../meetings/meetings.service.ts';
import type { MeetingBooking, SimplybookBookingsRepository } from './simplybook-bookings.repository.ts';
import type { SimplybookFreeTimes } from './simplybook-free-times.ts';
import type { SimplybookImport } from './simplybook-import.ts';
import type { SimplybookClient } from './simplybook.client.ts';
import { SimplybookError } from './simplybook.errors.ts';
import { momentOfTheirs, type TheirBooking, toTheirs } from './simplybook.protocol.ts';
import type { SimplybookRepository } from './simplybook.repository.ts';

const CANCEL = 'simplybook.cancel';
/** About a day, with growing delays of at most an hour. */
const CANCEL_RETRIES = 30;
/**
 * How long a cancellation or move whose answer was lost is remembered. A callback or sync then applies the change with its
 * person and reason, and the student is not free at the new time of the move.
 */
const LOST_ANSWER_SECONDS = 900;
/** How long a request reserves the change of a meeting: longer than its calls take, with their timeouts. */
const CLAIM_SECONDS = 120;

/** Moves and cancels meetings that were booked in SimplyBook.me, there and here. */
export function createSimplybookChanges(
  {
    database,
    clock,
    jobs,
    client,
    repository,
    bookings,
    importer,
    rules,
    freeTimes,
  }: {
    database: Database;
    clock: Clock;
    jobs: Jobs;
    client: SimplybookClient;
    repository: SimplybookRepository;
    bookings: SimplybookBookingsRepository;
    importer: SimplybookImport;
    rules: BookingRules;
    freeTimes: SimplybookFreeTimes;
  },
  { timeZone, serviceId }: { timeZone: string; serviceId: number },
) {
  /**
   * Cancels the booking of a meeting that GoPath canceled. If the booking was given to other people there and GoPath had
   * not read that yet, applies it instead.
   */
  async function cancelThere({ id, studentPk, providerIds, clientId }: MeetingBooking): Promise<void> {
    const readNumber = await bookings.nextRead();
    const booking = await client.booking(id, { isBackground: true });
    if (booking === null || booking.state === 'canceled') return;
    const isOfStudent =
      clientId === null ||
      clientId === booking.clientId ||
      (await repository.linked('client', booking.clientId))?.pk === studentPk;
    if (isOfStudent && providerIds.includes(booking.providerId)) {
      await client.cancelBooking(id, { isBackground: true });
    } else {
      await importer.apply(booking, { readNumber });
    }
  }

  jobs.register<MeetingBooking | { id: number }>(
    CANCEL,
    (canceled) =>
      // A job of the previous version has only the number.
      'meetingPk' in canceled
        ? cancelThere(canceled)
        : client.cancelBooking(canceled.id, { isBackground: true }),
    { retries: CANCEL_RETRIES, retryDelay: 60 },
  );

  /**
   * Reserves the change of a meeting until the calls of SimplyBook.me are done. Call it in a transaction.
   * @throws AppError CONFLICT when another request is changing the meeting or has changed it, see `requireChangeable`
   */
  async function reserveChange(actor: Actor, { meeting: id, sequence }: ChangeRequest, bookingId: number) {
    if (!(await bookings.claimChange(bookingId, CLAIM_SECONDS))) {
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
      await bookings.releaseChange(bookingId);
    }
  }

  /**
   * Returns the booking of a meeting. If it was changed there and no sync has read that yet, applies the change, so that
   * the reservation finds it.
   * @param startsAt the new time, which the booking already has when only the answer of an earlier move was lost
   * @throws AppError CONFLICT when it is canceled there
   */
  async function readBooking(meeting: Meeting, startsAt: Date): Promise<TheirBooking> {
    const readNumber = await bookings.nextRead();
    const booking = await client.booking(meeting.simplybookId, { isBackground: false });
    if (booking === null || booking.state === 'canceled') {
      await importer.cancel(meeting.simplybookId, readNumber);
      throw new AppError('CONFLICT', BOOKING_MESSAGES.over);
    }
    const start = Number(momentOfTheirs(booking.start, timeZone));
    if (![meeting.startsAt, startsAt].some((known) => Number(known) === start)) {
      await importer.apply(booking, { readNumber });
    }
    return booking;
  }

  /** Moves the booking of a meeting whose change is reserved. @returns whether SimplyBook.me accepts the time */
  async function moveThere({ id, providerId, clientId }: TheirBooking, startsAt: Date): Promise<boolean> {
    try {
      await client.moveBooking(id, {
        start_datetime: toTheirs(startsAt, timeZone),
        service_id: serviceId,
        provider_id: providerId,
        client_id: clientId,
      });
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
    { booking, startsAt }: { booking: TheirBooking; startsAt: Date },
  ): Promise<void> {
    const endsAt = new Date(Number(startsAt) + Number(oldEnd) - Number(oldStart));
    const times = { start: toTheirs(startsAt, timeZone), end: toTheirs(endsAt, timeZone) };
    await importer.apply(
      // One that waits for a confirmation there stays a meeting.
      { ...booking, ...times, state: 'booked' },
      { readNumber: await bookings.nextRead(), by: { pk: actor.pk, fullName: actor.fullName } },
    );
  }

  return {
    /** Moves a meeting to another free time. @throws AppError CONFLICT */
    async move(actor: Actor, meeting: Meeting, change: ChangeRequest & { startsAt: Date }): Promise<void> {
      const { startsAt } = change;
      const pair: Pair = { mentorPk: meeting.providerPk, studentPk: meeting.clientPk };
      const search = { from: startsAt, to: startsAt, moved: meeting };
      await rules.loadFacts(actor, pair, search);
      if (startsAt <= clock.now()) throw invalid('startsAt', BOOKING_MESSAGES.notFree);
      const booking = await readBooking(meeting, startsAt);
      const refuse = () =>
        freeTimes.takenError(actor, pair, {
          providerId: booking.providerId,
          start: startsAt,
          moved: meeting,
        });
      // Reads it into the cache: the transaction must not wait for SimplyBook.me.
      await freeTimes.minutesOfService();
      const isOverlapping = await database.transaction(async () => {
        await rules.lockPair(pair);
        const overlaps = await freeTimes.findOverlaps(await freeTimes.takenPeriods(actor, pair, search));
        if (overlaps(startsAt)) return true;
        await reserveChange(actor, change, booking.id);
        await bookings.startMove(booking.id, {
          to: startsAt,
          actorPk: actor.pk,
          seconds: LOST_ANSWER_SECONDS,
        });
        return false;
      });
      if (isOverlapping) throw await refuse();
      const isAccepted = await thenRelease(booking.id, async () => {
        const isMoved = await moveThere(booking, startsAt);
        freeTimes.clear();
        if (isMoved) await moveHere(actor, meeting, { booking, startsAt });
        await bookings.endMove(booking.id, startsAt);
        return isMoved;
      });
      if (!isAccepted) throw await refuse();
    },

    /** Cancels a meeting. @throws AppError CONFLICT */
    async cancel(actor: Actor, meeting: Meeting, change: ChangeRequest & { reason: string }): Promise<void> {
      const { pk, simplybookId } = meeting;
      await database.transaction(async () => {
        await reserveChange(actor, change, simplybookId);
        // The callback can be processed before the answer. It then uses this person and reason.
        await bookings.requestCancellation(pk, {
          actorPk: actor.pk,
          reason: change.reason,
          seconds: LOST_ANSWER_SECONDS,
        });
      });
      await thenRelease(simplybookId, async () => {
        await client.cancelBooking(simplybookId, { isBackground: false });
        freeTimes.clear();
        await importer.cancel(simplybookId, await bookings.nextRead());
      });
    },

    /** Queues the cancellation there of meetings that GoPath canceled. Call it in the transaction of the change. */
    async cancelLater(meetingPks: readonly number[]): Promise<void> {
      for (const booking of await bookings.bookingsOf(meetingPks)) {
        await jobs.send(CANCEL, booking, { singletonKey: `meeting ${booking.meetingPk}` });
      }
    },
  };
}
