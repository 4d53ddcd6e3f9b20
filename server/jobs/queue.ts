import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Job, type JobResult, PgBoss } from 'pg-boss';
import type { Database } from '../db/database.ts';
import { DUE_NAMES, JOBS_SCHEMA } from './queue.sql.ts';

/** The options of a kind of job. */
export interface JobOptions {
  /** How often a failed job is retried, with growing delays. */
  retries?: number;
  /** The delay before the first retry, in seconds. */
  retryDelay?: number;
  /** After this many seconds a job counts as lost (its process died) and is retried. */
  expiresAfter?: number;
  /**
   * The number of parallel jobs of this kind in a process. Above one, a full batch is followed by the next immediately.
   */
  batchSize?: number;
  /** Runs automatically at these times (cron, UTC), once across all processes. */
  cron?: string;
}

/** The options of one queued job. */
export interface SendOptions {
  /** At most one job with this name and key waits at a time; sending another changes nothing. */
  singletonKey?: string;
  startAfter?: Date;
}

export type JobHandler<Data extends object> = (data: Data) => Promise<void>;

/** Background jobs, stored in the database: they survive a restart, and any process can run them. */
export interface Jobs {
  /** Registers a handler. Call it before {@link start}, in the feature of the job. */
  register<Data extends object>(name: string, handler: JobHandler<Data>, options?: JobOptions): void;
  /** Queues a job. Inside a transaction it exists only if the transaction commits. */
  send(name: string, data: object, options?: SendOptions): Promise<void>;
  start(): Promise<void>;
  /** Waits for running jobs. */
  stop(): Promise<void>;
  /** Runs all due jobs until none is left: for a process without workers (tests, scripts). */
  runDue(): Promise<void>;
}

interface Registration {
  name: string;
  handler: JobHandler<object>;
  options: JobOptions;
}

/** How often a process looks for due jobs. */
const LOOK_EVERY_MS = 1000;
/** A worker looks without being woken after this time. */
const WORKER_POLLING_SECONDS = 60;

/** Returns the settings of a queue. */
const settingsOf = ({ retries = 5, retryDelay = 5, expiresAfter = 120 }: JobOptions) => ({
  retryLimit: retries,
  retryDelay,
  retryBackoff: true,
  retryDelayMax: 3600,
  expireInSeconds: expiresAfter,
  deleteAfterSeconds: 24 * 3600,
});

/** Creates the job queue. */
export function createJobs(
  database: Database,
  {
    workers = true,
    onFailure = () => undefined,
  }: {
    /** Whether this process runs jobs automatically. */
    workers?: boolean;
    /** Receives each failure of a job, and of the queue itself ('queue'). */
    onFailure?: (job: string, error: unknown) => void;
  } = {},
): Jobs {
  const registrations = new Map<string, Registration>();
  /** The ids of the workers, by the name of their jobs. */
  const workerIds = new Map<string, string>();
  const stopping = new AbortController();
  let waking: Promise<void> | undefined;
  const boss = new PgBoss({
    schema: JOBS_SCHEMA,
    backend: database.engine === 'pglite' ? 'pglite' : 'postgres',
    db: {
      // Uses our Database, so that a job sent inside a transaction is part of it.
      executeSql: async (text, values) => ({
        rows: await database.execute(text, values?.length === 0 ? undefined : values),
      }),
    },
    migrate: workers,
    supervise: workers,
    schedule: workers,
    reindex: database.engine === 'postgres',
    monitorVacuum: database.engine === 'postgres',
  });
  // Failed polls are repeated automatically.
  boss.on('error', (error) => onFailure('queue', error));

  async function createOrUpdateQueues() {
    const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
    for (const { name, options } of registrations.values()) {
      const queue = existing.get(name);
      const settings = settingsOf(options);
      if (queue === undefined) await boss.createQueue(name, { policy: 'short', ...settings });
      else if (!isDeepStrictEqual({ ...queue, ...settings }, queue)) await boss.updateQueue(name, settings);
    }
  }

  /** Reports a failed job. @returns what is stored with the job */
  function fail(name: string, error: unknown): { message: string } {
    onFailure(name, error);
    return { message: String(error) };
  }

  /** Runs the jobs of a name in this process, and on schedule. */
  async function startWorker({ name, handler, options }: Registration) {
    const settle = async ({ id, data }: Job<object>): Promise<JobResult> => {
      try {
        await handler(data ?? {});
        return { id, status: 'completed' };
      } catch (error) {
        return { id, status: 'failed', output: fail(name, error) };
      }
    };
    const id = await boss.work<object>(
      name,
      {
        pollingIntervalSeconds: WORKER_POLLING_SECONDS,
        batchSize: options.batchSize ?? 1,
        burstWhenBatchFull: true,
        perJobResults: true,
      },
      (batch) => Promise.all(batch.map(settle)),
    );
    workerIds.set(name, id);
    if (options.cron !== undefined) await boss.schedule(name, options.cron);
  }

  /**
   * Returns the names of due jobs. One statement looks for the jobs of all names: a statement for each would be most of
   * the work of a server without visitors.
   */
  async function dueNames(): Promise<string[]> {
    const due = await database.query<{ name: string }>(DUE_NAMES, [[...registrations.keys()]]);
    return due.map(({ name }) => name);
  }

  /** Wakes the workers of due jobs until the queue stops. */
  async function wakeWorkers() {
    while (!stopping.signal.aborted) {
      try {
        for (const name of await dueNames()) boss.notifyWorker(workerIds.get(name) as string);
      } catch (error) {
        onFailure('queue', error);
      }
      await setTimeout(LOOK_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  /** Runs one due job of a name. @returns false when none is due */
  async function runNext({ name, handler }: Registration): Promise<boolean> {
    const [job] = await boss.fetch(name);
    if (job === undefined) return false;
    try {
      await handler((job.data ?? {}) as object);
      await boss.complete(name, job.id);
    } catch (error) {
      await boss.fail(name, job.id, fail(name, error));
    }
    return true;
  }

  return {
    register(name, handler, options = {}) {
      registrations.set(name, { name, handler: handler as JobHandler<object>, options });
    },

    async send(name, data, { singletonKey = randomUUID(), startAfter } = {}) {
      await boss.send(name, data, { singletonKey, ...(startAfter === undefined ? {} : { startAfter }) });
    },

    async start() {
      await boss.start();
      await createOrUpdateQueues();
      if (!workers) return;
      for (const registration of registrations.values()) await startWorker(registration);
      waking = wakeWorkers();
    },

    async stop() {
      stopping.abort();
      await waking;
      await boss.stop({ graceful: true, timeout: 10_000 });
    },

    async runDue() {
      let ran: boolean;
      do {
        ran = false;
        for (const name of await dueNames())
          ran = (await runNext(registrations.get(name) as Registration)) || ran;
      } while (ran);
    },
  };
}
