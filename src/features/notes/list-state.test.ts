import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NOTE_SORTS } from '#shared/notes/orders.ts';
import {
  defaultListState,
  type NoteListState,
  readListState,
  toListVariables,
  writeListState,
} from './list-state.ts';

const states = fc.record<NoteListState>({
  search: fc.string({ maxLength: 200 }),
  category: fc.constantFrom('subject', 'body'),
  authors: fc.subarray(['me', 'others'] as const).map((authors) => new Set(authors)),
  student: fc.option(fc.base64String({ minLength: 1 })),
  order: fc.constantFrom(...NOTE_SORTS, ...NOTE_SORTS.map((sort) => `-${sort}` as const)),
  size: fc.integer({ min: 1, max: 100 }),
  after: fc.option(fc.base64String({ minLength: 1 })),
  page: fc.integer({ min: 2, max: 1_000_000 }),
});

test('the address holds the whole state of the list', () => {
  fc.assert(
    fc.property(states, (given) => {
      const state = given.after === null ? { ...given, page: 1 } : given;
      const address = writeListState(state).toString();
      expect(readListState(new URLSearchParams(address))).toEqual(state);
    }),
  );
});

test('an address that makes no sense shows the list as it is at first', () => {
  const address = new URLSearchParams('in=moon&sort=-password&size=0&page=7&size=x');
  expect(readListState(address)).toEqual(defaultListState);
  expect(writeListState(defaultListState).toString()).toBe('');
});

test('asks the server for own notes, ten at a time, the last changed first', () => {
  expect(toListVariables(defaultListState)).toEqual({
    count: 10,
    after: null,
    student: null,
    title_Icontains: null,
    body_Icontains: null,
    orderBy: '-updatedAt',
    includeSelf: true,
    includeOthers: false,
  });
});
