import { act, fireEvent, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { OfflinePage } from './OfflinePage.tsx';

afterEach(() => {
  vi.useRealTimers();
});

test('opens a page after its code failed to load just as the network came back', async () => {
  vi.useFakeTimers();
  const first = Promise.withResolvers<ComponentType>();
  const retry = vi
    .fn<() => Promise<ComponentType>>()
    .mockReturnValueOnce(first.promise)
    .mockResolvedValue(() => <h1>Notes</h1>);
  render(<OfflinePage Loaded={undefined} retry={retry} />);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await act(async () => {
    // Fails while the browser is online, which jsdom always is.
    first.reject(new TypeError('Failed to fetch dynamically imported module'));
    await vi.advanceTimersByTimeAsync(1000);
  });
  expect(screen.getByRole('heading', { name: 'Notes' })).toBeDefined();
});
