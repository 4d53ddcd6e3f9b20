import { expect, it } from 'vitest';
import type { Institution } from '../queries.ts';
import { NOT_REPORTED, olderYear, tuitionText } from './collegeFacts.ts';

const institution = {
  tuitionfeeIn: 8_136,
  tuitionfeeOut: 20_016,
  olderFigures: [{ field: 'tuitionfeeOut', year: '2020-21' }],
} as unknown as Institution;

// covers: COLL-007
it('tells both tuitions where they differ, each with its own year', () => {
  const told = tuitionText(institution).map(({ field, label, text }) => [
    label,
    text,
    olderYear(institution, field),
  ]);
  expect(told).toEqual([
    ['In-state tuition', '$8,136', undefined],
    ['Out-of-state tuition', '$20,016', '2020-21'],
  ]);
});

it('tells one tuition where both are the same, or neither is known', () => {
  const same = (amount: number | null) =>
    tuitionText({ ...institution, tuitionfeeIn: amount, tuitionfeeOut: amount }).map(({ label, text }) => [
      label,
      text,
    ]);
  expect(same(60_156)).toEqual([['Tuition', '$60,156']]);
  expect(same(null)).toEqual([['Tuition', NOT_REPORTED]]);
});
