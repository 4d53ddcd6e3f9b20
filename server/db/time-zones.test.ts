import { afterAll, beforeAll, expect, it } from 'vitest';
import { createUser } from '#tests/factories/users.ts';
import { openTestDatabase } from '#tests/helpers/database/test-database.ts';
import type { Database } from './database.ts';
import { up as replaceUnknownZones } from './migrations/324-known-time-zones.ts';
import { requireTimeZone } from './time-zones.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it('accepts the time zones that the database knows, and refuses others', async () => {
  await expect(requireTimeZone(database, 'time_zone', 'Europe/Berlin')).resolves.toBeUndefined();
  await expect(requireTimeZone(database, 'time_zone', 'europe/berlin')).resolves.toBeUndefined();
  await expect(requireTimeZone(database, 'time_zone', 'SystemV/PST8PDT')).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  });
});

it.each([
  ['PLT', 'Asia/Karachi'],
  ['PST8PDT', 'America/Los_Angeles'],
  ['SystemV/PST8PDT', 'UTC'],
  ['Mars/Olympus', 'UTC'],
  ['Asia/Calcutta', 'Asia/Calcutta'],
])('a stored %s becomes %s', async (stored, expected) => {
  const { pk } = await createUser(database);
  await database.query('UPDATE users SET time_zone = $2 WHERE pk = $1', [pk, stored]);
  await replaceUnknownZones(database.kysely as never);
  const rows = await database.query(
    `SELECT time_zone AS zone, now() AT TIME ZONE time_zone IS NOT NULL AS "isKnown" FROM users WHERE pk = $1`,
    [pk],
  );
  expect(rows).toEqual([{ zone: expected, isKnown: true }]);
});
