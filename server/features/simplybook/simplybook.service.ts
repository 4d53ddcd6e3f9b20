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
import { createSimplybookBudget } from './simplybook-budget.ts';
import { SimplybookBookingsRepository } from './simplybook-bookings.repository.ts';
import { createSimplybookCalendar } from './simplybook-calendar.ts';
import { createSimplybookClients } from './simplybook-clients.ts';
import { createSimplybookImport } from './simplybook-import.ts';
import { createSimplybookPeople } from './simplybook-people.ts';
import { createSimplybookRequests } from './simplybook-requests.ts';
import { SimplybookRequestsRepository } from './simplybook-requests.repository.ts';
import { createSimplybookSync } from './simplybook-sync.ts';
import { createSimplybookClient } from './simplybook.client.ts';
import { SimplybookError } from './simplybook.errors.ts';
import { theirId } from './simplybook.protocol.ts';
import { type ConnectionRow, SimplybookRepository } from './simplybook.repository.ts';

export { CALLS_PER_DAY } from './simplybook-budget.repository.ts';

/** The connection to SimplyBook.me; null when it is off. */
export type SimplybookService = NonNullable<ReturnType<typeof createSimplybookService>>;

/** The failed calls in a row after which the connection counts as failing; with fewer it is degraded. */
const FAILURES = 3;

const FETCH = 'simplybook.fetch';
const SYNC = 'simplybook.sync';
const SYNC_ALL = 'simplybook.sync-all';

const hint = z.object({ booking_id: theirId, company: z.string() });

/** Returns the state of the connection. */
export function stateOf(row: ConnectionRow | undefined): ConnectionState {
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
  const { config, database, clock, jobs } = dependencies;
  const settings = config.simplybook;
  if (settings === undefined) return null;
  const { company, timeZone, callbackSecret } = settings;
  const repository = new SimplybookRepository(database, company);
  const bookings = new SimplybookBookingsRepository(database, company);
  const requestsRepository = new SimplybookRequestsRepository(database, company);
  const client = createSimplybookClient(settings, {
    budget: createSimplybookBudget(database, company),
    report: {
      succeeded: () => repository.setSucceeded(clock.now()),
      failed: ({ kind }) =>
        repository.setFailed(kind === 'refused' || kind === 'missing' ? 'unexpected' : kind, clock.now()),
    },
  });
  const people = createSimplybookPeople(repository, { client, clock });
  const importer = createSimplybookImport(
    {
      database,
      clock,
      repository,
      bookings,
      requestsRepository,
      people,
      rules,
      memberships,
    },
    timeZone,
  );
  const requests = createSimplybookRequests({ client, requestsRepository, bookings, importer }, settings);
  const sync = createSimplybookSync({ clock, client, repository, bookings, people, importer }, timeZone);
  const calendar = createSimplybookCalendar(
    {
      database,
      clock,
      jobs,
      client,
      repository,
      clients: createSimplybookClients(repository, { client, clock }),
      bookings,
      requestsRepository,
      requests,
      importer,
      rules,
      memberships,
      own: createOwnCalendar(dependencies, {
        rules,
        memberships,
        pendingPeriods: (pair, search) => requestsRepository.pendingOf(pair, search),
      }),
    },
    settings,
  );
  const hints = createRateLimit(database, { name: 'simplybook', attempts: 600, seconds: 60 });

  async function run(kind: 'near' | 'all'): Promise<void> {
    try {
      await requests.completeAbandoned(() => client.minutesOf(settings?.serviceId ?? 0));
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
      const [row, links, problems] = [
        await repository.connection(),
        await repository.linkCounts(),
        await repository.problems(),
      ];
      return { row, state: stateOf(row), links, problems, settings: { company, timeZone, callbackSecret } };
    },
  };
}
