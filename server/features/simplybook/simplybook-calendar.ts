import { randomUUID } from 'node:crypto';
import {
  BOOKING_MESSAGES,
  bookingInput,
  cancellationForm,
  DEFAULT_TOPIC,
  tooManyMeetings,
} from '#shared/booking/schema.ts';
import { isoText, wallTimeOf } from '#shared/booking/local-time.ts';
import { overlapFinder, type Period } from '#shared/booking/slots.ts';
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
  type Search,
  timeTaken,
} from '../booking/booking-rules.service.ts';
import type { Meeting } from '../meetings/meetings.service.ts';
import type { MembershipsService } from '../memberships/memberships.service.ts';
import type { MeetingBooking, SimplybookBookingsRepository } from './simplybook-bookings.repository.ts';
import type { SimplybookClients } from './simplybook-clients.ts';
import type { SimplybookImport } from './simplybook-import.ts';
import type { SimplybookRequests } from './simplybook-requests.ts';
import type { NewRequest, SimplybookRequestsRepository } from './simplybook-requests.repository.ts';
import type { SimplybookClient } from './simplybook.client.ts';
import { forPerson, SimplybookError } from './simplybook.errors.ts';
import { momentOfTheirs, toTheirs } from './simplybook.protocol.ts';
import type { SimplybookRepository } from './simplybook.repository.ts';

const MINUTE = 60_000;
/** How long free times are cached: opening a month and choosing a day ask for the same ones. */
const CACHE_MS = 15_000;
const MAX_CACHED = 500;
const CANCEL = 'simplybook.cancel';
/**
 * How long a cancellation or move whose answer was lost is remembered. A callback or sync then applies the cancellation
 * with its person and reason, and the student is not free at the new time of the move.
 */
const LOST_ANSWER_SECONDS = 900;
/** About a day, with growing delays of at most an hour. */
const CANCEL_RETRIES = 30;

/** Returns the period of some times in order; its end is exclusive. */
const periodOf = (starts: readonly Date[]) => ({
  from: starts[0] as Date,
  to: new Date(Number(starts.at(-1)) + 1),
});

/**
 * Creates the calendar that books in SimplyBook.me. Meetings booked in our own calendar are still changed
 * there.
 */
