import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from './load-page.tsx';

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true });
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

// covers: SHEL-030
it('fails with a ChunkLoadError when code does not load, also after two minutes', async () => {
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

it('returns an offline page while offline', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const module = await page(() => Promise.reject(new TypeError('Failed to fetch')))();
  expect(module.Component).toBeTypeOf('function');
});
