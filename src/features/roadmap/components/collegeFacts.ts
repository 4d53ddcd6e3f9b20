import { actBest, satBest } from '#shared/roadmap/exams.ts';
import { COLLEGE_FLAGS, type CollegeFlag } from '#shared/roadmap/colleges.ts';
import type { Institution, Roadmap } from '../queries.ts';

/** What is said of a figure that was not published. */
export const NOT_REPORTED = 'Not reported';

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 });
export const count = new Intl.NumberFormat();

/** COLL-006 */
export function dollarsText(amount: number | null): string {
  return amount === null ? NOT_REPORTED : dollars.format(amount);
}

/** COLL-004 */
export function acceptanceText(rate: number | null): string {
  return rate === null ? NOT_REPORTED : percent.format(rate);
}

/** COLL-007: one value where both are the same. */
export function tuitionText({ tuitionfeeIn, tuitionfeeOut }: Institution) {
  const [inState, outOfState] = [
    { field: 'tuitionfeeIn', label: 'In-state tuition', text: dollarsText(tuitionfeeIn) },
    { field: 'tuitionfeeOut', label: 'Out-of-state tuition', text: dollarsText(tuitionfeeOut) },
  ] as const;
  return tuitionfeeIn === tuitionfeeOut ? [{ ...inState, label: 'Tuition' }] : [inState, outOfState];
}

/** The year of a figure, where it is older than the others. */
export function olderYear(institution: Institution, field: keyof Institution): string | undefined {
  return institution.olderFigures.find((figure) => figure.field === field)?.year;
}

/** The middle half of the admitted students' scores in one test (COLL-005), with the student's own best. */
export interface ScoreRange {
  label: string;
  min: number;
  max: number;
  low: number | null;
  high: number | null;
  own: number | null;
}

/** The student's best scores, computed once for all cards. */
export function ownScores(roadmap: Pick<Roadmap, 'satScores' | 'actScores'>) {
  const { erw, math } = satBest(roadmap.satScores);
  return { erw, math, act: actBest(roadmap.actScores).single };
}
export type OwnScores = ReturnType<typeof ownScores>;

export function scoreRanges(institution: Institution, own: OwnScores): ScoreRange[] {
  return [
    {
      label: 'SAT Reading and Writing',
      min: 200,
      max: 800,
      low: institution.satvr25,
      high: institution.satvr75,
      own: own.erw,
    },
    {
      label: 'SAT Math',
      min: 200,
      max: 800,
      low: institution.satmt25,
      high: institution.satmt75,
      own: own.math,
    },
    { label: 'ACT', min: 1, max: 36, low: institution.actcm25, high: institution.actcm75, own: own.act },
  ];
}

/** A word as a label. */
export const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** What happened with an application, in words; '' when nothing did yet. */
export function flagsText(college: Readonly<Record<CollegeFlag, boolean>>): string {
  return COLLEGE_FLAGS.filter((flag) => college[flag])
    .map(capitalized)
    .join(', ');
}
