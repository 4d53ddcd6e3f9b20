import { addDays } from '#shared/kernel/dates.ts';
import { momentOf, wallTimeOf } from '#shared/booking/local-time.ts';
import type { SimplybookBooking } from '../api/responses.ts';
import type { ListPage } from '../api/simplybook-api.ts';
import { SimplybookError, type SimplybookErrorKind } from '../api/simplybook-error.ts';
import type { SyncProgress } from '../repositories/connection.repository.ts';
import type { SimplybookContext } from '../simplybook.context.ts';
import type { BookingImport } from './booking-import.ts';
import type { MembershipImport } from './membership-import.ts';
import type { People } from './people.ts';

/** The days around today whose bookings a sync reads: about two weeks every five minutes, seven months at night. */
const WINDOWS = { near: { before: 1, after: 14 }, all: { before: 30, after: 180 } } as const;
/** How long a sync without progress keeps other processes from syncing. */
const RESERVED_SECONDS = 300;
/** The most pages of bookings in one run; the next run continues. */
const MAX_PAGES = 60;
/** The most missing bookings that one sync looks up. */
const MAX_MISSING = 50;
/** The errors of a single booking. The others end the sync, because the next request would fail too. */
const UNREADABLE: readonly SimplybookErrorKind[] = ['unexpected', 'refused'];

/** Creates the sync that makes our data equal to SimplyBook.me's, even if callbacks were lost. */
export function createSync(
  { clock, timeZone, api, tables: { connection, bookings, problems } }: SimplybookContext,
  {
    people,
    bookingImport,
    membershipImport,
  }: { people: People; bookingImport: BookingImport; membershipImport: MembershipImport },
) {
  /** Reads a booking again and applies it. If SimplyBook.me does not have it, the meeting is canceled. */
  async function readAndApply(id: number, readNumber: number): Promise<void> {
    const booking = await api.readBooking(id, { isBackground: true });
    if (booking === null) await bookingImport.cancel(id, readNumber);
    else await bookingImport.apply(booking, { readNumber });
  }

  /** Syncs one booking. If it cannot be read, it becomes a problem for staff, and the others are still synced. */
  async function skipUnreadable(id: number, syncOne: () => Promise<unknown>): Promise<void> {
    try {
      await syncOne();
    } catch (error) {
      if (!(error instanceof SimplybookError) || !UNREADABLE.includes(error.kind)) throw error;
      await problems.add('unreadable', id, clock.now());
    }
  }

  /** Applies the bookings of a page, and stores that they were listed, even those that could not be applied. */
  async function applyPage(
    number: number,
    { items, unreadable }: ListPage<SimplybookBooking>,
    options: { readNumber: number; isQuiet: boolean },
  ): Promise<void> {
    for (const booking of items) {
      await skipUnreadable(booking.id, () => bookingImport.apply(booking, options));
    }
    const page = `page ${number}`;
    for (const id of unreadable) await problems.add('unreadable', id ?? page, clock.now());
    if (!unreadable.includes(null)) await problems.solve(['unreadable'], page);
    const listed = [...items.map(({ id }) => id), ...unreadable.filter((id) => id !== null)];
    await bookings.markRead(listed, options.readNumber);
  }

  /** Applies the bookings of the pages that are left. @returns whether these are all */
  async function applyPages(progress: SyncProgress, isQuiet: boolean): Promise<boolean> {
    for (let read = 0; read < MAX_PAGES; read += 1) {
      const readNumber = await bookings.nextRead();
      const page = await api.listBookings(progress, progress.page);
      await applyPage(progress.page, page, { readNumber, isQuiet });
      if (page.isLast) return true;
      progress.page += 1;
      await connection.saveProgress(progress, RESERVED_SECONDS);
    }
    return false;
  }

  /** Looks up coming meetings that were not listed: the list can omit canceled and deleted bookings. */
  async function lookUpMissing({ firstRead, from, to }: SyncProgress): Promise<void> {
    const end = momentOf(addDays(to, 1), 0, timeZone);
    const missing = await bookings.unlisted({
      firstRead,
      from: new Date(Math.max(clock.now().getTime(), momentOf(from, 0, timeZone) ?? 0)),
      to: new Date(end ?? Date.parse(to)),
      limit: MAX_MISSING,
    });
    for (const id of missing) {
      const readNumber = await bookings.nextRead();
      await skipUnreadable(id, () => readAndApply(id, readNumber));
      await bookings.markRead([id], readNumber);
    }
  }

  async function newProgress(kind: SyncProgress['kind']): Promise<SyncProgress> {
    const { day } = wallTimeOf(clock.now().getTime(), timeZone);
    const { before, after } = WINDOWS[kind];
    return {
      kind,
      from: addDays(day, -before),
      to: addDays(day, after),
      page: 1,
      firstRead: await bookings.nextRead(),
    };
  }

  return {
    /** Reads a booking again and applies it. */
    fetchBooking: async (id: number) => readAndApply(id, await bookings.nextRead()),

    /**
     * Syncs everything in this order: people (when all are synced), bookings, and memberships. An interrupted sync
     * continues at its page. The first one is a sync of all, and does not announce the meetings.
     * @returns whether it ran and is complete
     */
    async run(kind: SyncProgress['kind']): Promise<boolean> {
      const reserved = await connection.reserveSync(RESERVED_SECONDS);
      if (reserved === undefined) return false;
      try {
        const isFirst = (await connection.read())?.syncedAt === null;
        const progress = canContinue(reserved.progress, kind)
          ? reserved.progress
          : await newProgress(isFirst ? 'all' : kind);
        await connection.saveProgress(progress, RESERVED_SECONDS);
        if (progress.kind === 'all' && progress.page === 1) {
          await people.syncProviders();
          await people.syncClients();
        }
        if (!(await applyPages(progress, isFirst))) return false;
        await lookUpMissing(progress);
        await membershipImport.run();
        await connection.completeSync(progress.kind, clock.now());
        return true;
      } catch (error) {
        // The state of the connection has the error, and the next run continues.
        if (error instanceof SimplybookError) return false;
        throw error;
      } finally {
        await connection.releaseSync();
      }
    },
  };
}

/** Returns whether an interrupted sync reads what is requested: one of near bookings is not enough for all. */
function canContinue(
  interrupted: SyncProgress | null,
  requested: SyncProgress['kind'],
): interrupted is SyncProgress {
  return interrupted !== null && !(requested === 'all' && interrupted.kind === 'near');
}
