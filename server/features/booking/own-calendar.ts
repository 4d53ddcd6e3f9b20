import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import {
  BOOKING_MESSAGES,
  bookingInput,
  cancellationForm,
  DEFAULT_TOPIC,
  tooManyMeetings,
} from '#shared/booking/schema.ts';
import { isoText } from '#shared/booking/local-time.ts';
import { freeSlots, freeStarts, isFree, type Period } from '#shared/booking/slots.ts';
import type { Actor } from '#shared/kernel/actor.ts';
import { AppError, invalid } from '#shared/kernel/errors.ts';
import { toGlobalId } from '#shared/kernel/ids.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { createOnce } from '../../lib/create-once.ts';
import { parseInput } from '../../lib/parse-input.ts';
import type { Meeting } from '../meetings/meetings.service.ts';
import { meetingKey, type MembershipsService } from '../memberships/memberships.service.ts';
import {
  type BookingCalendar,
  type BookingRules,
  type Pair,
  pairOf,
  type Search,
  timeTaken,
} from './booking-rules.service.ts';
import type { StoredAvailability } from './availability.repository.ts';
import { type BookingFacts, BookingRepository } from './booking.repository.ts';

const MINUTE = 60_000;
const EXCLUSION_VIOLATION = '23P01';

/** Returns when a meeting ends, and when its mentor is free again. */
function endOf({ minutes, bufferMinutes }: StoredAvailability, start: Date): { end: Date; busyUntil: Date } {
  const end = new Date(start.getTime() + minutes * MINUTE);
  return { end, busyUntil: new Date(end.getTime() + bufferMinutes * MINUTE) };
}

/**
 * Creates our own calendar: one set of rules lists free times and accepts bookings.
 * @param pendingPeriods reads the times of a mentor's and a student's bookings that are being made in a booking system
 */
