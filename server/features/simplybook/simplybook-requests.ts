import { AppError, notFound } from '#shared/kernel/errors.ts';
import { wallTimeOf } from '#shared/booking/local-time.ts';
import type { SimplybookBookingsRepository } from './simplybook-bookings.repository.ts';
import type { SimplybookImport } from './simplybook-import.ts';
import type { BookingRequest, SimplybookRequestsRepository } from './simplybook-requests.repository.ts';
import type { SimplybookClient } from './simplybook.client.ts';
import { SimplybookError } from './simplybook.errors.ts';
import { momentOfTheirs, toTheirs } from './simplybook.protocol.ts';

/** The meetings of a request, or the provider whose time was taken. */
export type RequestResult = { kind: 'booked'; meetingPks: number[] } | { kind: 'taken'; providerId: number };

/** Books requests in SimplyBook.me exactly once; see {@link createSimplybookRequests}. */
export type SimplybookRequests = ReturnType<typeof createSimplybookRequests>;

/** How long a process reserves a request: longer than a person's request takes, with its timeouts. */
const CLAIM_SECONDS = 120;
const MAX_ABANDONED = 50;
const MINUTE = 60_000;
const BUSY = 'This booking is still being made. Check your meetings in a few minutes.';

/**
 * Books stored requests. The API cannot repeat a booking safely, so a request with an unknown result is searched for
 * before it is sent again. If two people book the same time for one student, each request gets its own booking. The
 * meetings of a series are booked together or not at all.
 */
