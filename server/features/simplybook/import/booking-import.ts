import { randomBytes } from 'node:crypto';
import { DEFAULT_TOPIC } from '#shared/booking/schema.ts';
import type { BookingRules, MeetingChange, Pair } from '../../booking/booking-rules.service.ts';
import { meetingKey, type MembershipsService } from '../../memberships/memberships.service.ts';
import { fromCompanyTime } from '../api/company-time.ts';
import type { SimplybookBooking } from '../api/responses.ts';
import type { MeetingTime, SyncedMeeting } from '../repositories/bookings.repository.ts';
import type { StoredRequest } from '../repositories/requests.repository.ts';
import type { SimplybookContext } from '../simplybook.context.ts';
import type { People } from './people.ts';

/** Who changed a booking in GoPath, for the alerts about it. */
export interface ChangedBy {
  pk: number;
  fullName: string;
  /** The reason of a cancellation. */
  reason?: string;
}

/** The options of applying a booking of any state. */
interface ApplyOptions {
  /** The number that its read took before it started. */
  readNumber: number;
  by?: ChangedBy;
  /** Whether a new meeting is not announced, as in the first sync. */
  isQuiet?: boolean;
}

/** The options of applying a confirmed booking. */
interface ConfirmedOptions extends Required<ApplyOptions> {
  /** Whether this process is making the booking, and announces it with the rest of its series. */
  isMadeByThisProcess: boolean;
}

/** Applies bookings to meetings; see {@link createBookingImport}. */
export type BookingImport = ReturnType<typeof createBookingImport>;

const CANCELED_THERE = 'Canceled in the booking system';
/** Who changed a booking that nobody changed in GoPath. */
const BOOKING_SYSTEM: ChangedBy = { pk: 0, fullName: 'The booking system' };
const BOOKING_PROBLEMS = ['impossible_time', 'unreadable'] as const;
const MAX_LENGTH_MS = 86_400_000;

const nameOf = (text: string | null) =>
  (text ?? '')
    .replaceAll(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, 100) || DEFAULT_TOPIC;

/**
 * Makes meetings equal to bookings. Applying a booking again changes nothing, and an older read never replaces a
 * newer one, so deliveries can be repeated and reordered. The order of the calls: `apply`, `applyConfirmed` (finds
 * the request and the people), `saveMeeting` (in one transaction).
 */
