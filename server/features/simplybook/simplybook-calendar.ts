import { randomUUID } from 'node:crypto';
import {
  BOOKING_MESSAGES,
  bookingInput,
  cancellationForm,
  DEFAULT_TOPIC,
  tooManyMeetings,
} from '#shared/booking/schema.ts';
import { isoText } from '#shared/booking/local-time.ts';
import type { Actor } from '#shared/kernel/actor.ts';
import { AppError, invalid } from '#shared/kernel/errors.ts';
import { toGlobalId } from '#shared/kernel/ids.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import type { Jobs } from '../../jobs/queue.ts';
import { reusedKey } from '../../lib/create-once.ts';
import { hashOf } from '../../lib/hash.ts';
import { parseInput } from '../../lib/parse-input.ts';
import {
  type BookingCalendar,
  type BookingRules,
  type BookingSystem,
  type BookRequest,
  type Pair,
  pairOf,
} from '../booking/booking-rules.service.ts';
import type { Meeting } from '../meetings/meetings.service.ts';
import type { MembershipsService } from '../memberships/memberships.service.ts';
import type { SimplybookBookingsRepository } from './simplybook-bookings.repository.ts';
import { createSimplybookChanges } from './simplybook-changes.ts';
import type { SimplybookClients } from './simplybook-clients.ts';
import { createSimplybookFreeTimes } from './simplybook-free-times.ts';
import type { SimplybookImport } from './simplybook-import.ts';
import type { SimplybookRequests } from './simplybook-requests.ts';
import type { NewRequest, SimplybookRequestsRepository } from './simplybook-requests.repository.ts';
import type { SimplybookClient } from './simplybook.client.ts';
import { forPerson } from './simplybook.errors.ts';
import type { SimplybookRepository } from './simplybook.repository.ts';

/** Returns the period of some times in order; its end is exclusive. */
const periodOf = (starts: readonly Date[]) => ({
  from: starts[0] as Date,
  to: new Date(Number(starts.at(-1)) + 1),
});

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

/**
 * Creates the calendar that books in SimplyBook.me. Meetings booked in our own calendar are still changed
 * there.
 */
