import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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
  it('keeps 250 entries, the latest', async () => {
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
  it('is bypassed by a query that says so', async () => {
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
