import { AppError, notFound } from '#shared/kernel/errors.ts';
import { wallTimeOf } from '#shared/booking/local-time.ts';
import { fromCompanyTime, toCompanyTime } from '../api/company-time.ts';
import { SimplybookError } from '../api/simplybook-error.ts';
import type { BookingImport } from '../import/booking-import.ts';
import type { StoredRequest } from '../repositories/requests.repository.ts';
import type { SimplybookContext } from '../simplybook.context.ts';

/** The meetings of a request, or the provider whose time was taken. */
export type RequestResult = { kind: 'booked'; meetingPks: number[] } | { kind: 'taken'; providerId: number };

/** Books requests in SimplyBook.me exactly once; see {@link createRequestSender}. */
export type RequestSender = ReturnType<typeof createRequestSender>;

/** How long a process reserves a request: longer than a person's request takes, with its timeouts. */
const CLAIM_SECONDS = 120;
const MAX_ABANDONED = 50;
const MINUTE = 60_000;
const BUSY = 'This booking is still being made. Check your meetings in a few minutes.';

/** Returns whether the meeting of a request does not exist yet. */
const isOpen = ({ state }: StoredRequest) => state !== 'done';

/**
 * Books stored requests. The API cannot repeat a booking safely, so a request with an unknown result is searched for
 * before it is sent again. If two people book the same time for one student, each request gets its own booking. The
 * meetings of a series are the requests of one key; they are booked together or not at all.
 */