export function createSimplybookCalendar(
  dependencies: {
    database: Database;
    clock: Clock;
    jobs: Jobs;
    client: SimplybookClient;
    repository: SimplybookRepository;
    clients: SimplybookClients;
    bookings: SimplybookBookingsRepository;
    requestsRepository: SimplybookRequestsRepository;
    requests: SimplybookRequests;
    importer: SimplybookImport;
    rules: BookingRules;
    memberships: MembershipsService;
    own: BookingCalendar;
  },
  settings: { timeZone: string; serviceId: number },
): BookingSystem {
  const {
    database,
    clock,
    repository,
    clients,
    bookings,
    requestsRepository,
    requests,
    rules,
    memberships,
    own,
  } = dependencies;
  const freeTimes = createSimplybookFreeTimes(dependencies, settings);
  const changes = createSimplybookChanges({ ...dependencies, freeTimes }, settings);

  async function providerOf(mentorPk: number): Promise<number | undefined> {
    return (await repository.idsOf('provider', mentorPk))[0];
  }

  /** @throws AppError CONFLICT when the student has not enough meetings left, those that are being booked included */
  async function requireMeetingsLeft(studentPk: number, startsAt: readonly Date[]): Promise<void> {
    const remaining = await memberships.remaining(studentPk, 'meetings');
    if (remaining < 0) return;
    const left = Math.max(0, remaining - (await requestsRepository.countPending(studentPk, startsAt)));
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
    const providerId = await providerOf(pair.mentorPk);
    if (providerId === undefined) throw invalid('startsAt', BOOKING_MESSAGES.notFree);
    const free = await freeTimes.freeTimes({ providerId, ...period, taken, isFresh: true });
    const missing = startsAt.find((start) => !free.some((slot) => Number(slot) === Number(start)));
    if (missing !== undefined) throw await freeTimes.takenError(actor, pair, { providerId, start: missing });
    return providerId;
  }

  /** Checks a booking and stores what to book there. */
  async function prepare(actor: Actor, planned: PlannedBooking): Promise<void> {
    const { topic, startsAt, pair, key, inputHash } = planned;
    const providerId = await requireFree(actor, planned);
    const clientId = await clients.clientOf(pair.studentPk);
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
    // The student may have been booked again since the first check.
    const overlapping = await database.transaction(async () => {
      await rules.lockPair(pair);
      const taken = await freeTimes.takenPeriods(actor, pair, periodOf(startsAt));
      const found = startsAt.find(await freeTimes.findOverlaps(taken));
      if (found !== undefined) return found;
      await requireMeetingsLeft(pair.studentPk, startsAt);
      await requestsRepository.insert(rows, { key, now: clock.now() });
      return undefined;
    });
    if (overlapping !== undefined) {
      throw await freeTimes.takenError(actor, pair, { providerId, start: overlapping });
    }
  }

  async function book(actor: Actor, { idempotencyKey, ...given }: BookRequest): Promise<Meeting[]> {
    const { topic, startsAt } = parseInput(bookingInput, given);
    const starts = startsAt.toSorted((a, b) => Number(a) - Number(b));
    const pair = pairOf(given);
    const key = idempotencyKey ?? randomUUID();
    const inputHash = hashOf(JSON.stringify([topic, pair, starts]));
    const known = await requestsRepository.ofKey(actor.pk, key);
    if (known.some((row) => row.inputHash !== inputHash)) throw reusedKey();
    if (known.length === 0) await prepare(actor, { topic, startsAt: starts, pair, key, inputHash });
    const result = await requests.complete(actor.pk, key, {
      isRepeated: known.length > 0,
      minutes: await freeTimes.minutesOfService(),
    });
    freeTimes.clear();
    if (result.kind === 'taken') {
      throw await freeTimes.takenError(actor, pair, {
        providerId: result.providerId,
        start: starts[0] as Date,
      });
    }
    return Promise.all(
      result.meetingPks.map((pk) => rules.readMeeting(actor, toGlobalId('BookedMeeting', pk))),
    );
  }

  return {
    async bookableMentors(pks) {
      return new Set(await repository.linkedMentors(pks));
    },

    cancelLater: (meetingPks) => changes.cancelLater(meetingPks),

    async slots(actor, asked) {
      const { from, to } = asked;
      const moved = asked.meeting === null ? null : await rules.readMeeting(actor, asked.meeting);
      if (moved !== null && !(await bookings.isTheirs(moved.pk))) return own.slots(actor, asked);
      return forPerson(async () => {
        const pair = pairOf(asked);
        const taken = await freeTimes.takenPeriods(actor, pair, { from, to, moved });
        const providerId = await providerOf(pair.mentorPk);
        if (providerId === undefined) return { timeZone: null, minutes: null, slots: [] };
        const free = await freeTimes.freeTimes({ providerId, from, to, taken, isFresh: false });
        return {
          timeZone: settings.timeZone,
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
        const providerId = await providerOf(pair.mentorPk);
        const free =
          providerId === undefined
            ? []
            : await freeTimes.freeTimes({ providerId, ...period, taken, isFresh: false });
        return starts.map((start) => free.some((slot) => Number(slot) === Number(start)));
      }),

    book: (actor, request) => forPerson(() => book(actor, request)),

    async move(actor, change) {
      const meeting = await rules.requireChangeable(actor, change.meeting, change.sequence);
      if (!(await bookings.isTheirs(meeting.pk))) return own.move(actor, change);
      await forPerson(() => changes.move(actor, meeting, change));
      return rules.readMeeting(actor, change.meeting);
    },

    async cancel(actor, given) {
      const change = { ...given, ...parseInput(cancellationForm, { reason: given.reason }) };
      const meeting = await rules.requireChangeable(actor, change.meeting, change.sequence);
      if (!(await bookings.isTheirs(meeting.pk))) return own.cancel(actor, change);
      await forPerson(() => changes.cancel(actor, meeting, change));
      return rules.readMeeting(actor, change.meeting);
    },
  };
}
