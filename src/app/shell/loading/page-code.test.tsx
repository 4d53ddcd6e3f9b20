import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import { whenCodeLoaded } from './page-code.ts';

/** Longer than a time slice of a concurrent render, so that React lets other tasks run afterwards. */
const SLICE_MS = 60;

function busyWait() {
  const end = performance.now() + SLICE_MS;
  while (performance.now() < end);
}

/** A component that React renders after other tasks have run. */
const Placeholder = () => <p>Loading</p>;

test('shows a page whose code arrives while its placeholder renders', async () => {
  const code = Promise.withResolvers<void>();
  const router = createMemoryRouter([
    {
      path: '/',
      HydrateFallback: () => {
        busyWait();
        code.resolve();
        return <Placeholder />;
      },
      lazy: async () => {
        await code.promise;
        return { Component: () => <h1>Notes</h1> };
      },
    },
  ]);
  const waiting = new AbortController();
  void whenCodeLoaded(router, waiting.signal);
  waiting.abort();
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  startTransition(() => root.render(<RouterProvider router={router} />));
  await vi.waitFor(() => expect(container.textContent).toBe('Notes'));
  root.unmount();
});