export function createSimplybookRequests(
  {
    client,
    requestsRepository,
    bookings,
    importer,
  }: {
    client: SimplybookClient;
    requestsRepository: SimplybookRequestsRepository;
    bookings: SimplybookBookingsRepository;
    importer: SimplybookImport;
  },
  { timeZone, serviceId }: { timeZone: string; serviceId: number },
) {
  /**
   * Searches for the booking of a request.
   * @throws SimplybookError `unreachable` while it is unknown whether the found booking belongs to another
   *   request
   */
  async function find(row: BookingRequest): Promise<number | null> {
    const { day } = wallTimeOf(row.startsAt.getTime(), timeZone);
    const found = (await client.findBookings({ ...row, day })).filter(
      (one) =>
        one.state === 'booked' &&
        one.providerId === row.providerId &&
        one.clientId === row.clientId &&
        Number(momentOfTheirs(one.start, timeZone)) === Number(row.startsAt),
    );
    // Checks this first: a booking that the other request stores between the two queries is then not taken.
    const isBookedByAnother = await requestsRepository.isBookedByAnotherRequest(row);
    const unclaimed = await requestsRepository.withoutOthers(
      row,
      found.map(({ id }) => id),
    );
    if (isBookedByAnother && unclaimed.length > 0) throw new SimplybookError('unreachable');
    return unclaimed[0] ?? null;
  }

  async function create(row: BookingRequest): Promise<number> {
    try {
      return await client.createBooking({
        start_datetime: toTheirs(row.startsAt, timeZone),
        service_id: serviceId,
        provider_id: row.providerId,
        client_id: row.clientId,
      });
    } catch (error) {
      if (error instanceof SimplybookError && error.kind === 'refused') throw error;
      // The booking may exist, because only the response may have been lost.
      const found = error instanceof SimplybookError ? await find(row) : null;
      if (found === null) throw error;
      return found;
    }
  }

  /**
   * Cancels the bookings of requests there, and deletes the requests.
   * @param mayBeLost whether to search for bookings whose answer was lost. A refused request has none: searching for it
   *   would find, and cancel, the booking of the same time by someone else for the same student.
   */
  async function undo(rows: readonly BookingRequest[], mayBeLost: boolean): Promise<void> {
    const [first] = rows;
    if (first !== undefined) await requestsRepository.undo(first.actorPk, first.key);
    for (const row of rows) {
      const bookingId = row.bookingId ?? (mayBeLost ? await find(row) : null);
      if (bookingId !== null) await client.cancelBooking(bookingId, { isBackground: false });
      await requestsRepository.delete(row.pk);
    }
  }

  /**
   * Creates the meetings of booked requests. If the mentor was removed, cancels the bookings there instead.
   * @returns whether the meetings exist
   */
  async function createMeetings(rows: readonly BookingRequest[], minutes: number): Promise<boolean> {
    const [first] = rows;
    if (first === undefined) return true;
    const own = rows.flatMap(({ providerId, clientId, startsAt, bookingId }) => {
      if (bookingId === null) return [];
      const until = new Date(startsAt.getTime() + minutes * MINUTE);
      const [start, end] = [toTheirs(startsAt, timeZone), toTheirs(until, timeZone)];
      return [
        { id: bookingId, state: 'booked' as const, start, end, providerId, clientId, serviceName: null },
      ];
    });
    const by = { pk: first.actorPk, fullName: first.actorName };
    const isCreated = await importer.applyOwn(own, first, by);
    if (!isCreated) await undo(rows, true);
    return isCreated;
  }

  async function claimAll(rows: readonly BookingRequest[]): Promise<boolean> {
    for (const row of rows) {
      if (row.state !== 'done' && !(await requestsRepository.claim(row.pk, CLAIM_SECONDS))) return false;
    }
    return true;
  }

  /** Completes the abandoned requests of a key when all of them are booked there; else cancels them. */
  async function completeOrUndo(actorPk: number, key: string, minutes: () => Promise<number>): Promise<void> {
    const rows = await requestsRepository.ofKey(actorPk, key);
    if (!(await claimAll(rows))) return;
    try {
      for (const row of rows) {
        row.bookingId ??= await find(row);
        if (row.bookingId !== null) await requestsRepository.setBooking(row.pk, row.bookingId);
      }
      const isComplete = rows.every(({ bookingId, state }) => bookingId !== null && state !== 'undo');
      if (!isComplete) return await undo(rows, true);
      const open = rows.filter(({ state }) => state !== 'done');
      await createMeetings(open, await minutes());
    } catch (error) {
      for (const row of rows) await requestsRepository.release(row.pk);
      throw error;
    }
  }

  return {
    /**
     * Books the requests of a key and creates their meetings.
     * @param isRepeated whether an earlier attempt may have booked them
     * @throws AppError UNAVAILABLE while another process is booking them, NOT_FOUND when the mentor was removed
     */
    async complete(
      actorPk: number,
      key: string,
      { isRepeated, minutes }: { isRepeated: boolean; minutes: number },
    ): Promise<RequestResult> {
      const rows = await requestsRepository.ofKey(actorPk, key);
      const isDone = (row: BookingRequest) => row.state === 'done';
      if (!rows.every(isDone)) {
        if (rows.some(({ state }) => state === 'undo') || !(await claimAll(rows))) {
          throw new AppError('UNAVAILABLE', BUSY);
        }
        try {
          for (const row of rows) {
            if (isDone(row)) continue;
            row.bookingId ??= (isRepeated ? await find(row) : null) ?? (await create(row));
            await requestsRepository.setBooking(row.pk, row.bookingId);
          }
        } catch (error) {
          if (error instanceof SimplybookError && error.kind === 'refused') {
            await undo(rows, false);
            return { kind: 'taken', providerId: rows[0]?.providerId ?? 0 };
          }
          for (const row of rows) await requestsRepository.release(row.pk);
          throw error;
        }
        const open = rows.filter((row) => !isDone(row));
        if (!(await createMeetings(open, minutes))) throw notFound();
      }
      const ids = rows.flatMap(({ bookingId }) => (bookingId === null ? [] : [bookingId]));
      return { kind: 'booked', meetingPks: await bookings.meetingsOf(ids) };
    },

    /** Completes requests whose process died, or cancels what is left of them. */
    async completeAbandoned(minutes: () => Promise<number>): Promise<void> {
      const abandoned = await requestsRepository.abandoned(MAX_ABANDONED);
      const keys = new Map(abandoned.map(({ actorPk, key }) => [`${actorPk} ${key}`, { actorPk, key }]));
      const errors: unknown[] = [];
      for (const { actorPk, key } of keys.values()) {
        // One failed request must not stop the others.
        await completeOrUndo(actorPk, key, minutes).catch((error: unknown) => errors.push(error));
      }
      if (errors.length > 0) throw errors.find((error) => !(error instanceof SimplybookError)) ?? errors[0];
    },
  };
}
