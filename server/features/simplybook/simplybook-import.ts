import { randomBytes } from 'node:crypto';
import { DEFAULT_TOPIC } from '#shared/booking/schema.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import type { BookingRules, MeetingChange, Pair } from '../booking/booking-rules.service.ts';
import { meetingKey, type MembershipsService } from '../memberships/memberships.service.ts';
import type {
  MeetingTime,
  SimplybookBookingsRepository,
  SyncedMeeting,
} from './simplybook-bookings.repository.ts';
import type { SimplybookPeople } from './simplybook-people.ts';
import type { BookingRequest, SimplybookRequestsRepository } from './simplybook-requests.repository.ts';
import { momentOfTheirs, type TheirBooking } from './simplybook.protocol.ts';
import type { SimplybookRepository } from './simplybook.repository.ts';

/** Who changed a booking in GoPath, for the alerts about it. */
export interface ChangedBy {
  pk: number;
  fullName: string;
  /** The reason of a cancellation. */
  reason?: string;
}

/** The options of applying a booking. */
interface ApplyOptions {
  /** The number that its read took before it started. */
  readNumber: number;
  by?: ChangedBy;
  /** Whether a new meeting is not announced, as in the first sync. */
  isQuiet?: boolean;
}

/** The options of applying a confirmed booking. */
interface BookOptions extends Required<ApplyOptions> {
  /** Whether this process is booking it, and announces it with the rest of its series. */
  isOwner: boolean;
}

/** Applies bookings to meetings; see {@link createSimplybookImport}. */
export type SimplybookImport = ReturnType<typeof createSimplybookImport>;

const CANCELED_THERE = 'Canceled in the booking system';
const BOOKING_SYSTEM = { pk: 0, fullName: 'The booking system' };
const BOOKING_PROBLEMS = ['impossible_time', 'unreadable'] as const;
const MAX_LENGTH_MS = 86_400_000;

const nameOf = (text: string | null) =>
  (text ?? '')
    .replaceAll(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, 100) || DEFAULT_TOPIC;

/**
 * Makes meetings equal to bookings. Applying a booking again changes nothing, and an older read never replaces a newer
 * one, so deliveries can be repeated and reordered.
 */
