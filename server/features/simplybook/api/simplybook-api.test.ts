import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { openTestDatabase } from '#tests/helpers/database/test-database.ts';
import { SimplybookDouble } from '#tests/helpers/doubles/simplybook-double.ts';
import { createCallLimits } from './call-limits.ts';
import { fromCompanyTime, toCompanyTime } from './company-time.ts';
import { itemsOf } from './responses.ts';
import { createSimplybookApi } from './simplybook-api.ts';
import type { SimplybookError } from './simplybook-error.ts';

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

/** The API as one process has it. */
function apiOf(apiKey = 'key of the double') {
  return createSimplybookApi(
    { company: 'gopath', login: 'api', apiKey, apiUrl: double.url },
    {
      limits: createCallLimits(database, 'gopath'),
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

describe('the API of SimplyBook', () => {
  it('signs in once for parallel calls, refreshes an expired token, and signs in again without one', async () => {
    const api = apiOf();
    await Promise.all([api.readServiceMinutes(3), api.readServiceMinutes(3)]);
    expect(double.countOf('POST', '/admin/auth')).toBe(1);
    double.expireToken();
    expect(await api.readServiceMinutes(3)).toBe(45);
    expect(double.countOf('POST', '/admin/auth/refresh-token')).toBe(1);
    double.expireToken(false);
    expect(await api.readServiceMinutes(3)).toBe(45);
    expect(double.countOf('POST', '/admin/auth')).toBe(2);
    expect(failures).toEqual([]);
  });

  it('reports refused credentials, outages, slow answers and too many calls', async () => {
    expect(await kindOf(apiOf('wrong').readServiceMinutes(3))).toBe('credentials');
    const api = apiOf();
    await api.readServiceMinutes(3);
    double.failWith = 503;
    expect(await kindOf(api.readServiceMinutes(3))).toBe('unreachable');
    double.failWith = null;
    double.delayMs = 600;
    expect(await kindOf(api.readServiceMinutes(3))).toBe('unreachable');
    expect(failures).toEqual(['credentials', 'unreachable', 'unreachable']);
  });

  it('repeats reads after an error and every request after a 429, but never a booking whose result is unknown', async () => {
    const api = apiOf();
    const booking = { start: '2026-12-02 09:30:00', serviceId: 3, providerId: 1, clientId: 2 };
    double.slots = ['2026-12-02 09:30'];
    await api.readServiceMinutes(3);
    Object.assign(double, { failWith: 500, failures: 2 });
    expect(await api.readServiceMinutes(3)).toBe(45);
    Object.assign(double, { failWith: 500, failures: 1, calls: [] });
    expect(await kindOf(api.createBooking(booking))).toBe('unreachable');
    expect(double.countOf('POST', '/admin/bookings')).toBe(1);
    Object.assign(double, { failWith: 429, failures: 1, calls: [] });
    expect(await api.createBooking(booking)).toBeGreaterThan(100);
    expect(double.countOf('POST', '/admin/bookings')).toBe(2);
    const [first, second] = double.calls.map(({ at }) => at);
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(800);
    expect(await kindOf(api.createBooking(booking))).toBe('refused');
  });

  it('keeps two processes at five calls a second and two at a time', async () => {
    const [one, two] = [apiOf(), apiOf()];
    double.delayMs = 50;
    const start = Date.now();
    await Promise.all(
      Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? one : two).readServiceMinutes(3)),
    );
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
    const api = apiOf();
    vi.spyOn(database, 'query').mockRejectedValueOnce(new Error('The database is down'));
    await expect(api.readServiceMinutes(3)).rejects.toThrow('The database is down');
    expect(await api.readServiceMinutes(3)).toBe(45);
  });

  it('stops at the daily limit, and background work leaves a reserve for people', async () => {
    const api = apiOf();
    await api.readServiceMinutes(3);
    await database.query('UPDATE simplybook_connections SET calls = 4600');
    expect(await kindOf(api.listProviders(1))).toBe('limit');
    expect(await api.readServiceMinutes(3)).toBe(45);
    await database.query('UPDATE simplybook_connections SET calls = 5000');
    expect(await kindOf(api.readServiceMinutes(3))).toBe('limit');
    await database.query("UPDATE simplybook_connections SET day = current_date - 1, leases = '{}'");
    expect(await api.readServiceMinutes(3)).toBe(45);
  });

  it('reads lists in every form, and skips what it cannot read', async () => {
    expect(itemsOf({ data: [{ id: 1 }], metadata: {} })).toEqual([{ id: 1 }]);
    expect(itemsOf({ 7: { id: '7' } })).toEqual([{ id: '7' }]);
    expect(itemsOf(null)).toEqual([]);
    double.addProvider('Mentor@GoPath.example');
    double.addBooking({ provider_id: 0, client_id: 5, start_datetime: '2026-12-02 09:30:00' });
    double.addBooking({ provider_id: 4, client_id: 5, start_datetime: '2026-12-02 10:30:00' });
    const api = apiOf();
    expect((await api.listProviders(1)).items).toEqual([{ id: 101, email: 'mentor@gopath.example' }]);
    const page = await api.listBookings({ from: '2026-12-01', to: '2026-12-03' }, 1);
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
    expect(fromCompanyTime(text, zone)?.toISOString()).toBe(moment);
    expect(toCompanyTime(new Date(moment), zone)).toBe(text);
  }
  expect(fromCompanyTime('2026-03-08 02:30:00', zone)).toBeNull();
});
