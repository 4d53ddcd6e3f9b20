import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useCursorPages } from './useCursorPages.ts';

it('shows the first page after each change of the filters', () => {
  const { result, rerender } = renderHook((filters: object) => useCursorPages(filters, 50), {
    initialProps: { q: '' },
  });
  act(() => result.current.pagerProps('second').onNext());
  expect(result.current.page).toEqual({ first: 50, after: 'second' });
  expect(result.current.from).toBe(51);
  rerender({ q: 'may' });
  expect(result.current.page).toEqual({ first: 50, after: null });
  rerender({ q: '' });
  expect(result.current.page).toEqual({ first: 50, after: null });
});
