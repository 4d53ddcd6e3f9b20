import type { Config } from '../../config.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { createCallLimits } from './api/call-limits.ts';
import { createSimplybookApi } from './api/simplybook-api.ts';
import { SimplybookBookingsRepository } from './repositories/bookings.repository.ts';
import { SimplybookChangesRepository } from './repositories/changes.repository.ts';
import { SimplybookConnectionRepository } from './repositories/connection.repository.ts';
import { SimplybookMembershipsRepository } from './repositories/memberships.repository.ts';
import { SimplybookPeopleRepository } from './repositories/people.repository.ts';
import { SimplybookProblemsRepository } from './repositories/problems.repository.ts';
import { SimplybookRequestsRepository } from './repositories/requests.repository.ts';

/** What the parts of the connection share: the settings, SimplyBook.me's API, and our tables. */
export type SimplybookContext = ReturnType<typeof createSimplybookContext>;

/** Creates the context of a connection. */
export function createSimplybookContext(
  { database, clock, jobs }: Pick<ServiceDependencies, 'database' | 'clock' | 'jobs'>,
  settings: NonNullable<Config['simplybook']>,
) {
  const { company, timeZone, serviceId } = settings;
  const connection = new SimplybookConnectionRepository(database, company);
  const api = createSimplybookApi(settings, {
    limits: createCallLimits(database, company),
    report: {
      succeeded: () => connection.setSucceeded(clock.now()),
      failed: ({ kind }) =>
        connection.setFailed(kind === 'refused' || kind === 'missing' ? 'unexpected' : kind, clock.now()),
    },
  });
  return {
    database,
    clock,
    jobs,
    /** The company's time zone: times there have none. */
    timeZone,
    /** The service that meetings are booked as. */
    serviceId,
    api,
    tables: {
      connection,
      people: new SimplybookPeopleRepository(database, company),
      problems: new SimplybookProblemsRepository(database, company),
      bookings: new SimplybookBookingsRepository(database, company),
      changes: new SimplybookChangesRepository(database, company),
      requests: new SimplybookRequestsRepository(database, company),
      memberships: new SimplybookMembershipsRepository(database, company),
    },
  };
}
