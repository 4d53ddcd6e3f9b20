import { randomUUID } from 'node:crypto';
import { BOOKING_MESSAGES, bookingInput, DEFAULT_TOPIC, tooManyMeetings } from '#shared/booking/schema.ts';
import type { Actor } from '#shared/kernel/actor.ts';
import { AppError, invalid } from '#shared/kernel/errors.ts';
import { toGlobalId } from '#shared/kernel/ids.ts';
import { reusedKey } from '../../../lib/create-once.ts';
import { hashOf } from '../../../lib/hash.ts';
import { parseInput } from '../../../lib/parse-input.ts';
import {
  type BookingRules,
  type BookRequest,
  type Pair,
  pairOf,
} from '../../booking/booking-rules.service.ts';
import type { Meeting } from '../../meetings/meetings.service.ts';
import type { MembershipsService } from '../../memberships/memberships.service.ts';
import type { NewRequest } from '../repositories/requests.repository.ts';
import type { SimplybookContext } from '../simplybook.context.ts';
import { type FreeTimes, periodOf } from './free-times.ts';
import type { RequestSender } from './request-sender.ts';
import type { StudentClients } from './student-clients.ts';

/** A booking to check and store. */
interface PlannedBooking {
  topic: string;
  /** In order. */
  startsAt: readonly Date[];
  pair: Pair;
  /** The idempotency key of the request, and what it contains. */
  key: string;
  inputHash: string;
}

/** Books meetings of a person: checks them, stores their requests, and sends these to SimplyBook.me. */
export function createNewBookings(
  { database, clock, tables: { people, requests } }: SimplybookContext,
  {
    rules,
    memberships,
    freeTimes,
    studentClients,
    requestSender,
  }: {
    rules: BookingRules;
    memberships: MembershipsService;
    freeTimes: FreeTimes;
    studentClients: StudentClients;
    requestSender: RequestSender;
  },
) {
  /** @throws AppError CONFLICT when the student has not enough meetings left, those that are being booked included */
  async function requireMeetingsLeft(studentPk: number, startsAt: readonly Date[]): Promise<void> {
    const remaining = await memberships.remaining(studentPk, 'meetings');
    if (remaining < 0) return;
    const left = Math.max(0, remaining - (await requests.countPending(studentPk, startsAt)));
    if (left < startsAt.length) throw new AppError('CONFLICT', tooManyMeetings(left));
  }

  /**
   * Checks that times can be booked. @returns the provider
   * @throws AppError INVALID_INPUT, CONFLICT when one was taken or not enough meetings are left
   */
  async function requireFree(actor: Actor, { startsAt, pair }: PlannedBooking): Promise<number> {
    const period = periodOf(startsAt);
    const taken = await freeTimes.takenPeriods(actor, pair, period);
    if (period.from <= clock.now()) throw invalid('startsAt', BOOKING_MESSAGES.notFree);
    await requireMeetingsLeft(pair.studentPk, startsAt);
    const [providerId] = await people.idsOf('provider', pair.mentorPk);
    if (providerId === undefined) throw invalid('startsAt', BOOKING_MESSAGES.notFree);
    const free = await freeTimes.list({ providerId, ...period, taken, isFresh: true });
    const missing = startsAt.find((start) => !free.some((slot) => Number(slot) === Number(start)));
    if (missing !== undefined) throw await freeTimes.takenError(actor, pair, { providerId, start: missing });
    return providerId;
  }

  /**
   * Stores requests unless the student has been booked again since the first check.
   * @returns the first time that is not free any more; undefined when the requests are stored
   */
  async function store(
    actor: Actor,
    { startsAt, pair, key }: PlannedBooking,
    rows: readonly NewRequest[],
  ): Promise<Date | undefined> {
    return database.transaction(async () => {
      await rules.lockPair(pair);
      const taken = await freeTimes.takenPeriods(actor, pair, periodOf(startsAt));
      const overlapping = startsAt.find(await freeTimes.overlapCheck(taken));
      if (overlapping !== undefined) return overlapping;
      await requireMeetingsLeft(pair.studentPk, startsAt);
      await requests.insert(rows, { key, now: clock.now() });
      return undefined;
    });
  }

  /** Checks a booking and stores what to book there. */
  async function prepare(actor: Actor, planned: PlannedBooking): Promise<void> {
    const { topic, startsAt, pair, inputHash } = planned;
    const providerId = await requireFree(actor, planned);
    const clientId = await studentClients.clientOf(pair.studentPk);
    const series = startsAt.length === 1 ? null : randomUUID();
    const minutes = await freeTimes.minutesOfService();
    const rows = startsAt.map((start, position): NewRequest => ({
      actorPk: actor.pk,
      position,
      inputHash,
      ...pair,
      providerId,
      clientId,
      startsAt: start,
      minutes,
      topic: topic === '' ? DEFAULT_TOPIC : topic,
      series,
    }));
    const overlapping = await store(actor, planned, rows);
    if (overlapping !== undefined) {
      throw await freeTimes.takenError(actor, pair, { providerId, start: overlapping });
    }
  }

  return {
    /**
     * Books all meetings or none. Repeating the idempotency key books nothing more.
     * @throws AppError INVALID_INPUT, CONFLICT when a time was taken, UNAVAILABLE while another process books the
     *   same key
     */
    async book(actor: Actor, { idempotencyKey, ...given }: BookRequest): Promise<Meeting[]> {
      const { topic, startsAt } = parseInput(bookingInput, given);
      const starts = startsAt.toSorted((a, b) => Number(a) - Number(b));
      const pair = pairOf(given);
      const key = idempotencyKey ?? randomUUID();
      const inputHash = hashOf(JSON.stringify([topic, pair, starts]));
      const known = await requests.ofKey(actor.pk, key);
      if (known.some((row) => row.inputHash !== inputHash)) throw reusedKey();
      if (known.length === 0) await prepare(actor, { topic, startsAt: starts, pair, key, inputHash });
      const result = await requestSender.send(actor.pk, key, {
        isRepeated: known.length > 0,
        minutes: await freeTimes.minutesOfService(),
      });
      freeTimes.clearCache();
      if (result.kind === 'taken') {
        throw await freeTimes.takenError(actor, pair, {
          providerId: result.providerId,
          start: starts[0] as Date,
        });
      }
      return Promise.all(
        result.meetingPks.map((pk) => rules.readMeeting(actor, toGlobalId('BookedMeeting', pk))),
      );
    },
  };
}
