import { expect, it } from 'vitest';
import type { Institution } from '../queries.ts';
import {
  acceptanceText,
  dollarsText,
  flagsText,
  NOT_REPORTED,
  olderYear,
  ownScores,
  scoreRanges,
  tuitionText,
} from './collegeFacts.ts';

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

// covers: COLL-004
it('tells the acceptance rate as a rounded percent', () => {
  expect([0, 0.0368, 0.2849, 0.285, 0.995, 1, null].map(acceptanceText)).toEqual([
    '0%',
    '4%',
    '28%',
    '29%',
    '100%',
    '100%',
    NOT_REPORTED,
  ]);
});

// covers: COLL-006
it('tells costs in dollars', () => {
  expect([0, 920, 70_869, 1_000_000, null].map(dollarsText)).toEqual([
    '$0',
    '$920',
    '$70,869',
    '$1,000,000',
    NOT_REPORTED,
  ]);
});

// covers: COLL-005
it('tells the 25th to 75th percentile of each test, beside the student’s own best', () => {
  const scores = { satvr25: 650, satvr75: 720, satmt25: 680, satmt75: 770, actcm25: 30, actcm75: 33 };
  const act = { english: 27, mathematics: 25, reading: 29, science: 26 };
  const own = ownScores({
    satScores: [
      { erw: 610, math: 660 },
      { erw: 620, math: 580 },
    ],
    actScores: [act],
  } as Parameters<typeof ownScores>[0]);
  const ranges = scoreRanges({ ...institution, ...scores }, own);
  expect(ranges.map(({ label, low, high, own: best }) => [label, low, high, best])).toEqual([
    ['SAT Reading and Writing', 650, 720, 620],
    ['SAT Math', 680, 770, 660],
    ['ACT', 30, 33, 27],
  ]);
});

it('tells what happened with an application, in its order', () => {
  const nothing = { visited: false, waitlisted: false, accepted: false, deferred: false, denied: false };
  expect(flagsText(nothing)).toBe('');
  expect(flagsText({ ...nothing, accepted: true, visited: true })).toBe('Visited, Accepted');
});
