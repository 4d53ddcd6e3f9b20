/**
 * The connection to SimplyBook.me, which owns the bookings when it is configured (docs/decisions/036-simplybook.md).
 * In the code, 'there' means SimplyBook.me and 'here' means GoPath. A booking there has one meeting here. Mentors are
 * providers there; students, or parents who book for them, are clients.
 *
 * `import/` brings changes from there:
 * - `sync.ts` reads people (at night), bookings and memberships, in this order, or the one booking of a callback
 * - `people.ts` finds the mentor of a provider, and the student of a client
 * - `booking-import.ts` makes the meeting equal to its booking, whoever has read or changed it
 * - `membership-import.ts` copies how many meetings are left
 *
 * `booking/` sends changes there, and lets `booking-import.ts` apply the answers:
 * - `calendar.ts` is the entry for people: free times (`free-times.ts`), booking, moving and canceling
 * - `new-bookings.ts` checks a booking, finds or adds the client (`student-clients.ts`), and stores its requests;
 *   `request-sender.ts` books them, also after a crash
 * - `change-meetings.ts` moves and cancels; `later-cancellations.ts` cancels there, in a job, what was canceled here
 *
 * `api/` calls SimplyBook.me: `simplybook-api.ts` has the endpoints, `http-client.ts` signs in and retries,
 * `call-limits.ts` limits the calls of all processes, `responses.ts` parses, `company-time.ts` converts times.
 *
 * `repositories/` has our tables, which server/db/tables/simplybook.ts explains.
 */
import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { notFound } from '#shared/kernel/errors.ts';
import type { ConnectionState } from '#shared/connections/responses.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { hashOf } from '../../lib/hash.ts';
import { parseInput } from '../../lib/parse-input.ts';
import { createRateLimit } from '../../lib/rate-limits.ts';
import type { BookingRules } from '../booking/booking-rules.service.ts';
import { createOwnCalendar } from '../booking/booking.service.ts';
import type { MembershipsService } from '../memberships/memberships.service.ts';
import { simplybookId } from './api/responses.ts';
import { SimplybookError } from './api/simplybook-error.ts';
import { createSimplybookCalendar } from './booking/calendar.ts';
import { createRequestSender } from './booking/request-sender.ts';
import { createBookingImport } from './import/booking-import.ts';
import { createMembershipImport } from './import/membership-import.ts';
import { createPeople } from './import/people.ts';
import { createSync } from './import/sync.ts';
import type { ConnectionRow } from './repositories/connection.repository.ts';
import { createSimplybookContext } from './simplybook.context.ts';

export { CALLS_PER_DAY } from './repositories/call-limits.repository.ts';

/** The connection to SimplyBook.me; null when it is off. */
export type SimplybookService = NonNullable<ReturnType<typeof createSimplybookService>>;

/** The failed calls in a row after which the connection counts as failing; with fewer it is degraded. */
const FAILURES = 3;

/** The jobs: reading one booking, the sync of near bookings, and the sync of everything. */
const FETCH = 'simplybook.fetch';
const SYNC = 'simplybook.sync';
const SYNC_ALL = 'simplybook.sync-all';

/** What is used of a callback. */
const hint = z.object({ booking_id: simplybookId, company: z.string() });

/** Returns the state of the connection, as staff see it. */
function stateOf(row: ConnectionRow | undefined): ConnectionState {
  if (row?.failingSince != null) {
    return row.error === 'credentials' || row.failures >= FAILURES ? 'failing' : 'degraded';
  }
  return row !== undefined && row.problems > 0 ? 'degraded' : 'ok';
}

/** Hashes a secret, because the comparison requires values of the same length. */
const digest = (text: string) => Buffer.from(hashOf(text));

/** Connects to SimplyBook.me when it is configured; it then owns the bookings. */
export function createSimplybookService(
  dependencies: ServiceDependencies,
  { rules, memberships }: { rules: BookingRules; memberships: MembershipsService },
) {
  const { config, database, jobs } = dependencies;
  const settings = config.simplybook;
  if (settings === undefined) return null;
  const { company, timeZone, callbackSecret } = settings;
  const context = createSimplybookContext(dependencies, settings);
  const { connection, people: links, problems, requests } = context.tables;

  const people = createPeople(context);
  const bookingImport = createBookingImport(context, { people, rules, memberships });
  const membershipImport = createMembershipImport(context, people);
  const sync = createSync(context, { people, bookingImport, membershipImport });
  const requestSender = createRequestSender(context, bookingImport);
  const own = createOwnCalendar(dependencies, {
    rules,
    memberships,
    pendingPeriods: (pair, search) => requests.pendingOf(pair, search),
  });
  const calendar = createSimplybookCalendar(context, {
    rules,
    memberships,
    own,
    bookingImport,
    requestSender,
  });
  const hints = createRateLimit(database, { name: 'simplybook', attempts: 600, seconds: 60 });

  /** Completes abandoned bookings, then syncs. */
  async function run(kind: 'near' | 'all'): Promise<void> {
    try {
      await requestSender.completeAbandoned();
    } catch (error) {
      if (!(error instanceof SimplybookError)) throw error;
    } finally {
      await sync.run(kind);
    }
  }

  jobs.register<{ id: number }>(FETCH, ({ id }) => sync.fetchBooking(id), { retries: 8, retryDelay: 30 });
  jobs.register(SYNC, () => run('near'), { retries: 0, cron: '*/5 * * * *', expiresAfter: 900 });
  jobs.register(SYNC_ALL, () => run('all'), { retries: 0, cron: '23 2 * * *', expiresAfter: 3600 });

  return {
    calendar,

    /**
     * Queues a read of the booking that a callback names. Uses nothing else from the callback, because it is
     * not signed.
     * @throws AppError NOT_FOUND for another secret or company, INVALID_INPUT, RATE_LIMITED
     */
    async receive(secret: string, body: unknown): Promise<void> {
      if (callbackSecret === undefined || !timingSafeEqual(digest(secret), digest(callbackSecret))) {
        throw notFound();
      }
      await hints.require(company);
      const given = parseInput(hint, body);
      if (given.company !== company) throw notFound();
      const id = given.booking_id;
      await jobs.send(FETCH, { id }, { singletonKey: String(id) });
    },

    /** Queues a sync of everything. */
    async requestSync(): Promise<void> {
      await jobs.send(SYNC_ALL, {}, { singletonKey: 'now' });
    },

    /** Reads the state for staff. */
    async status() {
      const row = await connection.read();
      return {
        row,
        state: stateOf(row),
        links: await links.countLinks(),
        problems: await problems.list(),
        settings: { company, timeZone, callbackSecret },
      };
    },
  };
}
