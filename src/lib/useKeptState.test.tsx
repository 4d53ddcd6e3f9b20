import { act, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, Link, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { useKeptState } from './useKeptState.ts';

function Counter() {
  const [count, setCount] = useKeptState('count', 0);
  return (
    <>
      <button type="button" onClick={() => setCount((before) => before + 1)}>
        {count}
      </button>
      <Link to="/row">Row</Link>
    </>
  );
}

it('Back shows the state of the visit, and a new visit starts with the initial one', async () => {
  const router = createMemoryRouter([
    { path: '/', element: <Counter /> },
    { path: '/row', element: <Link to="/">List</Link> },
  ]);
  render(<RouterProvider router={router} />);
  fireEvent.click(screen.getByRole('button', { name: '0' }));
  fireEvent.click(screen.getByRole('link', { name: 'Row' }));
  await screen.findByRole('link', { name: 'List' });
  await act(() => router.navigate(-1));
  expect(screen.getByRole('button').textContent).toBe('1');
  fireEvent.click(screen.getByRole('link', { name: 'Row' }));
  await screen.findByRole('link', { name: 'List' });
  fireEvent.click(screen.getByRole('link', { name: 'List' }));
  expect((await screen.findByRole('button')).textContent).toBe('0');
});

it('keeps the states of the last visits only', async () => {
  const router = createMemoryRouter(
    [
      { path: '/visited', element: <Counter /> },
      { path: '/row', element: null },
    ],
    { initialEntries: ['/visited'] },
  );
  render(<RouterProvider router={router} />);
  fireEvent.click(screen.getByRole('button', { name: '0' }));
  for (let visits = 0; visits < 101; visits += 1) {
    await act(() => router.navigate('/row'));
    await act(() => router.navigate('/visited'));
  }
  await act(() => router.navigate('/row'));
  await act(() => router.navigate(-203));
  expect(screen.getByRole('button').textContent).toBe('0');
});