export function createOwnCalendar(
  { database, clock }: Pick<ServiceDependencies, 'database' | 'clock'>,
  {
    rules,
    memberships,
    pendingPeriods,
  }: {
    rules: BookingRules;
    memberships: MembershipsService;
    pendingPeriods?: (pair: Pair, search: Search) => Promise<Period[]>;
  },
): BookingCalendar {
  const repository = new BookingRepository(database);
  const { announce, readMeeting, requireChangeable } = rules;

  const loadFacts: BookingRules['loadFacts'] = async (actor, pair, search) => {
    // Reads the bookings being made first: one that becomes a meeting between the two statements is then in both.
    const pending = (await pendingPeriods?.(pair, search)) ?? [];
    const facts = await rules.loadFacts(actor, pair, search);
    return { ...facts, student: [...facts.student, ...pending] };
  };

  /**
   * Returns the availability with which a time is free.
   * @throws AppError CONFLICT when someone has taken the time, else INVALID_INPUT
   */
  async function requireFree(
    actor: Actor,
    pair: Pair,
    { facts, start, moved }: { facts: BookingFacts; start: Date; moved: Meeting | null },
  ): Promise<StoredAvailability> {
    const now = clock.now();
    const { availability } = facts;
    if (availability === null || !isFree(availability, { mentor: [], student: [] }, start, now)) {
      throw invalid('startsAt', BOOKING_MESSAGES.notFree);
    }
    if (!isFree(availability, facts, start, now)) throw await taken(actor, pair, start, moved);
    return availability;
  }

  function taken(actor: Actor, pair: Pair, start: Date, moved: Meeting | null): Promise<AppError> {
    return timeTaken(start, async (from, to) => {
      const facts = await loadFacts(actor, pair, { from, to, moved });
      const { availability } = facts;
      return availability === null ? [] : freeSlots(availability, facts, { from, to }, clock.now());
    });
  }

  /**
   * Inserts meetings, all or none, and uses the student's quota. Call it in a transaction.
   * @param starts in order
   * @throws AppError CONFLICT when a time was taken or the quota is used up, INVALID_INPUT for a time that is not offered
   */
  async function insertMeetings(
    actor: Actor,
    pair: Pair,
    { topic, starts }: { topic: string; starts: readonly Date[] },
  ): Promise<number[]> {
    await repository.lock(pair.mentorPk, pair.studentPk);
    const period = { from: starts[0] as Date, to: starts.at(-1) as Date };
    const facts = await loadFacts(actor, pair, period);
    const series = starts.length === 1 ? null : randomUUID();
    const meetingPks: number[] = [];
    for (const start of starts) {
      const { end, busyUntil } = endOf(await requireFree(actor, pair, { facts, start, moved: null }), start);
      const pk = await repository.insert({
        name: topic === '' ? DEFAULT_TOPIC : topic,
        // 128 random bits: the name of the video room cannot be guessed.
        meetId: randomBytes(16).toString('hex'),
        ...pair,
        start,
        end,
        busyUntil,
        series,
        bookedByPk: actor.pk,
        now: clock.now(),
      });
      if (!(await memberships.use(pair.studentPk, 'meetings', meetingKey(pk)))) {
        throw new AppError('CONFLICT', tooManyMeetings(meetingPks.length));
      }
      facts.mentor.push({ start, end: busyUntil });
      facts.student.push({ start, end });
      meetingPks.push(pk);
    }
    return meetingPks;
  }

  /**
   * Runs a booking. Throws the error of `onOverlap` if the database refuses an overlap, which the locks make
   * unlikely.
   */
  async function withoutOverlap<Result>(
    work: () => Promise<Result>,
    onOverlap: () => Promise<AppError>,
  ): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === EXCLUSION_VIOLATION) throw await onOverlap();
      throw error;
    }
  }

  return {
    async slots(actor, asked) {
      const { from, to } = asked;
      const moved = asked.meeting === null ? null : await readMeeting(actor, asked.meeting);
      const facts = await loadFacts(actor, pairOf(asked), { from, to, moved });
      const { availability } = facts;
      if (availability === null) return { timeZone: null, minutes: null, slots: [] };
      const { timeZone, minutes } = availability;
      return {
        timeZone,
        minutes,
        slots: freeStarts(availability, facts, { from, to }, clock.now()).map(isoText),
      };
    },

    async free(actor, { starts, ...asked }) {
      const [from, to] = [starts[0] as Date, new Date(Number(starts.at(-1)) + 1)];
      const facts = await loadFacts(actor, pairOf(asked), { from, to });
      const { availability } = facts;
      return starts.map((start) => availability !== null && isFree(availability, facts, start, clock.now()));
    },

    async book(actor, { idempotencyKey, ...given }) {
      const { topic, startsAt } = parseInput(bookingInput, given);
      const pair = pairOf(given);
      const starts = startsAt.toSorted((a, b) => a.getTime() - b.getTime());
      const action = {
        action: 'bookMeetings',
        key: idempotencyKey,
        input: { ...given, startsAt: starts },
      };
      const bookAll = async (): Promise<number[]> => {
        const meetingPks = await insertMeetings(actor, pair, { topic, starts });
        await announce({ kind: 'booked', meetingPks, actorPk: actor.pk, actorName: actor.fullName });
        return meetingPks;
      };
      const pks = await withoutOverlap(
        () => createOnce(database, actor, action, bookAll),
        () => taken(actor, pair, starts[0] as Date, null),
      );
      return Promise.all(pks.map((pk) => readMeeting(actor, toGlobalId('BookedMeeting', pk))));
    },

    async move(actor, { meeting: id, startsAt, sequence }) {
      const before = await readMeeting(actor, id);
      const pair = { mentorPk: before.providerPk, studentPk: before.clientPk };
      const work = () =>
        database.transaction(async () => {
          await repository.lock(pair.mentorPk, pair.studentPk);
          const moved = await requireChangeable(actor, id, sequence);
          const facts = await loadFacts(actor, pair, { from: startsAt, to: startsAt, moved });
          const availability = await requireFree(actor, pair, { facts, start: startsAt, moved });
          const times = { start: startsAt, ...endOf(availability, startsAt) };
          if (!(await repository.move(moved.pk, sequence, { ...times, now: clock.now() }))) {
            throw new AppError('CONFLICT', BOOKING_MESSAGES.changed);
          }
          await announce({
            kind: 'moved',
            meetingPks: [moved.pk],
            actorPk: actor.pk,
            actorName: actor.fullName,
          });
        });
      await withoutOverlap(work, () => taken(actor, pair, startsAt, before));
      return readMeeting(actor, id);
    },

    /** Also gives the meeting back to the student's quota. */
    async cancel(actor, { meeting: id, reason: given, sequence }) {
      const { reason } = parseInput(cancellationForm, { reason: given });
      await database.transaction(async () => {
        const { pk, clientPk } = await requireChangeable(actor, id, sequence);
        const now = clock.now();
        if (!(await repository.cancel(pk, sequence, { byPk: actor.pk, reason, now }))) {
          throw new AppError('CONFLICT', BOOKING_MESSAGES.changed);
        }
        await memberships.refund(clientPk, 'meetings', meetingKey(pk));
        await announce({ kind: 'canceled', meetingPks: [pk], actorPk: actor.pk, actorName: actor.fullName });
      });
      return readMeeting(actor, id);
    },
  };
}
