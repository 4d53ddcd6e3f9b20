import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from './load-page.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

// covers: SHEL-030
it('a part that cannot be loaded is a ChunkLoadError, and so is one that takes two minutes', async () => {
  await expect(page(() => Promise.reject(new TypeError('Failed to fetch')))()).rejects.toThrow(
    expect.objectContaining({ name: 'ChunkLoadError' }),
  );
  const slow = page(() => new Promise(() => undefined))().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await slow).toMatchObject({ name: 'ChunkLoadError' });
  const part = { Component: () => null };
  await expect(page(() => Promise.resolve(part))()).resolves.toBe(part);
});
