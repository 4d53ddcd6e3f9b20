import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFakeLocks } from '#tests/helpers/doubles/fake-locks.ts';
import { REQUEST_TIMEOUT_MS } from '#src/transport/request-timeout.ts';
import { SESSION_LOCK, SESSION_REFRESH } from '#src/transport/session-names.ts';

const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
const locks = createFakeLocks();

beforeEach(() => {
  vi.useFakeTimers();
  // Vitest's timers do not include this one.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const timeout = new AbortController();
    setTimeout(() => timeout.abort(), milliseconds);
    return timeout.signal;
  });
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('location', { protocol: 'https:', pathname: '/', search: '', hash: '' });
  vi.stubGlobal('navigator', { locks });
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('an early renewal that hangs ends after a while, so that the app can renew', async () => {
  fetched.mockImplementation(
    (_url, { signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      }),
  );
  await import('./early.ts');
  const renewByApp = vi.fn<() => void>();
  void locks.request(SESSION_LOCK, renewByApp);
  await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS - 1);
  expect(fetched.mock.calls.map(([url]) => url)).toEqual([SESSION_REFRESH]);
  expect(renewByApp).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(renewByApp).toHaveBeenCalledTimes(1);
});
