import { actBest, satBest } from '#shared/roadmap/exams.ts';
import { COLLEGE_REQUIREMENTS } from '#shared/roadmap/college-requirements.ts';
import {
  ADMISSION_CATEGORIES,
  type AdmissionCategory,
  COLLEGE_FLAGS,
  type CollegeFlag,
  INSTITUTION_CONTROLS,
  INSTITUTION_LEVELS,
} from '#shared/roadmap/colleges.ts';
import { onFirstUse } from '#src/lib/on-first-use.ts';
import { dateText } from '../../dates.ts';
import type { College, Institution, Roadmap } from '../../queries.ts';

/** The text for an unpublished figure. */
export const NOT_REPORTED = 'Not reported';

const dollars = onFirstUse(
  () =>
    new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency: 'USD',
      maximumFractionDigits: 0,
    }),
);
const percent = onFirstUse(
  () => new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 }),
);
export const count = onFirstUse(() => new Intl.NumberFormat());

/** Formats an amount (COLL-006). */
export function dollarsText(amount: number | null): string {
  return amount === null ? NOT_REPORTED : dollars().format(amount);
}

/** Formats an acceptance rate (COLL-004). */
export function acceptanceText(rate: number | null): string {
  return rate === null ? NOT_REPORTED : percent().format(rate);
}

/** Formats the tuition: one value if in-state and out-of-state are the same (COLL-007). */
export function tuitionText({ tuitionfeeIn, tuitionfeeOut }: Institution) {
  const [inState, outOfState] = [
    { field: 'tuitionfeeIn', label: 'In-state tuition', text: dollarsText(tuitionfeeIn) },
    { field: 'tuitionfeeOut', label: 'Out-of-state tuition', text: dollarsText(tuitionfeeOut) },
  ] as const;
  return tuitionfeeIn === tuitionfeeOut ? [{ ...inState, label: 'Tuition' }] : [inState, outOfState];
}

/** Returns the year of a figure that is older than the institution's other figures. */
export function olderYear(institution: Institution, field: keyof Institution): string | undefined {
  return institution.olderFigures.find((figure) => figure.field === field)?.year;
}

/** The 25th to 75th percentile of one test (COLL-005), with the student's best score. */
export interface ScoreRange {
  label: string;
  min: number;
  max: number;
  low: number | null;
  high: number | null;
  best: number | null;
}

/** A student's best scores, computed once for all cards. */
export interface StudentScores {
  /** The owner of the scores in the viewer's words: 'your' or "Maya's". */
  possessive: string;
  erw: number | null;
  math: number | null;
  act: number | null;
}

/** Returns the best scores of the roadmap's student. */
export function bestScores(
  { userFullName, satScores, actScores }: Pick<Roadmap, 'userFullName' | 'satScores' | 'actScores'>,
  isOwn: boolean,
): StudentScores {
  const { erw, math } = satBest(satScores);
  const possessive = isOwn ? 'your' : `${userFullName.split(' ')[0]}’s`;
  return { possessive, erw, math, act: actBest(actScores).single };
}

/** Returns the institution's range of each test with the student's best score. */
export function scoreRanges(
  institution: Institution,
  student: Pick<StudentScores, 'erw' | 'math' | 'act'>,
): ScoreRange[] {
  return [
    {
      label: 'SAT Reading and Writing',
      min: 200,
      max: 800,
      low: institution.satvr25,
      high: institution.satvr75,
      best: student.erw,
    },
    {
      label: 'SAT Math',
      min: 200,
      max: 800,
      low: institution.satmt25,
      high: institution.satmt75,
      best: student.math,
    },
    { label: 'ACT', min: 1, max: 36, low: institution.actcm25, high: institution.actcm75, best: student.act },
  ];
}

/** Returns the word with a capital first letter. */
export const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Returns location and type of an institution, as separate parts. */
export function locationAndType({ city, stabbr, control, iclevel }: Institution): string[] {
  return [
    [city, stabbr].filter(Boolean).join(', '),
    control === null ? '' : INSTITUTION_CONTROLS[control],
    iclevel === null ? '' : INSTITUTION_LEVELS[iclevel],
  ].filter(Boolean);
}

/** Returns location and type of an institution in one line. */
export function institutionLine(institution: Institution): string {
  return locationAndType(institution).join(' · ');
}

/** Returns the name of an admission category; null before a mentor chooses one. */
export function categoryText(category: AdmissionCategory | null): string {
  return category === null ? 'Not set' : ADMISSION_CATEGORIES[category];
}

/** Returns the deadline and the finished part of an application as text; '' without a deadline. */
export function deadlineText({ deadline, requirements }: Pick<College, 'deadline' | 'requirements'>): string {
  if (requirements.includes('submitted')) return 'Submitted';
  if (deadline === null) return '';
  const done =
    requirements.length === 0 ? '' : `, ${requirements.length} of ${COLLEGE_REQUIREMENTS.length} done`;
  return `Due ${dateText(deadline)}${done}`;
}

/** Returns the status of an application as text; '' before there is one. */
export function flagsText(college: Readonly<Record<CollegeFlag, boolean>>): string {
  return COLLEGE_FLAGS.filter((flag) => college[flag])
    .map(capitalized)
    .join(', ');
}
