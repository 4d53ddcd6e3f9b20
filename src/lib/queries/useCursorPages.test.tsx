import type { ReactNode } from 'react';
import { act, renderHook } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { useCursorPages } from './useCursorPages.ts';
import { useLeaveEmptyPage } from './useLeaveEmptyPage.ts';

/** Each test has its own address: Back to an address shows its page again. */
const routerAt =
  (address: string) =>
  ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>
  );

it('shows the first page after each change of the filters', () => {
  const { result, rerender } = renderHook((filters: object) => useCursorPages(filters, 50), {
    initialProps: { q: '' },
    wrapper: routerAt('/filters'),
  });
  act(() => result.current.pagerProps('second', false).onNext());
  expect(result.current.page).toEqual({ first: 50, after: 'second' });
  expect(result.current.from).toBe(51);
  rerender({ q: 'may' });
  expect(result.current.page).toEqual({ first: 50, after: null });
  rerender({ q: '' });
  expect(result.current.page).toEqual({ first: 50, after: null });
});

it('ignores Next while a placeholder is shown, and keeps the button enabled', () => {
  const { result } = renderHook(() => useCursorPages({}, 10), { wrapper: routerAt('/next') });
  act(() => result.current.pagerProps('second', false).onNext());
  const pager = result.current.pagerProps('second', true);
  expect(pager.hasNext).toBe(true);
  act(() => pager.onNext());
  expect(result.current).toMatchObject({ page: { after: 'second' }, from: 11 });
});

it('shows the previous page when the last row of a page was deleted, and stays on an empty first page', () => {
  /** The rows of each page, by its cursor. */
  let rows: Record<string, number> = { first: 10, second: 1 };
  const { result, rerender } = renderHook(
    () => {
      const { page, previous, pagerProps } = useCursorPages({}, 10);
      const isLeaving = useLeaveEmptyPage(rows[page.after ?? 'first'], previous);
      return { page, pagerProps, isLeaving };
    },
    { wrapper: routerAt('/deleted') },
  );
  act(() => result.current.pagerProps('second', false).onNext());
  expect(result.current.page.after).toBe('second');
  rows = { first: 10, second: 0 };
  rerender();
  expect(result.current.page.after).toBeNull();
  rows = { first: 0 };
  rerender();
  expect(result.current).toMatchObject({ page: { after: null }, isLeaving: false });
});
