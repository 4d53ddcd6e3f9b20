import { canSeeConnections } from '#shared/connections/policy.ts';
import type { Connection, ConnectionList } from '#shared/connections/responses.ts';
import type { Actor } from '#shared/kernel/actor.ts';
import { AppError, notFound } from '#shared/kernel/errors.ts';
import type { ServiceDependencies } from '../../dependencies.ts';
import { createRateLimit } from '../../lib/rate-limits.ts';
import { CALLS_PER_DAY, type SimplybookService } from '../simplybook/simplybook.service.ts';
import { ConnectionsRepository, type LastSuccesses } from './connections.repository.ts';

export type ConnectionsService = ReturnType<typeof createConnectionsService>;

const textOf = (moment: Date | null | undefined) => moment?.toISOString() ?? null;

function connection(name: Connection['name'], lastSuccess: Date | null, isOn: boolean): Connection {
  return {
    name,
    state: isOn ? 'ok' : 'off',
    failing_since: null,
    error: null,
    last_success_at: textOf(lastSuccess),
  };
}

/** The systems that GoPath is connected to, for staff. */
export function createConnectionsService(
  { config, database }: Pick<ServiceDependencies, 'config' | 'database'>,
  { simplybook }: { simplybook: SimplybookService | null },
) {
  const repository = new ConnectionsRepository(database);
  const requestedSyncs = createRateLimit(database, { name: 'sync-now', attempts: 10, seconds: 600 });

  function others({ paymentEventAt, mailSentAt, mailFailingSince, signInAt }: LastSuccesses): Connection[] {
    return [
      connection('payments', paymentEventAt, config.stripe !== undefined),
      {
        ...connection('mail', mailSentAt, config.smtpUrl !== undefined),
        ...(config.smtpUrl === undefined || mailFailingSince === null
          ? {}
          : {
              state: 'failing' as const,
              failing_since: textOf(mailFailingSince),
              error: 'unreachable' as const,
            }),
      },
      connection('identity', signInAt, true),
    ];
  }

  async function list(): Promise<ConnectionList> {
    const last = await repository.lastSuccesses();
    if (simplybook === null) {
      return { connections: [connection('simplybook', null, false), ...others(last)], simplybook: null };
    }
    const { row, state, links, problems, settings } = await simplybook.status();
    return {
      connections: [
        {
          name: 'simplybook',
          state,
          failing_since: textOf(row?.failingSince),
          error: row?.error ?? null,
          last_success_at: textOf(row?.succeededAt),
        },
        ...others(last),
      ],
      simplybook: {
        company: settings.company,
        time_zone: settings.timeZone,
        receives_callbacks: settings.callbackSecret !== undefined,
        synced_at: textOf(row?.syncedAt),
        synced_all_at: textOf(row?.syncedAllAt),
        is_syncing: row?.isSyncing ?? false,
        calls_today: row?.callsToday ?? 0,
        calls_per_day: CALLS_PER_DAY,
        ...links,
        problems,
      },
    };
  }

  return {
    /** Reads the state of every connection. @throws AppError NOT_FOUND */
    async list(actor: Actor): Promise<ConnectionList> {
      if (!canSeeConnections(actor)) throw notFound();
      return list();
    },

    /** Returns the connections for the dashboard of staff. */
    async summary(): Promise<Connection[]> {
      return (await list()).connections;
    },

    /** Starts a sync with the booking system. @throws AppError NOT_FOUND, FORBIDDEN when it is off, RATE_LIMITED */
    async sync(actor: Actor): Promise<void> {
      if (!canSeeConnections(actor)) throw notFound();
      if (simplybook === null) throw new AppError('FORBIDDEN', 'SimplyBook is off.');
      await requestedSyncs.require('simplybook');
      await simplybook.requestSync();
    },
  };
}
