import { expect, it } from 'vitest';
import type { Institution } from '../../queries.ts';
import {
  acceptanceText,
  bestScores,
  categoryText,
  dollarsText,
  flagsText,
  NOT_REPORTED,
  olderYear,
  scoreRanges,
  tuitionText,
} from './college-facts.ts';

const institution = {
  tuitionfeeIn: 8_136,
  tuitionfeeOut: 20_016,
  olderFigures: [{ field: 'tuitionfeeOut', year: '2020-21' }],
} as unknown as Institution;

// covers: COLL-007
it('returns both tuitions when they differ, each with its year', () => {
  const texts = tuitionText(institution).map(({ field, label, text }) => [
    label,
    text,
    olderYear(institution, field),
  ]);
  expect(texts).toEqual([
    ['In-state tuition', '$8,136', undefined],
    ['Out-of-state tuition', '$20,016', '2020-21'],
  ]);
});

it('returns one tuition when both are the same or unknown', () => {
  const same = (amount: number | null) =>
    tuitionText({ ...institution, tuitionfeeIn: amount, tuitionfeeOut: amount }).map(({ label, text }) => [
      label,
      text,
    ]);
  expect(same(60_156)).toEqual([['Tuition', '$60,156']]);
  expect(same(null)).toEqual([['Tuition', NOT_REPORTED]]);
});

// covers: COLL-004
it('formats the acceptance rate as a rounded percentage', () => {
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
it('formats costs as dollars', () => {
  expect([0, 920, 70_869, 1_000_000, null].map(dollarsText)).toEqual([
    '$0',
    '$920',
    '$70,869',
    '$1,000,000',
    NOT_REPORTED,
  ]);
});

// covers: COLL-005
it('returns the 25th to 75th percentile of each test with the student’s best score', () => {
  const scores = { satvr25: 650, satvr75: 720, satmt25: 680, satmt75: 770, actcm25: 30, actcm75: 33 };
  const act = { english: 27, mathematics: 25, reading: 29, science: 26 };
  const roadmap = {
    userFullName: 'Maya Okafor',
    satScores: [
      { erw: 610, math: 660 },
      { erw: 620, math: 580 },
    ],
    actScores: [act],
  } as Parameters<typeof bestScores>[0];
  const ranges = scoreRanges({ ...institution, ...scores }, bestScores(roadmap, true));
  expect(ranges.map(({ label, low, high, best }) => [label, low, high, best])).toEqual([
    ['SAT Reading and Writing', 650, 720, 620],
    ['SAT Math', 680, 770, 660],
    ['ACT', 30, 33, 27],
  ]);
  expect(bestScores(roadmap, true).possessive).toBe('your');
  expect(bestScores(roadmap, false).possessive).toBe('Maya’s');
});

it('names an admission category, also one that is not chosen yet', () => {
  expect([categoryText('R'), categoryText(null)]).toEqual(['Reach', 'Not set']);
});

it('lists the status of an application in order', () => {
  const nothing = { visited: false, waitlisted: false, accepted: false, deferred: false, denied: false };
  expect(flagsText(nothing)).toBe('');
  expect(flagsText({ ...nothing, accepted: true, visited: true })).toBe('Visited, Accepted');
});