export function createSimplybookImport(
  {
    database,
    clock,
    repository,
    bookings,
    requestsRepository,
    people,
    rules: { announce, lockPair },
    memberships,
  }: {
    database: Database;
    clock: Clock;
    repository: SimplybookRepository;
    bookings: SimplybookBookingsRepository;
    requestsRepository: SimplybookRequestsRepository;
    people: SimplybookPeople;
    rules: Pick<BookingRules, 'announce' | 'lockPair'>;
    memberships: MembershipsService;
  },
  timeZone: string,
) {
  /** Announces changes of future meetings; changes of past ones are not announced. */
  async function announceComing(
    kind: MeetingChange['kind'],
    pk: number,
    start: Date,
    by: ChangedBy,
    isQuiet: boolean,
  ) {
    if (isQuiet || start <= clock.now()) return;
    await announce({ kind, meetingPks: [pk], actorPk: by.pk, actorName: by.fullName });
  }

  /**
   * Cancels the meeting of a booking that is canceled or deleted there.
   * @param fallback who canceled it, when nobody requested it in GoPath
   */
  async function cancel(bookingId: number, readNumber: number, fallback: ChangedBy): Promise<void> {
    await database.transaction(async () => {
      if (!(await bookings.claimRead(bookingId, readNumber))) return;
      await repository.solve(BOOKING_PROBLEMS, String(bookingId));
      const meeting = await bookings.find(bookingId, true);
      if (meeting === undefined || meeting.status === 'canceled') return;
      const by = (await bookings.takeCancellation(meeting.pk)) ?? fallback;
      const reason = by.reason ?? CANCELED_THERE;
      await bookings.cancel(meeting.pk, { byPk: by.pk === 0 ? null : by.pk, reason, now: clock.now() });
      await memberships.refund(meeting.clientPk, 'meetings', meetingKey(meeting.pk));
      await announceComing('canceled', meeting.pk, meeting.startsAt, by, false);
    });
  }

  /**
   * Cancels the meeting of a booking that was given to other people, and separates the two: the notes and the room of
   * this meeting belong to its people, so the booking gets a new meeting.
   * @returns whether it had used one of the student's meetings
   */
  async function endReassigned(meeting: SyncedMeeting, by: ChangedBy): Promise<boolean> {
    await bookings.detach(meeting.pk);
    if (meeting.status !== 'booked') return false;
    await bookings.cancel(meeting.pk, { byPk: null, reason: CANCELED_THERE, now: clock.now() });
    await announceComing('canceled', meeting.pk, meeting.startsAt, by, false);
    return memberships.refund(meeting.clientPk, 'meetings', meetingKey(meeting.pk));
  }

  /** Returns the student of a booking; null when unknown. A known meeting of the same client keeps its student. */
  async function studentOf(
    { clientId }: TheirBooking,
    mentorPk: number,
    known: SyncedMeeting | undefined,
  ): Promise<number | null> {
    if (known?.clientId === clientId) return known.clientPk;
    const found = await people.studentOf(clientId, mentorPk);
    return found ?? (known?.clientId === null ? known.clientPk : null);
  }

  /** Returns the time of a booking; null if it does not exist in the company's time zone, or no meeting can have it. */
  function timeOf(booking: TheirBooking): { start: Date; end: Date } | null {
    const [start, end] = [momentOfTheirs(booking.start, timeZone), momentOfTheirs(booking.end, timeZone)];
    if (start === null || end === null) return null;
    const length = end.getTime() - start.getTime();
    return length <= 0 || length > MAX_LENGTH_MS ? null : { start, end };
  }

  /**
   * Creates the meeting of a booking.
   * @param from `request` made the booking in GoPath; `entered` is the student's meeting that this one replaces
   */
  async function createMeeting(
    booking: TheirBooking,
    time: MeetingTime,
    { request, entered }: { request: BookingRequest | undefined; entered: SyncedMeeting | undefined },
  ): Promise<number> {
    const pk = await bookings.insert(booking.id, {
      ...time,
      name: request?.topic ?? entered?.name ?? nameOf(booking.serviceName),
      // 128 random bits: the name of the video room cannot be guessed.
      meetId: randomBytes(16).toString('hex'),
      series: request?.series ?? entered?.series ?? null,
      bookedByPk: request?.actorPk ?? entered?.bookedByPk ?? null,
      now: clock.now(),
    });
    if (request !== undefined) await requestsRepository.complete(request.pk, booking.id);
    return pk;
  }

  /** Makes the meeting of a booking that has the same people equal to it. @returns null when it stays canceled */
  async function update(
    bookingId: number,
    meeting: SyncedMeeting,
    { start, end, by }: { start: Date; end: Date; by: ChangedBy },
  ): Promise<number | null> {
    const isSameTime = Number(meeting.startsAt) === Number(start) && Number(meeting.endsAt) === Number(end);
    if (isSameTime && meeting.status === 'booked') return meeting.pk;
    // The mentor was removed, and a job cancels the booking there.
    if (meeting.endedWithRelation) return null;
    await bookings.rebook(meeting.pk, { start, end, now: clock.now() });
    // A sync or callback can find the move of a person before its answer arrives.
    const mover = (await bookings.endMove(bookingId, start)) ?? by;
    const isMoved = meeting.status === 'booked';
    await announceComing(isMoved ? 'moved' : 'booked', meeting.pk, start, isMoved ? mover : by, false);
    return meeting.pk;
  }

  /**
   * Creates or changes the meeting of a booking whose people are known. Call it in a transaction.
   * @returns the meeting; null when there is none
   */
  async function save(
    booking: TheirBooking,
    { mentorPk, studentPk, start, end }: MeetingTime,
    { request, readNumber, by, isQuiet, isOwner }: BookOptions & { request: BookingRequest | undefined },
  ): Promise<number | null> {
    // The mentor may have been removed since the request. It is then canceled there as an abandoned one.
    if (request !== undefined && !isOwner && !(await lockPair(request))) return null;
    if (!(await bookings.claimRead(booking.id, readNumber, booking.clientId))) return null;
    const stored = await bookings.find(booking.id, true);
    if (stored?.providerPk === mentorPk && stored.clientPk === studentPk) {
      if (request !== undefined) await requestsRepository.complete(request.pk, booking.id);
      return update(booking.id, stored, { start, end, by });
    }
    const wasUsed = stored !== undefined && (await endReassigned(stored, by));
    // What the family entered stays when only the mentor changes. It is never shown to another student.
    const entered = stored?.clientPk === studentPk ? stored : undefined;
    const pk = await createMeeting(booking, { mentorPk, studentPk, start, end }, { request, entered });
    if (request !== undefined || wasUsed) await memberships.use(studentPk, 'meetings', meetingKey(pk));
    const booker = request === undefined ? by : { pk: request.actorPk, fullName: request.actorName };
    await announceComing('booked', pk, start, booker, request === undefined ? isQuiet : isOwner);
    return pk;
  }

  /** Makes the meeting of a confirmed booking equal to it. @returns the meeting; null when there is none */
  async function book(booking: TheirBooking, options: BookOptions): Promise<number | null> {
    const { readNumber, by, isOwner } = options;
    const period = timeOf(booking);
    if (period === null) {
      await repository.addProblem('impossible_time', String(booking.id), clock.now());
      return null;
    }
    // People are looked up before the transaction, because that can wait for SimplyBook.me.
    const request = await requestsRepository.findFor({ ...booking, start: period.start });
    // Leaves the booking to the process that is making it, which completes it or cancels it with its series.
    if (request !== undefined && !isOwner && (request.isClaimed || request.series !== null)) return null;
    const known = await bookings.find(booking.id);
    const mentorPk = request?.mentorPk ?? (await people.mentorOf(booking.providerId));
    const studentPk =
      request?.studentPk ?? (mentorPk === null ? null : await studentOf(booking, mentorPk, known));
    if (mentorPk === null || studentPk === null) {
      // Its provider or client is unknown, so the meeting's people may have lost it.
      if (known !== undefined) await cancel(booking.id, readNumber, by);
      return null;
    }
    return database.transaction(() =>
      save(booking, { mentorPk, studentPk, ...period }, { ...options, request }),
    );
  }

  return {
    /** Cancels the meeting of a booking that is canceled or deleted there. */
    cancel: (bookingId: number, readNumber: number) => cancel(bookingId, readNumber, BOOKING_SYSTEM),

    /** Applies a booking. @returns the meeting; null when there is none */
    async apply(
      booking: TheirBooking,
      { readNumber, by = BOOKING_SYSTEM, isQuiet = false }: ApplyOptions,
    ): Promise<number | null> {
      if (booking.state === 'canceled') {
        await cancel(booking.id, readNumber, by);
        return null;
      }
      // An unconfirmed booking is not a meeting yet. If a booked one becomes unconfirmed, its meeting stays.
      const pk =
        booking.state === 'waiting' ? null : await book(booking, { readNumber, by, isQuiet, isOwner: false });
      await repository.solve(pk === null ? ['unreadable'] : BOOKING_PROBLEMS, String(booking.id));
      return pk;
    },

    /**
     * Creates the meetings that this process has booked together. Announces them as one change.
     * @returns false, without a meeting, when the two are no longer related
     */
    applyOwn(own: readonly TheirBooking[], pair: Pair, by: ChangedBy): Promise<boolean> {
      return database.transaction(async () => {
        // The mentor may have been removed while it was booked there.
        if (!(await lockPair(pair))) return false;
        const coming: number[] = [];
        for (const booking of own) {
          const readNumber = await bookings.nextRead();
          const pk = await book(booking, { readNumber, by, isQuiet: false, isOwner: true });
          const start = momentOfTheirs(booking.start, timeZone);
          if (pk !== null && start !== null && start > clock.now()) coming.push(pk);
        }
        if (coming.length > 0) {
          await announce({ kind: 'booked', meetingPks: coming, actorPk: by.pk, actorName: by.fullName });
        }
        return true;
      });
    },
  };
}
