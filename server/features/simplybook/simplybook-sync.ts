import { addDays } from '#shared/kernel/dates.ts';
import { momentOf, wallTimeOf } from '#shared/booking/local-time.ts';
import type { Clock } from '../../clock.ts';
import type { SimplybookBookingsRepository } from './simplybook-bookings.repository.ts';
import type { SimplybookImport } from './simplybook-import.ts';
import { allPages, type SimplybookPeople } from './simplybook-people.ts';
import type { SimplybookClient, TheirPage } from './simplybook.client.ts';
import { SimplybookError, type SimplybookErrorKind } from './simplybook.errors.ts';
import { momentOfTheirs, type TheirBooking } from './simplybook.protocol.ts';
import type { Pass, SimplybookRepository } from './simplybook.repository.ts';

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
export function createSimplybookSync(
  {
    clock,
    client,
    repository,
    bookings,
    people,
    importer,
  }: {
    clock: Clock;
    client: SimplybookClient;
    repository: SimplybookRepository;
    bookings: SimplybookBookingsRepository;
    people: SimplybookPeople;
    importer: SimplybookImport;
  },
  timeZone: string,
) {
  /** Reads a booking again and applies it. If SimplyBook.me does not have it, the meeting is canceled. */
  async function fetchBooking(id: number, readNumber: number): Promise<void> {
    const booking = await client.booking(id, { isBackground: true });
    if (booking === null) await importer.cancel(id, readNumber);
    else await importer.apply(booking, { readNumber });
  }

  /** Syncs one booking. If it cannot be read, it becomes a problem for staff, and the others are still synced. */
  async function skipUnreadable(id: number, syncOne: () => Promise<unknown>): Promise<void> {
    try {
      await syncOne();
    } catch (error) {
      if (!(error instanceof SimplybookError) || !UNREADABLE.includes(error.kind)) throw error;
      await repository.addProblem('unreadable', String(id), clock.now());
    }
  }

  async function syncMemberships(): Promise<void> {
    const readNumber = await bookings.nextRead();
    const rows = await allPages((page) => client.memberships(page));
    const now = clock.now();
    const found: { studentPk: number; isOwn: boolean; name: string; periodEnd: Date; left: number }[] = [];
    for (const row of rows) {
      // A period that ends on a day includes the day.
      const isDay = row.end.length === 10;
      const periodEnd = momentOfTheirs(isDay ? `${addDays(row.end, 1)} 00:00` : row.end, timeZone);
      if (row.clientId === null || !row.isUsable || periodEnd === null || periodEnd <= now) continue;
      const member = await people.memberOf(row.clientId);
      if (member !== null) found.push({ ...member, name: row.name, periodEnd, left: row.left });
    }
    // The first one of a student is stored: their own membership before one of a parent.
    found.sort((a, b) => Number(b.isOwn) - Number(a.isOwn));
    for (const { studentPk, name, periodEnd, left } of found) {
      await repository.saveMembership(studentPk, { name, periodEnd, left, readNumber });
    }
    await repository.deleteMembershipsBefore(readNumber);
  }

  async function startPass(kind: Pass['kind']): Promise<Pass> {
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

  /** Looks up coming meetings that were not listed: the list can omit canceled and deleted bookings. */
  async function checkMissing({ firstRead, from, to }: Pass): Promise<void> {
    const end = momentOf(addDays(to, 1), 0, timeZone);
    const missing = await bookings.unlisted({
      firstRead,
      from: new Date(Math.max(clock.now().getTime(), momentOf(from, 0, timeZone) ?? 0)),
      to: new Date(end ?? Date.parse(to)),
      limit: MAX_MISSING,
    });
    for (const id of missing) {
      const readNumber = await bookings.nextRead();
      await skipUnreadable(id, () => fetchBooking(id, readNumber));
      await bookings.markRead([id], readNumber);
    }
  }

  /** Applies the bookings of a page, and stores that they were listed, even those that could not be applied. */
  async function applyPage(
    number: number,
    { items, unreadable }: TheirPage<TheirBooking>,
    options: { readNumber: number; isQuiet: boolean },
  ): Promise<void> {
    for (const booking of items) await skipUnreadable(booking.id, () => importer.apply(booking, options));
    const page = `page ${number}`;
    for (const id of unreadable) await repository.addProblem('unreadable', String(id ?? page), clock.now());
    if (!unreadable.includes(null)) await repository.solve(['unreadable'], page);
    const listed = [...items.map(({ id }) => id), ...unreadable.filter((id) => id !== null)];
    await bookings.markRead(listed, options.readNumber);
  }

  /** Reads the pages of a pass. @returns whether it is complete */
  async function readPages(pass: Pass, isQuiet: boolean): Promise<boolean> {
    for (let read = 0; read < MAX_PAGES; read += 1) {
      const readNumber = await bookings.nextRead();
      const page = await client.bookings(pass, pass.page);
      await applyPage(pass.page, page, { readNumber, isQuiet });
      if (page.isLast) return true;
      pass.page += 1;
      await repository.savePass(pass, RESERVED_SECONDS);
    }
    return false;
  }

  return {
    /** Reads a booking again and applies it. */
    fetchBooking: async (id: number) => fetchBooking(id, await bookings.nextRead()),

    /**
     * Syncs bookings, and people and memberships too when all are synced. An interrupted sync continues at its page.
     * @returns whether it ran and is complete
     */
    async run(kind: Pass['kind']): Promise<boolean> {
      const started = await repository.startSync(RESERVED_SECONDS);
      if (started === undefined) return false;
      try {
        const isFirst = (await repository.connection())?.syncedAt === null;
        const isContinued = started.pass !== null && !(kind === 'all' && started.pass.kind === 'near');
        const pass =
          isContinued && started.pass !== null ? started.pass : await startPass(isFirst ? 'all' : kind);
        await repository.savePass(pass, RESERVED_SECONDS);
        if (pass.kind === 'all' && pass.page === 1) {
          await people.syncProviders();
          await people.syncClients();
        }
        if (!(await readPages(pass, isFirst))) return false;
        await checkMissing(pass);
        await syncMemberships();
        await repository.completePass(pass.kind, clock.now());
        return true;
      } catch (error) {
        // The state of the connection has the error, and the next run continues.
        if (error instanceof SimplybookError) return false;
        throw error;
      } finally {
        await repository.endSync();
      }
    },
  };
}
