import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RETRY_MS, useDelivery } from './useDelivery.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('sends at the start, when the network returns, and again while entries wait', async () => {
  const send = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('Unreachable')));
  const { rerender, unmount } = renderHook(({ isWaiting }) => useDelivery(send, isWaiting), {
    initialProps: { isWaiting: false },
  });
  expect(send).toHaveBeenCalledTimes(1);
  window.dispatchEvent(new Event('online'));
  expect(send).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(RETRY_MS);
  expect(send).toHaveBeenCalledTimes(2);

  rerender({ isWaiting: true });
  await vi.advanceTimersByTimeAsync(2 * RETRY_MS);
  expect(send).toHaveBeenCalledTimes(4);

  rerender({ isWaiting: false });
  await vi.advanceTimersByTimeAsync(RETRY_MS);
  expect(send).toHaveBeenCalledTimes(4);
  unmount();
  window.dispatchEvent(new Event('online'));
  expect(send).toHaveBeenCalledTimes(4);
});

it('does not start a retry while the previous one runs', async () => {
  const send = vi.fn<() => Promise<void>>(() => new Promise(() => {}));
  renderHook(() => useDelivery(send, true));
  await vi.advanceTimersByTimeAsync(3 * RETRY_MS);
  // One call at the start, and one retry.
  expect(send).toHaveBeenCalledTimes(2);
});
