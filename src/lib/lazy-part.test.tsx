import { render, screen } from '@testing-library/react';
import { type ComponentType, Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { lazyPart } from './lazy-part.ts';

test('a part that cannot be loaded leaves its placeholder, and appears when the network is back', async () => {
  let isOnline = false;
  const load = vi.fn<() => Promise<ComponentType>>(() =>
    isOnline ? Promise.resolve(() => <p>Alerts</p>) : Promise.reject(new TypeError('Failed to fetch')),
  );
  const Part = lazyPart(load);
  render(
    <Suspense fallback={<p>Placeholder</p>}>
      <Part />
    </Suspense>,
  );
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  expect(screen.getByText('Placeholder')).toBeDefined();
  isOnline = true;
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText('Alerts')).toBeDefined();
});
