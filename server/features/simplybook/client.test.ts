import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { openTestDatabase } from '#tests/helpers/database/test-database.ts';
import { SimplybookDouble } from '#tests/helpers/doubles/simplybook-double.ts';
import { createSimplybookBudget } from './simplybook-budget.ts';
import { createSimplybookClient } from './simplybook.client.ts';
import type { SimplybookError } from './simplybook.errors.ts';
import { itemsOf, momentOfTheirs, toTheirs } from './simplybook.protocol.ts';

let database: Database;
let double: SimplybookDouble;
let failures: string[];
beforeEach(async () => {
  database = await openTestDatabase();
  double = await new SimplybookDouble().start();
  failures = [];
});
afterEach(async () => {
  await double.stop();
  await database.close();
});

/** A client as one process has it. */
function clientOf(apiKey = 'key of the double') {
  return createSimplybookClient(
    { company: 'gopath', login: 'api', apiKey, apiUrl: double.url },
    {
      budget: createSimplybookBudget(database, 'gopath'),
      report: {
        succeeded: () => Promise.resolve(),
        failed: ({ kind }) => {
          failures.push(kind);
          return Promise.resolve();
        },
      },
      timeoutMs: 400,
      retryDelayMs: 10,
    },
  );
}

const kindOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: SimplybookError) => error.kind,
  );

describe('the client of SimplyBook', () => {
  it('signs in once for parallel calls, refreshes an expired token, and signs in again without one', async () => {
    const client = clientOf();
    await Promise.all([client.minutesOf(3), client.minutesOf(3)]);
    expect(double.countOf('POST', '/admin/auth')).toBe(1);
    double.expireToken();
    expect(await client.minutesOf(3)).toBe(45);
    expect(double.countOf('POST', '/admin/auth/refresh-token')).toBe(1);
    double.expireToken(false);
    expect(await client.minutesOf(3)).toBe(45);
    expect(double.countOf('POST', '/admin/auth')).toBe(2);
    expect(failures).toEqual([]);
  });

  it('reports refused credentials, outages, slow answers and too many calls', async () => {
    expect(await kindOf(clientOf('wrong').minutesOf(3))).toBe('credentials');
    const client = clientOf();
    await client.minutesOf(3);
    double.failWith = 503;
    expect(await kindOf(client.minutesOf(3))).toBe('unreachable');
    double.failWith = null;
    double.delayMs = 600;
    expect(await kindOf(client.minutesOf(3))).toBe('unreachable');
    expect(failures).toEqual(['credentials', 'unreachable', 'unreachable']);
  });

  it('repeats reads after an error and every request after a 429, but never a booking whose result is unknown', async () => {
    const client = clientOf();
    const booking = { start_datetime: '2026-12-02 09:30:00', service_id: 3, provider_id: 1, client_id: 2 };
    double.slots = ['2026-12-02 09:30'];
    await client.minutesOf(3);
    Object.assign(double, { failWith: 500, failures: 2 });
    expect(await client.minutesOf(3)).toBe(45);
    Object.assign(double, { failWith: 500, failures: 1, calls: [] });
    expect(await kindOf(client.createBooking(booking))).toBe('unreachable');
    expect(double.countOf('POST', '/admin/bookings')).toBe(1);
    Object.assign(double, { failWith: 429, failures: 1, calls: [] });
    expect(await client.createBooking(booking)).toBeGreaterThan(100);
    expect(double.countOf('POST', '/admin/bookings')).toBe(2);
    const [first, second] = double.calls.map(({ at }) => at);
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(800);
    expect(await kindOf(client.createBooking(booking))).toBe('refused');
  });

  it('keeps two processes at five calls a second and two at a time', async () => {
    const [one, two] = [clientOf(), clientOf()];
    double.delayMs = 50;
    const start = Date.now();
    await Promise.all(Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? one : two).minutesOf(3)));
    // 12 calls and two sign-ins: five at once, then five a second.
    expect(Date.now() - start).toBeGreaterThan(1_500);
    expect(double.mostParallel).toBe(2);
    for (const { at } of double.calls) {
      // Up to five are saved, and five more are earned in a second.
      const within = double.calls.filter((call) => call.at >= at && call.at < at + 1_000);
      expect(within.length).toBeLessThanOrEqual(10);
    }
  });

  it('works again after a failure of the database at its first call', async () => {
    const client = clientOf();
    vi.spyOn(database, 'query').mockRejectedValueOnce(new Error('The database is down'));
    await expect(client.minutesOf(3)).rejects.toThrow('The database is down');
    expect(await client.minutesOf(3)).toBe(45);
  });

  it('stops at the daily limit, and background work leaves a reserve for people', async () => {
    const client = clientOf();
    await client.minutesOf(3);
    await database.query('UPDATE simplybook_connections SET calls = 4600');
    expect(await kindOf(client.providers(1))).toBe('limit');
    expect(await client.minutesOf(3)).toBe(45);
    await database.query('UPDATE simplybook_connections SET calls = 5000');
    expect(await kindOf(client.minutesOf(3))).toBe('limit');
    await database.query("UPDATE simplybook_connections SET day = current_date - 1, leases = '{}'");
    expect(await client.minutesOf(3)).toBe(45);
  });

  it('reads lists in every form, and skips what it cannot read', async () => {
    expect(itemsOf({ data: [{ id: 1 }], metadata: {} })).toEqual([{ id: 1 }]);
    expect(itemsOf({ 7: { id: '7' } })).toEqual([{ id: '7' }]);
    expect(itemsOf(null)).toEqual([]);
    double.addProvider('Mentor@GoPath.example');
    double.addBooking({ provider_id: 0, client_id: 5, start_datetime: '2026-12-02 09:30:00' });
    double.addBooking({ provider_id: 4, client_id: 5, start_datetime: '2026-12-02 10:30:00' });
    const client = clientOf();
    expect((await client.providers(1)).items).toEqual([{ id: 101, email: 'mentor@gopath.example' }]);
    const page = await client.bookings({ from: '2026-12-01', to: '2026-12-03' }, 1);
    expect(page).toMatchObject({
      unreadable: [102],
      isLast: true,
      items: [{ providerId: 4, clientId: 5, state: 'booked' }],
    });
  });
});

it('times of the company are converted over both clock changes', () => {
  const zone = 'America/Los_Angeles';
  for (const [text, moment] of [
    ['2026-03-07 09:30:00', '2026-03-07T17:30:00.000Z'],
    ['2026-03-08 09:30:00', '2026-03-08T16:30:00.000Z'],
    ['2026-11-01 00:30:00', '2026-11-01T07:30:00.000Z'],
    // Of a time that occurs twice, the second.
    ['2026-11-01 01:30:00', '2026-11-01T09:30:00.000Z'],
    ['2026-11-01 09:30:00', '2026-11-01T17:30:00.000Z'],
  ] as const) {
    expect(momentOfTheirs(text, zone)?.toISOString()).toBe(moment);
    expect(toTheirs(new Date(moment), zone)).toBe(text);
  }
  expect(momentOfTheirs('2026-03-08 02:30:00', zone)).toBeNull();
});
