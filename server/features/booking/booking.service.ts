import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { z } from 'zod';
import { canBook } from '#shared/booking/policy.ts';
import {
  BOOKING_MESSAGES,
  bookingInput,
  cancellationForm,
  DEFAULT_TOPIC,
  MAX_SERIES_LENGTH,
  MAX_SLOT_DAYS,
} from '#shared/booking/schema.ts';
import { isoText } from '#shared/booking/local-time.ts';
import { freeSlots, freeStarts, isFree, SERIES_WEEKS, seriesStarts } from '#shared/booking/slots.ts';
import type { Actor } from '#shared/kernel/actor.ts';
import { AppError, invalid, notFound } from '#shared/kernel/errors.ts';
import { requirePk, toGlobalId } from '#shared/kernel/ids.ts';
import { canChangeMeeting, canListMeetingsOf } from '#shared/meetings/policy.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { createOnce } from '../../lib/create-once.ts';
import { parseInput } from '../../lib/parse-input.ts';
import type { AlertsService } from '../alerts/alerts.service.ts';
import type { Meeting, MeetingsService } from '../meetings/meetings.service.ts';
import { meetingKey, type MembershipsService } from '../memberships/memberships.service.ts';
import { MEETING_CHANGED, meetingChanged, type MeetingChange, meetingReminder } from './booking.alerts.ts';
import { createMeetingMails } from './booking.mails.ts';
import { type BookingFacts, BookingRepository, type PairRow } from './booking.repository.ts';
import { MeetingAlertsRepository } from './meeting-alerts.repository.ts';

/** The free times of a mentor. */
export interface FreeSlots {
  /** The mentor's time zone; null when the mentor has not offered any hours. */
  timeZone: string | null;
  /** The length of a meeting. */
  minutes: number | null;
  /** ISO 8601 in UTC. */
  slots: string[];
}

/** A meeting of a planned series. */
export interface SeriesSlot {
  startsAt: Date;
  isFree: boolean;
}

/** Whose meeting is booked, as global ids. */
export interface PairRequest {
  mentor: string;
  student: string;
}

export interface BookRequest extends PairRequest {
  startsAt: readonly Date[];
  topic: string;
  idempotencyKey?: string | null | undefined;
}

const MINUTE = 60_000;
const DAY = 86_400_000;
/** The maximum number of mentors and students of one response. */
const MAX_PAIRS = 500;
/** How many free times an error offers instead of a taken one, and how far ahead it looks for them. */
const NEXT_SLOTS = 5;
const NEXT_SLOTS_DAYS = 14;
const EXCLUSION_VIOLATION = '23P01';

const seriesInput = z.object({
  weeks: z.literal(SERIES_WEEKS, 'A series repeats every week or every two weeks'),
  times: z.int().min(2).max(MAX_SERIES_LENGTH, `A series has at most ${MAX_SERIES_LENGTH} meetings`),
});

/** The time that facts are loaded for, and the meeting that is being moved. */
interface Search {
  from: Date;
  to: Date;
  moved?: Meeting | null;
}