export function createRequestSender(
  { timeZone, serviceId, api, tables: { requests, bookings } }: SimplybookContext,
  bookingImport: BookingImport,
) {
  /**
   * Searches for the booking of a request.
   * @throws SimplybookError `unreachable` while it is unknown whether the found booking belongs to another
   *   request
   */
  async function findBooking(request: StoredRequest): Promise<number | null> {
    const { day } = wallTimeOf(request.startsAt.getTime(), timeZone);
    const found = (await api.findBookings({ ...request, day })).filter(
      (one) =>
        one.state === 'booked' &&
        one.providerId === request.providerId &&
        one.clientId === request.clientId &&
        Number(fromCompanyTime(one.start, timeZone)) === Number(request.startsAt),
    );
    // Checks this first: a booking that the other request stores between the two queries is then not taken.
    const isBookedByAnother = await requests.isBookedByAnotherRequest(request);
    const unclaimed = await requests.withoutOthers(
      request,
      found.map(({ id }) => id),
    );
    if (isBookedByAnother && unclaimed.length > 0) throw new SimplybookError('unreachable');
    return unclaimed[0] ?? null;
  }

  async function createBooking(request: StoredRequest): Promise<number> {
    try {
      return await api.createBooking({
        start: toCompanyTime(request.startsAt, timeZone),
        serviceId,
        providerId: request.providerId,
        clientId: request.clientId,
      });
    } catch (error) {
      if (error instanceof SimplybookError && error.kind === 'refused') throw error;
      // The booking may exist, because only the response may have been lost.
      const found = error instanceof SimplybookError ? await findBooking(request) : null;
      if (found === null) throw error;
      return found;
    }
  }

  /** Reserves the open requests of a key. @returns false when another process has one */
  async function claimOpen(rows: readonly StoredRequest[]): Promise<boolean> {
    for (const row of rows) {
      if (isOpen(row) && !(await requests.claim(row.pk, CLAIM_SECONDS))) return false;
    }
    return true;
  }

  async function releaseAll(rows: readonly StoredRequest[]): Promise<void> {
    for (const row of rows) await requests.release(row.pk);
  }

  /**
   * Cancels the bookings of requests there, and deletes the requests.
   * @param mayBeLost whether to search for bookings whose answer was lost. A refused request has none: searching for it
   *   would find, and cancel, the booking of the same time by someone else for the same student.
   */
  async function undo(rows: readonly StoredRequest[], { mayBeLost }: { mayBeLost: boolean }): Promise<void> {
    const [first] = rows;
    if (first !== undefined) await requests.markUndo(first.actorPk, first.key);
    for (const row of rows) {
      const bookingId = row.bookingId ?? (mayBeLost ? await findBooking(row) : null);
      if (bookingId !== null) await api.cancelBooking(bookingId, { isBackground: false });
      await requests.delete(row.pk);
    }
  }

  /**
   * Books the open requests of a key there, and stores their bookings.
   * @param isRepeated whether an earlier attempt may have booked them
   * @returns false when SimplyBook.me refused one; all of them are then canceled
   */
  async function bookThere(rows: readonly StoredRequest[], isRepeated: boolean): Promise<boolean> {
    try {
      for (const row of rows.filter(isOpen)) {
        row.bookingId ??= (isRepeated ? await findBooking(row) : null) ?? (await createBooking(row));
        await requests.setBooking(row.pk, row.bookingId);
      }
      return true;
    } catch (error) {
      if (error instanceof SimplybookError && error.kind === 'refused') {
        await undo(rows, { mayBeLost: false });
        return false;
      }
      await releaseAll(rows);
      throw error;
    }
  }

  /**
   * Creates the meetings of booked requests. If the mentor was removed, cancels the bookings there instead.
   * @returns whether the meetings exist
   */
  async function createMeetings(rows: readonly StoredRequest[], minutes: number): Promise<boolean> {
    const [first] = rows;
    if (first === undefined) return true;
    const made = rows.flatMap(({ providerId, clientId, startsAt, bookingId }) => {
      if (bookingId === null) return [];
      const until = new Date(startsAt.getTime() + minutes * MINUTE);
      const [start, end] = [toCompanyTime(startsAt, timeZone), toCompanyTime(until, timeZone)];
      return [
        { id: bookingId, state: 'booked' as const, start, end, providerId, clientId, serviceName: null },
      ];
    });
    const by = { pk: first.actorPk, fullName: first.actorName };
    const isCreated = await bookingImport.applyMade(made, first, by);
    if (!isCreated) await undo(rows, { mayBeLost: true });
    return isCreated;
  }

  /** Completes the abandoned requests of a key when all of them are booked there; else cancels them. */
  async function completeOrUndo(actorPk: number, key: string): Promise<void> {
    const rows = await requests.ofKey(actorPk, key);
    if (!(await claimOpen(rows))) return;
    try {
      for (const row of rows) {
        row.bookingId ??= await findBooking(row);
        if (row.bookingId !== null) await requests.setBooking(row.pk, row.bookingId);
      }
      const isComplete = rows.every(({ bookingId, state }) => bookingId !== null && state !== 'undo');
      if (!isComplete) return await undo(rows, { mayBeLost: true });
      await createMeetings(rows.filter(isOpen), await api.readServiceMinutes(serviceId));
    } catch (error) {
      await releaseAll(rows);
      throw error;
    }
  }

  return {
    /**
     * Books the requests of a key and creates their meetings.
     * @param isRepeated whether an earlier attempt may have booked them
     * @param minutes the length of a meeting
     * @throws AppError UNAVAILABLE while another process is booking them, NOT_FOUND when the mentor was removed
     */
    async send(
      actorPk: number,
      key: string,
      { isRepeated, minutes }: { isRepeated: boolean; minutes: number },
    ): Promise<RequestResult> {
      const rows = await requests.ofKey(actorPk, key);
      if (rows.some(isOpen)) {
        if (rows.some(({ state }) => state === 'undo') || !(await claimOpen(rows))) {
          throw new AppError('UNAVAILABLE', BUSY);
        }
        if (!(await bookThere(rows, isRepeated))) {
          return { kind: 'taken', providerId: rows[0]?.providerId ?? 0 };
        }
        if (!(await createMeetings(rows.filter(isOpen), minutes))) throw notFound();
      }
      const ids = rows.flatMap(({ bookingId }) => (bookingId === null ? [] : [bookingId]));
      return { kind: 'booked', meetingPks: await bookings.meetingsOf(ids) };
    },

    /** Completes requests whose process died, or cancels what is left of them. */
    async completeAbandoned(): Promise<void> {
      const abandoned = await requests.abandoned(MAX_ABANDONED);
      const keys = new Map(abandoned.map(({ actorPk, key }) => [`${actorPk} ${key}`, { actorPk, key }]));
      const errors: unknown[] = [];
      for (const { actorPk, key } of keys.values()) {
        // One failed request must not stop the others.
        await completeOrUndo(actorPk, key).catch((error: unknown) => errors.push(error));
      }
      if (errors.length > 0) throw errors.find((error) => !(error instanceof SimplybookError)) ?? errors[0];
    },
  };
}
