import { expect, it } from 'vitest';
import { z } from 'zod';
import { MAX_PK } from '#shared/kernel/ids.ts';
import { cursor, cursorMoment, cursorPk, cursorsByOrder, cursorText, newestFirstCursor } from './cursors.ts';

const byMoment = cursor('tasks dueAt', z.tuple([cursorMoment, cursorPk]));
const MOMENT = '2026-05-01T12:30:00.123Z';

/** Creates a cursor with these values, as an attacker could. */
const forge = (...values: unknown[]) => Buffer.from(JSON.stringify(values)).toString('base64url');

const refused = expect.objectContaining({
  code: 'INVALID_INPUT',
  fields: { after: 'This cursor belongs to another list or sort order.' },
});

it('reads back the values it was made from', () => {
  expect(byMoment.decode(byMoment.encode([MOMENT, 7]))).toEqual([MOMENT, 7]);
  expect(byMoment.decode(null)).toBeNull();
  expect(byMoment.decode(undefined)).toBeNull();
});

it.each([
  ['a year of six digits', '+123456-01-01T00:00:00.000Z'],
  ['a negative year', '-000001-01-01T00:00:00.000Z'],
  ['the year zero, which PostgreSQL does not have', '0000-01-01T00:00:00.000Z'],
  ['no milliseconds', '2026-05-01T12:30:00Z'],
  ['microseconds', '2026-05-01T12:30:00.123456Z'],
  ['an offset', '2026-05-01T12:30:00.123+02:00'],
  ['a day that does not exist', '2026-02-30T12:30:00.123Z'],
  ['a date alone', '2026-05-01'],
  ['a number', 1_777_000_000_000],
  ['nothing', null],
])('refuses a moment with %s', (_what, moment) => {
  expect(() => byMoment.decode(forge('tasks dueAt', moment, 7))).toThrow(refused);
});

it.each([[-1], [1.5], [MAX_PK + 1], ['7'], [null], [true]])('refuses %s as a primary key', (pk) => {
  expect(() => byMoment.decode(forge('tasks dueAt', MOMENT, pk))).toThrow(refused);
});

it.each([[''], ['%'], ['bm9uZQ'], [forge()], [forge('tasks dueAt')], [forge('tasks dueAt', MOMENT, 7, 7)]])(
  'refuses %j, which is no cursor of the list',
  (text) => {
    expect(() => byMoment.decode(text)).toThrow(refused);
  },
);

it.each([[7], [null], [{ length: 3 }], ['tasks dueAt']])(
  'refuses %j instead of a list of values',
  (value) => {
    const text = Buffer.from(JSON.stringify(value)).toString('base64url');
    expect(() => byMoment.decode(text)).toThrow(refused);
  },
);

it('refuses a cursor of more than 2000 characters', () => {
  const byName = cursor('names', z.tuple([cursorText, cursorPk]));
  // The JSON around the name has 14 bytes, and base64 4 characters for 3 bytes.
  const longest: [string, number] = ['a'.repeat(1486), 1];
  const tooLong = byName.encode(['a'.repeat(1487), 1]);
  expect(byName.encode(longest)).toHaveLength(2000);
  expect(byName.decode(byName.encode(longest))).toEqual(longest);
  expect(() => byName.decode(tooLong)).toThrow(refused);
});

it('refuses text that the database cannot hold', () => {
  const byName = cursor('names', z.tuple([cursorText, cursorPk]));
  expect(byName.decode(forge('names', 'Ann', 1))).toEqual(['Ann', 1]);
  for (const text of ['\0', '\ud800']) expect(() => byName.decode(forge('names', text, 1))).toThrow(refused);
});

it('refuses the cursor of another list or sort order, even with the same values', () => {
  const { name, '-name': nameDown } = cursorsByOrder('people', ['name', '-name'], () =>
    z.tuple([cursorText, cursorPk]),
  );
  expect(name.decode(name.encode(['Ann', 1]))).toEqual(['Ann', 1]);
  expect(() => name.decode(nameDown.encode(['Ann', 1]))).toThrow(refused);
  const reports = newestFirstCursor('reports');
  const invitation = newestFirstCursor('invitations').of({ createdAt: new Date(MOMENT), pk: 3 });
  expect(() => reports.decode(invitation)).toThrow(refused);
});

it('reads back the cursor of a list with the newest entry first', () => {
  const reports = newestFirstCursor('reports');
  expect(reports.decode(reports.of({ createdAt: new Date(MOMENT), pk: 3 }))).toEqual([MOMENT, 3]);
});

it('names the field that held the cursor', () => {
  const feed = cursor('feed', z.tuple([cursorPk]), { field: 'since' });
  expect(() => feed.decode('nonsense')).toThrow(
    expect.objectContaining({ fields: { since: expect.any(String) } }),
  );
});
