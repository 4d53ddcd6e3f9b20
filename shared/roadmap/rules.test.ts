import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, isCalendarDate } from '../kernel/dates.ts';
import { dateIn } from '../kernel/time-zone.ts';
import { YEARS } from '../kernel/years.ts';
import { fitToTerms, gpa, gpaSummary, GRADES, type GradedClass, isLowGrade, letterOf } from './academics.ts';
import { sizeLabel } from './colleges.ts';
import { actBest, actComposite, EXAM_MESSAGES, satBest, satTotal } from './exams.ts';
import { categoricalExamScoreInput, satScoreInput } from './exams-schema.ts';

const grade = fc.constantFrom(...GRADES.map(({ points }) => points), null);
const classOf = fc.integer({ min: 2, max: 4 }).chain((terms) =>
  fc.record({
    year: fc.constantFrom(...YEARS),
    terms: fc.constant(terms),
    ucHonors: fc.boolean(),
    targetGrades: fc.array(grade, { minLength: terms, maxLength: terms }),
    actualGrades: fc.array(grade, { minLength: terms, maxLength: terms }),
  }),
);
const classes: fc.Arbitrary<GradedClass[]> = fc.array(classOf, { maxLength: 12 });

describe('grade point averages', () => {
  it('weigh every class the same, whatever its terms', () => {
    const base = { year: 'FR', ucHonors: false, targetGrades: [] } as const;
    const two = { ...base, terms: 2, actualGrades: [4, 4] };
    const four = { ...base, terms: 4, actualGrades: [2, 2, 2, 2] };
    expect(gpa([two, four], 'actualGrades', false)).toBe(3);
  });

  it('count UC honors one point more from C up', () => {
    const honors = {
      year: 'JR',
      ucHonors: true,
      terms: 2,
      targetGrades: [4, 4],
      actualGrades: [2, 1.7],
    } as const;
    expect(gpa([honors], 'targetGrades', true)).toBe(5);
    expect(gpa([honors], 'actualGrades', true)).toBeCloseTo((3 + 1.7) / 2);
  });

  it('stay within 0 and 4, weighted at most one more, and do not depend on the order', () => {
    fc.assert(
      fc.property(classes, (list) => {
        for (const kind of ['targetGrades', 'actualGrades'] as const) {
          const plain = gpa(list, kind, false);
          const weighted = gpa(list, kind, true);
          const isGraded = list.flatMap((entry) => entry[kind]).some((value) => value !== null);
          expect([plain === null, weighted === null]).toEqual([!isGraded, !isGraded]);
          if (plain === null || weighted === null) continue;
          expect(plain).toBeGreaterThanOrEqual(0);
          expect(plain).toBeLessThanOrEqual(4 + 1e-9);
          expect(weighted).toBeGreaterThanOrEqual(plain - 1e-9);
          expect(weighted).toBeLessThanOrEqual(plain + 1 + 1e-9);
          expect(gpa(list.toReversed(), kind, false)).toBeCloseTo(plain);
        }
      }),
    );
  });

  it('are summed up for each year that has a class, and overall', () => {
    fc.assert(
      fc.property(classes, (list) => {
        const years = gpaSummary(list).map(({ year }) => year);
        expect(years).toEqual([...YEARS.filter((year) => list.some((entry) => entry.year === year)), 'all']);
      }),
    );
  });
});

describe('grades', () => {
  // covers: ACAD-010
  it('have a letter, and are low below 2', () => {
    expect(GRADES.map(({ points }) => [points, letterOf(points)])).toEqual([
      [4, 'A'],
      [3.7, 'A-'],
      [3.3, 'B+'],
      [3, 'B'],
      [2.7, 'B-'],
      [2.3, 'C+'],
      [2, 'C'],
      [1.7, 'C-'],
      [1.3, 'D+'],
      [1, 'D'],
      [0, 'F'],
    ]);
    expect([2, 1.7, 0, null].map(isLowGrade)).toEqual([false, true, true, false]);
  });

  it('are cut or filled to the terms', () => {
    fc.assert(
      fc.property(fc.array(grade, { maxLength: 6 }), fc.integer({ min: 2, max: 4 }), (values, terms) => {
        const fitted = fitToTerms(values, terms);
        expect(fitted).toHaveLength(terms);
        expect(fitted.slice(0, values.length)).toEqual(values.slice(0, terms));
      }),
    );
  });
});

describe('scores', () => {
  it('add up to totals and superscores', () => {
    expect(satTotal({ erw: 600, math: null })).toBeNull();
    expect(
      satBest([
        { erw: 620, math: 580 },
        { erw: 610, math: 660 },
        { erw: null, math: null },
      ]),
    ).toEqual({ erw: 620, math: 660, single: 1270, superscore: 1280 });
    expect(actComposite({ english: 30, mathematics: 28, reading: 31, science: 29 })).toBe(30);
    expect(actComposite({ english: 30, mathematics: 28, reading: 30, science: null })).toBe(29);
  });

  it('are never worse as superscore than the best single test', () => {
    const section = fc.integer({ min: 1, max: 36 });
    const test = fc.record({ english: section, mathematics: section, reading: section, science: section });
    fc.assert(
      fc.property(fc.array(test, { minLength: 1, maxLength: 6 }), (tests) => {
        const { single, superscore } = actBest(tests);
        expect(superscore).toBeGreaterThanOrEqual(single as number);
      }),
    );
  });
});

describe('a form of scores', () => {
  it('asks for the date first: an exam without one is not past', () => {
    const { error } = satScoreInput('2026-03-01').safeParse({ takenAt: '' });
    expect(error?.issues.map(({ message }) => message)).toEqual([EXAM_MESSAGES.date]);
  });
});

it('a score in steps of a tenth is exact, whatever the rounding of numbers', () => {
  const form = categoricalExamScoreInput('2026-11-26', { minScore: 0, maxScore: 4, step: 0.1 });
  const accepts = (score: number) => form.safeParse({ takenAt: '2026-11-20', score }).success;
  const tenths = Array.from({ length: 41 }, (_, index) => index / 10);
  expect(tenths.filter((score) => !accepts(score))).toEqual([]);
  expect(accepts(0.25)).toBe(false);
});

describe('sizes and dates', () => {
  // covers: COLL-003
  it('a college with 5,000 to 15,000 students is medium', () => {
    expect([0, 100_000].map(sizeLabel)).toEqual(['Small', 'Large']);
    expect([4999, 5000, 15_000, 15_001].map(sizeLabel)).toEqual(['Small', 'Medium', 'Medium', 'Large']);
  });

  it('dates are those of the time zone, and only existing ones are accepted', () => {
    expect(dateIn('Asia/Tokyo', new Date('2026-11-21T20:00:00Z'))).toBe('2026-11-22');
    expect(dateIn('Not/AZone', new Date('2026-11-21T20:00:00Z'))).toBe('2026-11-21');
    expect(addDays('2024-02-28', 2)).toBe('2024-03-01');
    expect(['2026-02-29', '2024-02-29', '2026-1-1', ''].map(isCalendarDate)).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });
});
