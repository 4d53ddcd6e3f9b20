import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { defaultListState, type NoteListState } from '../list-state.ts';
import { NoteFilters } from './NoteFilters.tsx';

/** Shows the filters; `apply` shows the next state, as the router does after a change of the address. */
function open(search: string) {
  const asked: Partial<NoteListState>[] = [];
  const filters = (change: Partial<NoteListState> = {}) => (
    <NoteFilters
      state={{ ...defaultListState, search, ...change }}
      students={[]}
      canWrite
      onChange={(next) => asked.push(next)}
    />
  );
  const { rerender } = render(filters());
  return { asked, apply: (change: Partial<NoteListState> | undefined) => rerender(filters(change)) };
}
const box = () => screen.getByLabelText<HTMLInputElement>('Search notes');
const type = (value: string) => fireEvent.change(box(), { target: { value } });

it('keeps the focus in the search box after Enter', () => {
  const { asked, apply } = open('');
  box().focus();
  type(' essay ');
  fireEvent.submit(screen.getByRole('search'));
  expect(asked).toEqual([{ search: 'essay' }]);
  apply(asked[0]);
  expect(document.activeElement).toBe(box());
  expect(box().value).toBe('essay');
});

it('keeps the focus and the text that is typed while an emptied search is applied', () => {
  const { asked, apply } = open('essay');
  box().focus();
  type('');
  expect(asked).toEqual([{ search: '' }]);
  type('m');
  apply(asked[0]);
  expect(document.activeElement).toBe(box());
  expect(box().value).toBe('m');
});

it('shows the search of another address, such as after going back and forward', () => {
  const { asked, apply } = open('');
  type('essay');
  fireEvent.submit(screen.getByRole('search'));
  apply(asked[0]);
  apply({ search: '' });
  expect(box().value).toBe('');
  apply({ search: 'essay' });
  expect(box().value).toBe('essay');
});
