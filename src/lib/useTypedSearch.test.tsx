import { act, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, Link, RouterProvider, useSearchParams } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useTypedSearch } from './useTypedSearch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function List() {
  const [params, setParams] = useSearchParams();
  const { text, type } = useTypedSearch(params.get('search') ?? '', (search) => setParams({ search }));
  return (
    <>
      <input value={text} onChange={({ target }) => type(target.value)} />
      <Link to="/row">Row</Link>
    </>
  );
}

/** Shows a list whose row opens after its code has loaded. @returns the router, and a function that ends the loading */
function showList() {
  const load = Promise.withResolvers<{ element: React.ReactNode }>();
  const router = createMemoryRouter([
    { path: '/', element: <List /> },
    { path: '/row', lazy: () => load.promise },
  ]);
  render(<RouterProvider router={router} />);
  return { router, finishLoading: () => act(async () => load.resolve({ element: 'The opened row' })) };
}

const type = (value: string) => fireEvent.change(screen.getByRole('textbox'), { target: { value } });
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('puts the typed text into the address after a pause', async () => {
  const { router } = showList();
  type('ma');
  await wait(299);
  expect(router.state.location.search).toBe('');
  type(' maya ');
  await wait(300);
  expect(router.state.location.search).toBe('?search=maya');
});

it('does not cancel the opening of a row that was clicked right after typing', async () => {
  const { finishLoading } = showList();
  type('maya');
  fireEvent.click(screen.getByText('Row'));
  await wait(1000);
  await finishLoading();
  expect(screen.getByText('The opened row')).toBeDefined();
});
