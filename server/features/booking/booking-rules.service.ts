import { canBook } from '#shared/booking/policy.ts';
import { BOOKING_MESSAGES } from '#shared/booking/schema.ts';
import type { Actor } from '#shared/kernel/actor.ts';
import { AppError, notFound } from '#shared/kernel/errors.ts';
import { requirePk } from '#shared/kernel/ids.ts';
import { canChangeMeeting } from '#shared/meetings/policy.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import type { AlertsService } from '../alerts/alerts.service.ts';
import type { Meeting, MeetingsService } from '../meetings/meetings.service.ts';
import {
  changeAlerts,
  MEETING_CHANGED,
  meetingChanged,
  type MeetingChange,
  meetingReminder,
} from './booking.alerts.ts';
import { createMeetingMails } from './booking.mails.ts';
import { type BookingFacts, BookingRepository } from './booking.repository.ts';
import { MeetingAlertsRepository } from './meeting-alerts.repository.ts';

export type { MeetingChange } from './booking.alerts.ts';

/** The free times of a mentor. */
export interface FreeSlots {
  /** The time zone of the mentor, or of the booking system; null when the mentor has not offered any hours. */
  timeZone: string | null;
  /** The length of a meeting. */
  minutes: number | null;
  /** ISO 8601 in UTC. */
  slots: string[];
}

/** Whose meeting is booked, as global ids. */
export interface PairRequest {
  mentor: string;
  student: string;
}

/** The period of a search, and the meeting to move, whose own time counts as free. */
export interface SlotsRequest extends PairRequest {
  from: Date;
  to: Date;
  meeting: string | null;
}

/** Meetings to book at once. */
export interface BookRequest extends PairRequest {
  startsAt: readonly Date[];
  topic: string;
  idempotencyKey?: string | null | undefined;
}

/** The meeting to change, and the sequence that the change is based on. */
export interface ChangeRequest {
  meeting: string;
  sequence: number;
}

/** Where meetings are booked: our own calendar, or a booking system. All have the same errors. */
export interface BookingCalendar {
  /** Lists the free times of a mentor for a student. */
  slots(actor: Actor, asked: SlotsRequest): Promise<FreeSlots>;
  /** Returns which of some times are free. */
  free(actor: Actor, asked: PairRequest & { starts: readonly Date[] }): Promise<boolean[]>;
  /** Books all or none. @throws AppError CONFLICT when a time was taken, with the next free times */
  book(actor: Actor, request: BookRequest): Promise<Meeting[]>;
  /** Moves a meeting to another free time of its mentor. @throws AppError CONFLICT */
  move(actor: Actor, change: ChangeRequest & { startsAt: Date }): Promise<Meeting>;
  /** Cancels a meeting. @throws AppError CONFLICT */
  cancel(actor: Actor, change: ChangeRequest & { reason: string }): Promise<Meeting>;
}

/** A booking system outside of GoPath. */
export interface BookingSystem extends BookingCalendar {
  /** Returns the mentors who can be booked there. */
  bookableMentors(pks: readonly number[]): Promise<ReadonlySet<number>>;
  /**
   * Queues the cancellation in the booking system of meetings that GoPath canceled. Call it in the
   * transaction of the change.
   */
  cancelLater(meetingPks: readonly number[]): Promise<void>;
}

/** The period to load data for, and the meeting that is being moved. */
export interface Search {
  from: Date;
  to: Date;
  moved?: Meeting | null;
}

/** A mentor and a student. */
export interface Pair {
  mentorPk: number;
  studentPk: number;
}

/** The rules that every {@link BookingCalendar} shares; see {@link createBookingRules}. */
export type BookingRules = ReturnType<typeof createBookingRules>;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** How many free times an error offers instead of a taken one, and how far ahead they are looked for. */
const NEXT_SLOTS = 5;
const NEXT_SLOTS_DAYS = 14;

/** Returns the pks of the mentor and student of a request. */
export function pairOf({ mentor, student }: PairRequest): Pair {
  return { mentorPk: requirePk('User', mentor), studentPk: requirePk('User', student) };
}

/** Returns the error for a taken time, with the next free ones. @param findFree finds free times in a period */
export async function timeTaken(
  start: Date,
  findFree: (from: Date, to: Date) => Promise<readonly Date[]>,
): Promise<AppError> {
  const slots = await findFree(start, new Date(start.getTime() + NEXT_SLOTS_DAYS * DAY));
  return new AppError('CONFLICT', BOOKING_MESSAGES.taken, {
    current: { slots: slots.slice(0, NEXT_SLOTS).map((slot) => slot.toISOString()) },
  });
}

/** Creates the rules of bookings: who can book and change meetings, and who is notified. */
export function createBookingRules(
  dependencies: ServiceDependencies,
  { alerts, meetings }: { alerts: AlertsService; meetings: MeetingsService },
) {
  const { clock, config, database } = dependencies;
  const repository = new BookingRepository(database);
  const people = new MeetingAlertsRepository(database);
  const mails = createMeetingMails(dependencies, people);
  alerts.registerAlertSource(meetingChanged());
  alerts.registerAlertSource(meetingReminder(people));

  /** Reads a meeting. @throws AppError NOT_FOUND */
  const readMeeting = (actor: Actor, id: string) => meetings.get(actor, { id, simplybookId: null });

  return {
    readMeeting,

    /**
     * Reads the data that decides the free times of a mentor and a student.
     * @throws AppError NOT_FOUND when the actor cannot book meetings of these two, FORBIDDEN without meetings
     */
    async loadFacts(
      actor: Actor,
      { mentorPk, studentPk }: Pair,
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
    },

    /**
     * Makes other bookings of these two, and the removal of the mentor, wait until the transaction ends.
     * @returns whether the two are still related
     */
    async lockPair({ mentorPk, studentPk }: Pair): Promise<boolean> {
      await repository.lock(mentorPk, studentPk);
      return (await repository.pairs([studentPk], mentorPk, 1)).length > 0;
    },

    /**
     * Reads a meeting that the actor can change now.
     * @throws AppError NOT_FOUND, CONFLICT when it is over or was changed, FORBIDDEN for people who see it but cannot
     *   change it
     */
    async requireChangeable(actor: Actor, id: string, sequence: number): Promise<Meeting> {
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
    },

    /** Sends the alerts and calendar emails of a change. Call it in the change's transaction. */
    async announce(change: MeetingChange): Promise<void> {
      const meeting = await people.withPeople(change.meetingPks[0] ?? 0);
      if (meeting !== undefined) {
        await alerts.announce(MEETING_CHANGED, { alerts: changeAlerts(meeting, change) });
      }
      await mails.enqueue(change);
    },
  };
}
