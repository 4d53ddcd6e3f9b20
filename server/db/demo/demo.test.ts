import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/helpers/database/test-database.ts';
import type { Database } from '../database.ts';
import { seedDemo } from './seed.ts';

/** Late in the evening in California, and the next day in UTC. */
const NOW = new Date('2026-11-25T07:10:00Z');

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  await seedDemo({ database, identity: { accounts: null, issuer: 'https://issuer.test' }, now: NOW });
});
afterAll(() => database.close());

it.each([
  ['meetings', 'SELECT starts_at AS moment FROM booked_meetings WHERE starts_at > $1 OR ends_at < $1'],
  ['notes', 'SELECT created_at AS moment FROM notes WHERE created_at < $1'],
  ['due dates of tasks', 'SELECT due_at AS moment FROM tasks WHERE due_at IS NOT NULL AND due_at <> $1'],
])('%s are in the daytime of the demo people', async (_what, sql) => {
  const rows = await database.query<{ hours: number }>(
    `SELECT DISTINCT extract(hour FROM moment AT TIME ZONE users.time_zone)::int AS hours
    FROM (${sql}) AS moments, (SELECT DISTINCT time_zone FROM users) AS users`,
    [NOW],
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const { hours } of rows) {
    expect(hours).toBeGreaterThanOrEqual(8);
    expect(hours).toBeLessThanOrEqual(20);
  }
});

it('has one meeting that is running', async () => {
  const running = await database.query(
    'SELECT pk FROM booked_meetings WHERE starts_at <= $1 AND ends_at > $1',
    [NOW],
  );
  expect(running).toHaveLength(1);
});
