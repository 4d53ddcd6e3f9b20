import { render, screen } from '@testing-library/react';
import { Suspense, useState } from 'react';
import { expect, test } from 'vitest';
import { preloadable } from './preloadable.tsx';

function Counter() {
  const [count, setCount] = useState(0);
  return <button onClick={() => setCount(count + 1)}>{count}</button>;
}

test('shows a placeholder while its code loads, and keeps its state when it is loaded again', async () => {
  const Part = preloadable(() => Promise.resolve(Counter));
  const page = () => (
    <Suspense fallback="Placeholder">
      <Part />
    </Suspense>
  );
  const view = render(page());
  expect(view.container.textContent).toBe('Placeholder');
  (await screen.findByRole('button')).click();
  await screen.findByText('1');
  await Part.load();
  view.rerender(page());
  expect(screen.getByRole('button').textContent).toBe('1');
});

test('shows no placeholder when its code was loaded before', async () => {
  const Part = preloadable(() => Promise.resolve(Counter));
  await Part.load();
  const view = render(
    <Suspense fallback="Placeholder">
      <Part />
    </Suspense>,
  );
  expect(view.container.textContent).toBe('0');
});