export function createSimplybookCalendar(
  {
    database,
    clock,
    jobs,
    client,
    repository,
    clients,
    bookings,
    requestsRepository,
    requests,
    importer,
    rules,
    memberships,
    own,
  }: {
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
  { timeZone, serviceId }: { timeZone: string; serviceId: number },
): BookingSystem {
  const cached = new Map<string, { at: number; slots: Date[] }>();
  let serviceMinutes: number | undefined;

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

  const minutesOfService = async () => (serviceMinutes ??= await client.minutesOf(serviceId));

  /**
   * Reads the student's meetings, and the bookings and moves with other mentors that are being made. SimplyBook.me
   * refuses a second booking of the same mentor itself.
   * @throws AppError NOT_FOUND, FORBIDDEN, see `loadFacts`
   */
  async function studentPeriods(actor: Actor, pair: Pair, search: Search): Promise<Period[]> {
    // Reads the bookings being made first: one that becomes a meeting between the two statements is then in both.
    const pending = await requestsRepository.pendingPeriods(pair.studentPk, search, pair.mentorPk);
    const { student } = await rules.loadFacts(actor, pair, search);
    return [...student, ...pending];
  }

  /**
   * Returns a function that checks whether a meeting would overlap one of the student's. SimplyBook.me does not check
   * this. Call it with starts in order.
   */
  async function findOverlaps(student: readonly Period[]): Promise<(start: Date) => boolean> {
    const length = (await minutesOfService()) * MINUTE;
    const isTaken = overlapFinder(student);
    return (start) => isTaken(Number(start), Number(start) + length);
  }

  /**
   * Reads the future times in a period when a provider and the student are free.
   * @param to the end of the period (exclusive)
   * @param student when the student is not free, see {@link studentPeriods}
   */
  async function freeTimes(
    providerId: number,
    { from, to, student, isFresh }: { from: Date; to: Date; student: readonly Period[]; isFresh: boolean },
  ): Promise<Date[]> {
    const now = clock.now();
    const [first, last] = [Math.max(Number(from), Number(now)), Number(to) - 1];
    if (first > last) return [];
    const days = { from: wallTimeOf(first, timeZone).day, to: wallTimeOf(last, timeZone).day };
    const key = `${providerId} ${days.from} ${days.to}`;
    let found = cached.get(key);
    if (isFresh || found === undefined || found.at < Date.now() - CACHE_MS) {
      const texts = await client.slots({ serviceId, providerId, ...days });
      const slots = texts.map((text) => momentOfTheirs(text, timeZone)).filter((slot) => slot !== null);
      found = { at: Date.now(), slots: slots.toSorted((a, b) => Number(a) - Number(b)) };
      if (cached.size >= MAX_CACHED) cached.clear();
      cached.set(key, found);
    }
    const overlaps = await findOverlaps(student);
    return found.slots.filter((slot) => slot >= from && slot < to && slot > now && !overlaps(slot));
  }

  async function providerOf(mentorPk: number): Promise<number | undefined> {
    return (await repository.idsOf('provider', mentorPk))[0];
  }

  /** Returns the error for a time that is not free any more, with the next free ones. */
  function taken(
    actor: Actor,
    pair: Pair,
    { providerId, start, moved = null }: { providerId: number; start: Date; moved?: Meeting | null },
  ): Promise<AppError> {
    return timeTaken(start, async (from, to) => {
      const student = await studentPeriods(actor, pair, { from, to, moved });
      const free = await freeTimes(providerId, { from, to, student, isFresh: true }).catch(() => []);
      // SimplyBook.me can refuse a time that it lists as free.
      return free.filter((slot) => slot > start);
    });
  }

  /** Checks a booking and stores what to book there. */
  async function prepare(
    actor: Actor,
    {
      topic,
      startsAt,
      key,
      inputHash,
      pair,
    }: { topic: string; startsAt: Date[]; key: string; inputHash: string; pair: Pair },
  ): Promise<void> {
    const period = periodOf(startsAt);
    const student = await studentPeriods(actor, pair, period);
    if (period.from <= clock.now()) throw invalid('startsAt', BOOKING_MESSAGES.notFree);
    const left = await memberships.remaining(pair.studentPk, 'meetings');
    if (left >= 0 && left < startsAt.length) throw new AppError('CONFLICT', tooManyMeetings(left));
    const providerId = await providerOf(pair.mentorPk);
    if (providerId === undefined) throw invalid('startsAt', BOOKING_MESSAGES.notFree);
    const free = await freeTimes(providerId, { ...period, student, isFresh: true });
    const missing = startsAt.find((start) => !free.some((slot) => Number(slot) === Number(start)));
    if (missing !== undefined) throw await taken(actor, pair, { providerId, start: missing });
    const clientId = await clients.clientOf(pair.studentPk);
    const series = startsAt.length === 1 ? null : randomUUID();
    const minutes = await minutesOfService();
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
    // The student may have been booked with another mentor since the first check.
    const overlapping = await database.transaction(async () => {
      await rules.lockPair(pair);
      const overlaps = await findOverlaps(await studentPeriods(actor, pair, period));
      const found = startsAt.find(overlaps);
      if (found === undefined) await requestsRepository.insert(rows, { key, now: clock.now() });
      return found;
    });
    if (overlapping !== undefined) throw await taken(actor, pair, { providerId, start: overlapping });
  }

  async function book(actor: Actor, { idempotencyKey, ...given }: BookRequest): Promise<Meeting[]> {
    const { topic, startsAt } = parseInput(bookingInput, given);
    const starts = startsAt.toSorted((a, b) => Number(a) - Number(b));
    const pair = pairOf(given);
    const key = idempotencyKey ?? randomUUID();
    const inputHash = hashOf(JSON.stringify([topic, pair, starts]));
    const known = await requestsRepository.ofKey(actor.pk, key);
    if (known.some((row) => row.inputHash !== inputHash)) throw reusedKey();
    if (known.length === 0) await prepare(actor, { topic, startsAt: starts, key, inputHash, pair });
    const result = await requests.complete(actor.pk, key, {
      isRepeated: known.length > 0,
      minutes: await minutesOfService(),
    });
    cached.clear();
    if (result.kind === 'taken') {
      throw await taken(actor, pair, { providerId: result.providerId, start: starts[0] as Date });
    }
    return Promise.all(
      result.meetingPks.map((pk) => rules.readMeeting(actor, toGlobalId('BookedMeeting', pk))),
    );
  }

  return {
    async bookableMentors(pks) {
      return new Set(await repository.linkedMentors(pks));
    },

    async cancelLater(meetingPks) {
      for (const booking of await bookings.bookingsOf(meetingPks)) {
        await jobs.send(CANCEL, booking, { singletonKey: `meeting ${booking.meetingPk}` });
      }
    },

    slots: (actor, asked) =>
      forPerson(async () => {
        const { from, to } = asked;
        const moved = asked.meeting === null ? null : await rules.readMeeting(actor, asked.meeting);
        const pair = pairOf(asked);
        const student = await studentPeriods(actor, pair, { from, to, moved });
        const providerId = await providerOf(pair.mentorPk);
        if (providerId === undefined) return { timeZone: null, minutes: null, slots: [] };
        const free = await freeTimes(providerId, { from, to, student, isFresh: false });
        return {
          timeZone,
          minutes: await minutesOfService(),
          slots: free.map((slot) => isoText(slot.getTime())),
        };
      }),

    free: (actor, { starts, ...asked }) =>
      forPerson(async () => {
        const pair = pairOf(asked);
        const period = periodOf(starts);
        const student = await studentPeriods(actor, pair, period);
        const providerId = await providerOf(pair.mentorPk);
        const free =
          providerId === undefined ? [] : await freeTimes(providerId, { ...period, student, isFresh: false });
        return starts.map((start) => free.some((slot) => Number(slot) === Number(start)));
      }),

    book: (actor, request) => forPerson(() => book(actor, request)),

    async move(actor, { meeting: id, startsAt, sequence }) {
      const meeting = await rules.requireChangeable(actor, id, sequence);
      if (!(await bookings.isTheirs(meeting.pk))) return own.move(actor, { meeting: id, startsAt, sequence });
      return forPerson(async () => {
        const pair = { mentorPk: meeting.providerPk, studentPk: meeting.clientPk };
        const search = { from: startsAt, to: startsAt, moved: meeting };
        await rules.loadFacts(actor, pair, search);
        if (startsAt <= clock.now()) throw invalid('startsAt', BOOKING_MESSAGES.notFree);
        const booking = await client.booking(meeting.simplybookId, { isBackground: false });
        if (booking === null || booking.state === 'canceled') {
          await importer.cancel(meeting.simplybookId, await bookings.nextRead());
          throw new AppError('CONFLICT', BOOKING_MESSAGES.over);
        }
        const { providerId, clientId } = booking;
        const refuse = () => taken(actor, pair, { providerId, start: startsAt, moved: meeting });
        // Reads it into the cache: the transaction must not wait for SimplyBook.me.
        await minutesOfService();
        const isOverlapping = await database.transaction(async () => {
          await rules.lockPair(pair);
          const overlaps = await findOverlaps(await studentPeriods(actor, pair, search));
          if (overlaps(startsAt)) return true;
          await bookings.startMove(booking.id, startsAt, LOST_ANSWER_SECONDS);
          return false;
        });
        if (isOverlapping) throw await refuse();
        const start = toTheirs(startsAt, timeZone);
        try {
          await client.moveBooking(booking.id, {
            start_datetime: start,
            service_id: serviceId,
            provider_id: providerId,
            client_id: clientId,
          });
        } catch (error) {
          if (!(error instanceof SimplybookError && error.kind === 'refused')) throw error;
          await bookings.endMove(booking.id, startsAt);
          throw await refuse();
        }
        cached.clear();
        const end = toTheirs(
          new Date(Number(startsAt) + Number(meeting.endsAt) - Number(meeting.startsAt)),
          timeZone,
        );
        const by = { pk: actor.pk, fullName: actor.fullName };
        await importer.apply({ ...booking, start, end }, { readNumber: await bookings.nextRead(), by });
        await bookings.endMove(booking.id, startsAt);
        return rules.readMeeting(actor, id);
      });
    },

    async cancel(actor, { meeting: id, reason: given, sequence }) {
      const { reason } = parseInput(cancellationForm, { reason: given });
      const meeting = await rules.requireChangeable(actor, id, sequence);
      if (!(await bookings.isTheirs(meeting.pk))) return own.cancel(actor, { meeting: id, reason, sequence });
      return forPerson(async () => {
        // The callback can be processed before the answer. It then uses this person and reason.
        await bookings.requestCancellation(meeting.pk, {
          actorPk: actor.pk,
          reason,
          seconds: LOST_ANSWER_SECONDS,
        });
        await client.cancelBooking(meeting.simplybookId, { isBackground: false });
        cached.clear();
        await importer.cancel(meeting.simplybookId, await bookings.nextRead());
        return rules.readMeeting(actor, id);
      });
    },
  };
}
