import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestDatabase } from '#tests/helpers/database/test-database.ts';
import type { Database } from '../db/database.ts';
import { createJobs } from './queue.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

describe('the job queue', () => {
  it('runs a job automatically, and finishes it before it stops', async () => {
    const jobs = createJobs(database);
    const seen: unknown[] = [];
    jobs.register<{ n: number }>('test.worker', async (data) => {
      await database.query('SELECT 1');
      seen.push(data.n);
    });
    await jobs.start();
    await jobs.send('test.worker', { n: 1 });
    await vi.waitFor(() => expect(seen).toEqual([1]), 8_000);
    await jobs.stop();
  });

  it('processes many jobs without a pause, and retries a failed one alone', async () => {
    const jobs = createJobs(database);
    const seen: number[] = [];
    jobs.register<{ n: number }>(
      'test.pile',
      async ({ n }) => {
        seen.push(n);
        if (n === 7 && seen.filter((one) => one === 7).length === 1) throw new Error('not this time');
      },
      { batchSize: 5, retryDelay: 0 },
    );
    await jobs.start();
    for (let n = 0; n < 40; n++) await jobs.send('test.pile', { n });
    // At one poll per second, forty jobs would take 40 seconds.
    await vi.waitFor(() => expect(seen).toHaveLength(41), { timeout: 8_000, interval: 50 });
    await jobs.stop();
    expect(seen.toSorted((a, b) => a - b)).toEqual(
      [...Array.from({ length: 40 }, (_, n) => n), 7].toSorted((a, b) => a - b),
    );
  });

  it('looks for the due jobs of all names with one statement', async () => {
    const jobs = createJobs(database);
    const names = Array.from({ length: 12 }, (_, n) => `test.idle${n}`);
    for (const name of names) jobs.register(name, () => Promise.resolve());
    const look = vi.spyOn(database, 'query');
    const fetch = vi.spyOn(database, 'execute');
    try {
      await jobs.start();
      await vi.waitFor(() => expect(look.mock.calls.length).toBeGreaterThanOrEqual(4), 20_000);
      const fetches = fetch.mock.calls.filter(
        ([text]) => text.includes('SKIP LOCKED') && text.includes('test.idle'),
      );
      expect(fetches, 'of each worker at its start').toHaveLength(names.length);
    } finally {
      await jobs.stop();
      vi.restoreAllMocks();
    }
  });

  it.each([
    ['by a worker', true],
    ['by runDue', false],
  ])('reports each failure of a job that is run %s', async (_who, workers) => {
    const failures: unknown[] = [];
    const jobs = createJobs(database, {
      workers,
      onFailure: (job, error) => void failures.push([job, String(error)]),
    });
    jobs.register('test.failing', () => Promise.reject(new Error('broken')), { retries: 0 });
    await jobs.start();
    await jobs.send('test.failing', {});
    if (!workers) await jobs.runDue();
    await vi.waitFor(() => expect(failures).toEqual([['test.failing', 'Error: broken']]), 8_000);
    await jobs.stop();
  });

  it('applies changed settings to an existing queue', async () => {
    const settings = async () =>
      (
        await database.query(
          `SELECT retry_limit AS retries, retry_delay AS delay, expire_seconds AS seconds, policy
          FROM pgboss.queue WHERE name = 'test.settings'`,
        )
      )[0];
    for (const options of [{}, { retries: 2, retryDelay: 0, expiresAfter: 900 }]) {
      const jobs = createJobs(database, { workers: false });
      jobs.register('test.settings', () => Promise.resolve(), options);
      await jobs.start();
      await jobs.stop();
      const { retries = 5, retryDelay = 5, expiresAfter = 120 } = options;
      expect(await settings()).toEqual({
        retries,
        delay: retryDelay,
        seconds: expiresAfter,
        policy: 'short',
      });
    }
  });

  it('keeps a job over a restart', async () => {
    const first = createJobs(database, { workers: false });
    first.register('test.restart', () => Promise.resolve());
    await first.start();
    await first.send('test.restart', { n: 2 });
    await first.stop();
    const seen: object[] = [];
    const second = createJobs(database, { workers: false });
    second.register('test.restart', async (data) => void seen.push(data));
    await second.start();
    await second.runDue();
    await second.stop();
    expect(seen).toEqual([{ n: 2 }]);
  });

  it('queues one job per key, and never runs jobs of a rolled-back transaction', async () => {
    const jobs = createJobs(database, { workers: false });
    const seen: object[] = [];
    jobs.register('test.key', async (data) => void seen.push(data));
    await jobs.start();
    await jobs.send('test.key', { n: 1 }, { singletonKey: 'a' });
    await jobs.send('test.key', { n: 2 }, { singletonKey: 'a' });
    await jobs.send('test.key', { n: 3 }, { singletonKey: 'b' });
    await jobs.send('test.key', { n: 4 }, { startAfter: new Date(Date.now() + 60_000) });
    const rolledBack = database.transaction(async () => {
      await jobs.send('test.key', { n: 5 });
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    await jobs.runDue();
    await jobs.stop();
    expect(seen).toEqual([{ n: 1 }, { n: 3 }]);
  });

  it('is shared by two processes without doing anything twice', async () => {
    const seen: number[] = [];
    const processes = [1, 2].map(() => createJobs(database, { workers: false }));
    for (const jobs of processes) {
      jobs.register<{ n: number }>('test.shared', async ({ n }) => void seen.push(n));
      await jobs.start();
    }
    for (let n = 0; n < 30; n++) await processes[0]?.send('test.shared', { n });
    await Promise.all(processes.map((jobs) => jobs.runDue()));
    for (const jobs of processes) await jobs.stop();
    expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n));
  });
});
