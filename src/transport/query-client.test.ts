import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError, type ErrorCode } from '#shared/kernel/errors.ts';
import { CACHE, createQueryClient } from './query-client.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function countingQuery(key: string) {
  const calls = { count: 0 };
  const options = {
    queryKey: [key],
    queryFn: () => {
      calls.count += 1;
      return Promise.resolve(calls.count);
    },
  };
  return { calls, options };
}

describe('the cache of server state', () => {
  // covers: API-005
  it('answers for 60 seconds, then asks again', async () => {
    const client = createQueryClient();
    const { calls, options } = countingQuery('note');
    await client.fetchQuery(options);
    vi.advanceTimersByTime(CACHE.milliseconds - 1);
    await client.fetchQuery(options);
    expect(calls.count).toBe(1);
    vi.advanceTimersByTime(2);
    await client.fetchQuery(options);
    expect(calls.count).toBe(2);
  });

  // covers: API-005
  it('keeps the latest 250 entries', async () => {
    const client = createQueryClient();
    for (let index = 0; index < CACHE.entries + 5; index += 1) {
      vi.advanceTimersByTime(1);
      await client.fetchQuery(countingQuery(`entry ${index}`).options);
    }
    expect(client.getQueryCache().getAll()).toHaveLength(CACHE.entries);
    expect(client.getQueryData(['entry 0'])).toBeUndefined();
    expect(client.getQueryData([`entry ${CACHE.entries + 4}`])).toBe(1);
  });

  // covers: API-006
  it('is bypassed by a query that asks for it', async () => {
    const client = createQueryClient();
    const { calls, options } = countingQuery('note');
    await client.fetchQuery(options);
    await client.fetchQuery({ ...options, staleTime: 0 });
    expect(calls.count).toBe(2);
  });

  // covers: API-007
  it('is emptied by any mutation', async () => {
    const client = createQueryClient();
    const { calls, options } = countingQuery('note');
    await client.fetchQuery(options);
    await client
      .getMutationCache()
      .build(client, { mutationFn: () => Promise.resolve('done') })
      .execute(undefined);
    expect(client.getQueryData(['note'])).toBeUndefined();
    await client.fetchQuery(options);
    expect(calls.count).toBe(2);
  });
});

describe('a failed request', () => {
  /** Runs a read that fails `failures` times, with all its delays. */
  async function callsOf(code: ErrorCode, failures: number) {
    const client = createQueryClient();
    let calls = 0;
    const read = client.fetchQuery({
      queryKey: [code],
      queryFn: () => {
        calls += 1;
        return calls <= failures ? Promise.reject(new AppError(code, 'Failed')) : Promise.resolve('data');
      },
    });
    const result = read.catch((error: unknown) => (error as AppError).code);
    await vi.runAllTimersAsync();
    return { calls, result: await result };
  }

  it.each<ErrorCode>(['UNAVAILABLE', 'NETWORK'])(
    'is tried again after %s, until it succeeds',
    async (code) => {
      expect(await callsOf(code, 2)).toEqual({ calls: 3, result: 'data' });
    },
  );

  it('that stays unavailable is reported after three more attempts, in seven seconds', async () => {
    const start = Date.now();
    expect(await callsOf('UNAVAILABLE', 10)).toEqual({ calls: 4, result: 'UNAVAILABLE' });
    expect(Date.now() - start).toBeGreaterThanOrEqual(7_000);
  });

  it.each<ErrorCode>(['NOT_FOUND', 'INVALID_INPUT', 'UNAUTHENTICATED', 'RATE_LIMITED', 'INTERNAL'])(
    'is not repeated after %s',
    async (code) => {
      expect(await callsOf(code, 1)).toEqual({ calls: 1, result: code });
    },
  );

  it('is never repeated if it writes', async () => {
    const client = createQueryClient();
    const mutationFn = vi.fn<() => Promise<never>>(() =>
      Promise.reject(new AppError('UNAVAILABLE', 'Failed')),
    );
    const write = client.getMutationCache().build(client, { mutationFn }).execute(undefined);
    await expect(write).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await vi.runAllTimersAsync();
    expect(mutationFn).toHaveBeenCalledTimes(1);
  });
});