export function createBookingImport(
  { database, clock, timeZone, tables: { problems, bookings, changes, requests } }: SimplybookContext,
  {
    people,
    rules: { announce, lockPair },
    memberships,
  }: {
    people: People;
    rules: Pick<BookingRules, 'announce' | 'lockPair'>;
    memberships: MembershipsService;
  },
) {
  /** Announces the change of a meeting, unless it has started. */
  async function announceIfComing(
    kind: MeetingChange['kind'],
    { pk, startsAt }: { pk: number; startsAt: Date },
    by: ChangedBy,
  ): Promise<void> {
    if (startsAt <= clock.now()) return;
    await announce({ kind, meetingPks: [pk], actorPk: by.pk, actorName: by.fullName });
  }

  /**
   * Cancels the meeting of a booking that is canceled or deleted there.
   * @param fallback who canceled it, when nobody requested it in GoPath
   */
  async function cancel(bookingId: number, readNumber: number, fallback: ChangedBy): Promise<void> {
    await database.transaction(async () => {
      if (!(await bookings.acceptRead(bookingId, readNumber))) return;
      await problems.solve(BOOKING_PROBLEMS, bookingId);
      const meeting = await bookings.findLocked(bookingId);
      if (meeting === undefined || meeting.status === 'canceled') return;
      const by = (await changes.endCancellation(meeting.pk)) ?? fallback;
      const reason = by.reason ?? CANCELED_THERE;
      await bookings.cancel(meeting.pk, { byPk: by.pk === 0 ? null : by.pk, reason, now: clock.now() });
      await memberships.refund(meeting.clientPk, 'meetings', meetingKey(meeting.pk));
      await announceIfComing('canceled', meeting, by);
    });
  }

  /**
   * Cancels the meeting of a booking that was given to other people, and separates the two: the notes and the room of
   * this meeting belong to its people, so the booking gets a new meeting.
   * @returns whether it had used one of the student's meetings
   */
  async function endReassignedMeeting(meeting: SyncedMeeting, by: ChangedBy): Promise<boolean> {
    await bookings.detach(meeting.pk);
    if (meeting.status !== 'booked') return false;
    await bookings.cancel(meeting.pk, { byPk: null, reason: CANCELED_THERE, now: clock.now() });
    await announceIfComing('canceled', meeting, by);
    return memberships.refund(meeting.clientPk, 'meetings', meetingKey(meeting.pk));
  }

  /** Returns the student of a booking; null when unknown. A known meeting of the same client keeps its student. */
  async function studentOf(
    { clientId }: SimplybookBooking,
    mentorPk: number,
    known: SyncedMeeting | undefined,
  ): Promise<number | null> {
    if (known?.clientId === clientId) return known.clientPk;
    const found = await people.studentOf(clientId, mentorPk);
    return found ?? (known?.clientId === null ? known.clientPk : null);
  }

  /** Returns the time of a booking; null if it does not exist in the company's time zone, or no meeting can have it. */
  function timeOf(booking: SimplybookBooking): { start: Date; end: Date } | null {
    const [start, end] = [fromCompanyTime(booking.start, timeZone), fromCompanyTime(booking.end, timeZone)];
    if (start === null || end === null) return null;
    const length = end.getTime() - start.getTime();
    return length <= 0 || length > MAX_LENGTH_MS ? null : { start, end };
  }

  /**
   * Creates the meeting of a booking.
   * @param origin `request` made the booking in GoPath; `entered` is the student's meeting that this one replaces
   */
  async function createMeeting(
    booking: SimplybookBooking,
    time: MeetingTime,
    { request, entered }: { request: StoredRequest | undefined; entered: SyncedMeeting | undefined },
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
    if (request !== undefined) await requests.markDone(request.pk, booking.id);
    return pk;
  }

  /** Makes the meeting of a booking that has the same people equal to it. @returns null when it stays canceled */
  async function updateMeeting(
    bookingId: number,
    meeting: SyncedMeeting,
    { start, end, by }: { start: Date; end: Date; by: ChangedBy },
  ): Promise<number | null> {
    const isSameTime = Number(meeting.startsAt) === Number(start) && Number(meeting.endsAt) === Number(end);
    if (isSameTime && meeting.status === 'booked') return meeting.pk;
    // The mentor was removed or someone disabled, and a job cancels the booking there.
    if (meeting.endedByDeparture) return null;
    await bookings.rebook(meeting.pk, { start, end, now: clock.now() });
    // A sync or callback can find the move of a person before its answer arrives.
    const mover = (await changes.endMove(bookingId, start)) ?? by;
    const isMoved = meeting.status === 'booked';
    await announceIfComing(
      isMoved ? 'moved' : 'booked',
      { pk: meeting.pk, startsAt: start },
      isMoved ? mover : by,
    );
    return meeting.pk;
  }

  /**
   * Creates or changes the meeting of a booking whose people are known. Call it in a transaction.
   * @returns the meeting; null when there is none
   */
  async function saveMeeting(
    booking: SimplybookBooking,
    { mentorPk, studentPk, start, end }: MeetingTime,
    {
      request,
      readNumber,
      by,
      isQuiet,
      isMadeByThisProcess,
    }: ConfirmedOptions & { request: StoredRequest | undefined },
  ): Promise<number | null> {
    // The mentor may have been removed since the request. It is then canceled there as an abandoned one.
    if (request !== undefined && !isMadeByThisProcess && !(await lockPair(request))) return null;
    if (!(await bookings.acceptRead(booking.id, readNumber, booking.clientId))) return null;
    const stored = await bookings.findLocked(booking.id);
    if (stored?.providerPk === mentorPk && stored.clientPk === studentPk) {
      if (request !== undefined) await requests.markDone(request.pk, booking.id);
      return updateMeeting(booking.id, stored, { start, end, by });
    }
    const wasUsed = stored !== undefined && (await endReassignedMeeting(stored, by));
    // What the family entered stays when only the mentor changes. It is never shown to another student.
    const entered = stored?.clientPk === studentPk ? stored : undefined;
    const pk = await createMeeting(booking, { mentorPk, studentPk, start, end }, { request, entered });
    if (request !== undefined || wasUsed) await memberships.use(studentPk, 'meetings', meetingKey(pk));
    const booker = request === undefined ? by : { pk: request.actorPk, fullName: request.actorName };
    const isAnnounced = request === undefined ? !isQuiet : !isMadeByThisProcess;
    if (isAnnounced) await announceIfComing('booked', { pk, startsAt: start }, booker);
    return pk;
  }

  /** Makes the meeting of a confirmed booking equal to it. @returns the meeting; null when there is none */
  async function applyConfirmed(
    booking: SimplybookBooking,
    options: ConfirmedOptions,
  ): Promise<number | null> {
    const { readNumber, by, isMadeByThisProcess } = options;
    const period = timeOf(booking);
    if (period === null) {
      await problems.add('impossible_time', booking.id, clock.now());
      return null;
    }
    // People are looked up before the transaction, because that can wait for SimplyBook.me.
    const request = await requests.findFor({ ...booking, start: period.start });
    // Leaves the booking to the process that is making it, which completes it or cancels it with its series.
    if (request !== undefined && !isMadeByThisProcess && (request.isClaimed || request.series !== null))
      return null;
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
      saveMeeting(booking, { mentorPk, studentPk, ...period }, { ...options, request }),
    );
  }

  return {
    /** Cancels the meeting of a booking that is canceled or deleted there. */
    cancel: (bookingId: number, readNumber: number) => cancel(bookingId, readNumber, BOOKING_SYSTEM),

    /** Applies a booking. @returns the meeting; null when there is none */
    async apply(
      booking: SimplybookBooking,
      { readNumber, by = BOOKING_SYSTEM, isQuiet = false }: ApplyOptions,
    ): Promise<number | null> {
      if (booking.state === 'canceled') {
        await cancel(booking.id, readNumber, by);
        return null;
      }
      // An unconfirmed booking is not a meeting yet. If a booked one becomes unconfirmed, its meeting stays.
      const pk =
        booking.state === 'waiting'
          ? null
          : await applyConfirmed(booking, { readNumber, by, isQuiet, isMadeByThisProcess: false });
      await problems.solve(pk === null ? ['unreadable'] : BOOKING_PROBLEMS, booking.id);
      return pk;
    },

    /**
     * Creates the meetings of bookings that this process has made together. Announces them as one change.
     * @returns false, without a meeting, when the two are no longer related
     */
    applyMade(made: readonly SimplybookBooking[], pair: Pair, by: ChangedBy): Promise<boolean> {
      return database.transaction(async () => {
        // The mentor may have been removed while it was booked there.
        if (!(await lockPair(pair))) return false;
        const coming: number[] = [];
        for (const booking of made) {
          const readNumber = await bookings.nextRead();
          const pk = await applyConfirmed(booking, {
            readNumber,
            by,
            isQuiet: false,
            isMadeByThisProcess: true,
          });
          const start = fromCompanyTime(booking.start, timeZone);
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
