import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NOTE_KINDS } from '#shared/notes/kinds.ts';
import { NOTE_SORTS } from '#shared/notes/orders.ts';
import {
  defaultAuthors,
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
  kind: fc.constantFrom(null, ...NOTE_KINDS),
  order: fc.constantFrom(...NOTE_SORTS, ...NOTE_SORTS.map((sort) => `-${sort}` as const)),
  size: fc.integer({ min: 1, max: 100 }),
  after: fc.option(fc.base64String({ minLength: 1 })),
  page: fc.integer({ min: 2, max: 1_000_000 }),
});

test('the URL holds the whole state of the list, for people who write notes and for others', () => {
  fc.assert(
    fc.property(states, fc.boolean(), (given, canWrite) => {
      const authors = defaultAuthors(canWrite);
      const state = given.after === null ? { ...given, page: 1 } : given;
      const address = writeListState(state, authors).toString();
      expect(readListState(new URLSearchParams(address), authors)).toEqual(state);
    }),
  );
});

test('an invalid URL shows the default list', () => {
  const address = new URLSearchParams('kind=x&in=moon&sort=-password&size=0&page=7&size=x');
  expect(readListState(address)).toEqual(defaultListState);
  expect(writeListState(defaultListState).toString()).toBe('');
});

test('people who cannot write notes see received notes by default', () => {
  const state = readListState(new URLSearchParams(), defaultAuthors(false));
  expect(toListVariables(state)).toMatchObject({ includeSelf: false, includeOthers: true });
  expect(writeListState(state, defaultAuthors(false)).toString()).toBe('');
});

test('asks the server for own notes, ten at a time, most recently updated first', () => {
  expect(toListVariables(defaultListState)).toEqual({
    count: 10,
    after: null,
    student: null,
    kind: null,
    title_Icontains: null,
    body_Icontains: null,
    orderBy: '-updatedAt',
    includeSelf: true,
    includeOthers: false,
  });
});
