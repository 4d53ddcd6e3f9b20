import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import { whenCodeLoaded } from './page-code.ts';

/** Longer than a slice of a concurrent render, so that other tasks run before the next one. */
const SLICE_MS = 60;

function waitBusily() {
  const end = performance.now() + SLICE_MS;
  while (performance.now() < end);
}

/** What React renders after it gave other tasks a turn. */
const Placeholder = () => <p>Loading</p>;

test('a page appears whose code arrives while its placeholder is rendered', async () => {
  const code = Promise.withResolvers<void>();
  const router = createMemoryRouter([
    {
      path: '/',
      HydrateFallback: () => {
        waitBusily();
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
