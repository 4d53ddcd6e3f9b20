import { expect, it, vi } from 'vitest';
import { connectOnce } from './connect-once.ts';

it('opens one connection, also for calls at the same time', async () => {
  const connect = vi.fn<() => Promise<object>>().mockResolvedValue({});
  const open = connectOnce(connect);
  const [first, second] = await Promise.all([open(), open()]);
  expect(second).toBe(first);
  expect(await open()).toBe(first);
  expect(connect).toHaveBeenCalledTimes(1);
});

it('connects again after a failure', async () => {
  const connection = {};
  const connect = vi
    .fn<() => Promise<object>>()
    .mockRejectedValueOnce(new Error('full'))
    .mockResolvedValue(connection);
  const open = connectOnce(connect);
  await expect(open()).rejects.toThrow('full');
  expect(await open()).toBe(connection);
});

it('connects again after the connection ended', async () => {
  const ends: (() => void)[] = [];
  const open = connectOnce((onEnded) => {
    ends.push(onEnded);
    return Promise.resolve({ number: ends.length });
  });
  expect(await open()).toEqual({ number: 1 });
  ends[0]?.();
  expect(await open()).toEqual({ number: 2 });
});