/** Creates the service of bookings: one set of rules lists free times and accepts bookings. */
export function createBookingService(
  dependencies: ServiceDependencies,
  {
    alerts,
    meetings,
    memberships,
  }: { alerts: AlertsService; meetings: MeetingsService; memberships: MembershipsService },
) {
  const { database, clock, config } = dependencies;
  const repository = new BookingRepository(database);
  const people = new MeetingAlertsRepository(database);
  const mails = createMeetingMails(dependencies, people);
  alerts.registerAlertSource(meetingChanged(people));
  alerts.registerAlertSource(meetingReminder(people));

  const readMeeting = (actor: Actor, id: string) => meetings.get(actor, { id, simplybookId: null });

  /** @throws AppError NOT_FOUND when the actor cannot book meetings of these two, FORBIDDEN without meetings */
  async function loadFacts(
    actor: Actor,
    { mentorPk, studentPk }: { mentorPk: number; studentPk: number },
    { from, to, moved = null }: Search,
  ): Promise<BookingFacts> {
    const facts = await repository.facts({
      actorPk: actor.pk,
      mentorPk,
      studentPk,
      from,
      to,
      exceptPk: moved?.pk ?? null,
    });
    if (facts === undefined || !canBook(actor, { mentorPk, studentPk, areRelated: facts.areRelated })) {
      throw notFound();
    }
    if (!facts.showMeetings) throw new AppError('FORBIDDEN', BOOKING_MESSAGES.noMeetings);
    if (facts.availability !== null && moved !== null) {
      // A moved meeting keeps its length.
      const minutes = (moved.endsAt.getTime() - moved.startsAt.getTime()) / MINUTE;
      return { ...facts, availability: { ...facts.availability, minutes } };
    }
    return facts;
  }

  const pairOf = ({ mentor, student }: PairRequest) => ({
    mentorPk: requirePk('User', mentor),
    studentPk: requirePk('User', student),
  });

  /** @throws AppError CONFLICT when someone has taken the time, else INVALID_INPUT */
  async function refuseTime(
    actor: Actor,
    pair: { mentorPk: number; studentPk: number },
    facts: BookingFacts,
    start: Date,
    moved: Meeting | null,
  ): Promise<never> {
    const now = clock.now();
    const { availability } = facts;
    if (availability === null || !isFree(availability, { mentor: [], student: [] }, start, now)) {
      throw invalid('startsAt', BOOKING_MESSAGES.notFree);
    }
    throw await taken(actor, pair, start, moved);
  }

  async function taken(
    actor: Actor,
    pair: { mentorPk: number; studentPk: number },
    start: Date,
    moved: Meeting | null,
  ): Promise<AppError> {
    const search = { from: start, to: new Date(start.getTime() + NEXT_SLOTS_DAYS * DAY), moved };
    const facts = await loadFacts(actor, pair, search);
    const slots =
      facts.availability === null ? [] : freeSlots(facts.availability, facts, search, clock.now());
    return new AppError('CONFLICT', BOOKING_MESSAGES.taken, {
      current: { slots: slots.slice(0, NEXT_SLOTS).map((slot) => slot.toISOString()) },
    });
  }

  /** Runs a booking. If the database refuses an overlap, which the locks make unlikely, throws the error of `onOverlap`. */
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

  /** @throws AppError FORBIDDEN for people who see the meeting but can no longer change it */
  async function requireChangeable(actor: Actor, id: string, sequence: number): Promise<Meeting> {
    const meeting = await readMeeting(actor, id);
    const now = clock.now();
    if (meeting.status === 'canceled' || meeting.startsAt <= now) {
      throw new AppError('CONFLICT', BOOKING_MESSAGES.over);
    }
    if (!canChangeMeeting(actor, meeting, { now, cutOffHours: config.meetingCutOffHours })) {
      throw new AppError('FORBIDDEN', BOOKING_MESSAGES.tooLate);
    }
    if (meeting.sequence !== sequence) throw new AppError('CONFLICT', BOOKING_MESSAGES.changed);
    return meeting;
  }

  async function announce(change: MeetingChange): Promise<void> {
    await alerts.announce(MEETING_CHANGED, change);
    for (const meetingPk of change.meetingPks) await mails.enqueue(meetingPk);
  }

  return {
    /** Returns the mentors and students whose meetings the actor books, by name of the student. */
    async pairs(actor: Actor): Promise<PairRow[]> {
      if (!(await repository.hasMeetings(actor.pk))) return [];
      const studentPks = actor.role === 'student' ? [actor.pk] : actor.studentPks;
      const mentorPk = actor.role === 'mentor' ? actor.pk : null;
      return repository.pairs(studentPks, mentorPk, MAX_PAIRS);
    },

    /** Returns how many more meetings a student can book; negative means unlimited (MEET-047). @throws AppError NOT_FOUND */
    async remaining(actor: Actor, student: string): Promise<number> {
      const studentPk = requirePk('User', student);
      if (!canListMeetingsOf(actor, studentPk)) throw notFound();
      return memberships.remaining(studentPk, 'meetings');
    },

    /**
     * Returns the free times of a mentor for a student.
     * @param meeting a meeting to move, whose length counts and whose time is free
     */
    async slots(
      actor: Actor,
      asked: PairRequest & { from: Date; to: Date; meeting: string | null },
    ): Promise<FreeSlots> {
      const { from, to } = asked;
      if (to.getTime() - from.getTime() > MAX_SLOT_DAYS * DAY) {
        throw invalid('to', `Ask for at most ${MAX_SLOT_DAYS} days.`);
      }
      const moved = asked.meeting === null ? null : await readMeeting(actor, asked.meeting);
      const facts = await loadFacts(actor, pairOf(asked), { from, to, moved });
      const { availability } = facts;
      if (availability === null) return { timeZone: null, minutes: null, slots: [] };
      const { timeZone, minutes } = availability;
      const starts = freeStarts(availability, facts, { from, to }, clock.now());
      return { timeZone, minutes, slots: starts.map(isoText) };
    },

    /** Returns the meetings of a planned series, and which of them can be booked. */
    async series(
      actor: Actor,
      asked: PairRequest & { startsAt: Date; weeks: number; times: number },
    ): Promise<SeriesSlot[]> {
      const { weeks, times } = parseInput(seriesInput, { weeks: asked.weeks, times: asked.times });
      const to = new Date(asked.startsAt.getTime() + weeks * times * 7 * DAY);
      const facts = await loadFacts(actor, pairOf(asked), { from: asked.startsAt, to });
      const { availability } = facts;
      if (availability === null) return [];
      return seriesStarts(asked.startsAt, weeks, times, availability.timeZone).map((startsAt) => ({
        startsAt,
        isFree: isFree(availability, facts, startsAt, clock.now()),
      }));
    },

    /**
     * Books a meeting, or all meetings of a series.
     * @throws AppError CONFLICT when a time was taken, with the next free times
     */
    async book(actor: Actor, { idempotencyKey, ...given }: BookRequest): Promise<Meeting[]> {
      const { topic, startsAt } = parseInput(bookingInput, given);
      const pair = pairOf(given);
      const starts = startsAt.toSorted((a, b) => a.getTime() - b.getTime());
      const first = starts[0] as Date;
      const action = {
        action: 'bookMeetings',
        key: idempotencyKey,
        input: { ...given, startsAt: starts.map(String) },
      };
      const bookAll = async (): Promise<number[]> => {
        await repository.lock(pair.mentorPk, pair.studentPk);
        const now = clock.now();
        const facts = await loadFacts(actor, pair, { from: first, to: starts.at(-1) as Date });
        const series = starts.length === 1 ? null : randomUUID();
        const meetingPks: number[] = [];
        for (const start of starts) {
          const { availability } = facts;
          if (availability === null || !isFree(availability, facts, start, now)) {
            return refuseTime(actor, pair, facts, start, null);
          }
          const end = new Date(start.getTime() + availability.minutes * MINUTE);
          const busyUntil = new Date(end.getTime() + availability.bufferMinutes * MINUTE);
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
            now,
          });
          if (!(await memberships.use(pair.studentPk, 'meetings', meetingKey(pk)))) {
            throw new AppError('CONFLICT', BOOKING_MESSAGES.noneLeft);
          }
          facts.mentor.push({ start, end: busyUntil });
          facts.student.push({ start, end });
          meetingPks.push(pk);
        }
        await announce({ kind: 'booked', meetingPks, actorPk: actor.pk, actorName: actor.fullName });
        return meetingPks;
      };
      const pks = await withoutOverlap(
        () => createOnce(database, actor, action, bookAll),
        () => taken(actor, pair, first, null),
      );
      return Promise.all(pks.map((pk) => readMeeting(actor, toGlobalId('BookedMeeting', pk))));
    },

    /** Moves a meeting to another free time of its mentor. */
    async move(
      actor: Actor,
      { meeting: id, startsAt, sequence }: { meeting: string; startsAt: Date; sequence: number },
    ): Promise<Meeting> {
      const before = await readMeeting(actor, id);
      const pair = { mentorPk: before.providerPk, studentPk: before.clientPk };
      const work = () =>
        database.transaction(async () => {
          await repository.lock(pair.mentorPk, pair.studentPk);
          const moved = await requireChangeable(actor, id, sequence);
          const now = clock.now();
          const facts = await loadFacts(actor, pair, { from: startsAt, to: startsAt, moved });
          const { availability } = facts;
          if (availability === null || !isFree(availability, facts, startsAt, now)) {
            return refuseTime(actor, pair, facts, startsAt, moved);
          }
          const end = new Date(startsAt.getTime() + availability.minutes * MINUTE);
          const busyUntil = new Date(end.getTime() + availability.bufferMinutes * MINUTE);
          if (!(await repository.move(moved.pk, sequence, { start: startsAt, end, busyUntil, now }))) {
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

    /** Cancels a meeting and gives it back to the student's quota. */
    async cancel(
      actor: Actor,
      { meeting: id, reason: given, sequence }: { meeting: string; reason: string; sequence: number },
    ): Promise<Meeting> {
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
