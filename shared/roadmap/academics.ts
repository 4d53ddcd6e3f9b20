import { type Year, YEARS } from '../kernel/years.ts';

/** UC A-G subject requirements (ACAD-008). */
export const SUBJECT_REQUIREMENTS = {
  A: 'History',
  B: 'English',
  C: 'Mathematics',
  D: 'Science',
  E: 'Language other than English',
  F: 'Visual and performing arts',
  G: 'College-preparatory elective',
} as const;
export type SubjectRequirement = keyof typeof SUBJECT_REQUIREMENTS | '';

export const MAX_CLASS_NAME = 100;

/** Term schedules (ACAD-009). */
export const TERM_SCHEDULES = { 2: 'Semester', 3: 'Trimester', 4: 'Quarter' } as const;
export const MAX_TERMS = 4;

/** Grades and their points, best first (ACAD-010). */
export const GRADES = [
  { points: 4, letter: 'A' },
  { points: 3.7, letter: 'A-' },
  { points: 3.3, letter: 'B+' },
  { points: 3, letter: 'B' },
  { points: 2.7, letter: 'B-' },
  { points: 2.3, letter: 'C+' },
  { points: 2, letter: 'C' },
  { points: 1.7, letter: 'C-' },
  { points: 1.3, letter: 'D+' },
  { points: 1, letter: 'D' },
  { points: 0, letter: 'F' },
] as const;

/** A term's grade, or null without one. */
export type Grade = number | null;

/** Returns the letter of a grade. */
export function letterOf(points: number): string {
  return GRADES.find((grade) => grade.points === points)?.letter ?? String(points);
}

/** Returns whether a grade is marked as low (ACAD-012). */
export function isLowGrade(grade: Grade): boolean {
  return grade !== null && grade < 2;
}

/** Returns exactly one entry per term: truncates longer lists and fills shorter ones (ACAD-031). */
export function fitToTerms(values: readonly Grade[], terms: number): Grade[] {
  return Array.from({ length: terms }, (_, index) => values[index] ?? null);
}

/** The fields of a class that a grade point average is computed from. */
export interface GradedClass {
  year: Year;
  terms: number;
  ucHonors: boolean;
  targetGrades: readonly Grade[];
  actualGrades: readonly Grade[];
}
export type GradeKind = 'targetGrades' | 'actualGrades';

/** Returns the mean of a class's grades so far, or null without any. */
export function meanGrade(values: readonly Grade[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

/**
 * Returns a grade point average. Every class has the same weight, whatever its terms: each grade counts 1/terms.
 * Weighted, a UC honors class adds one point to every grade of C or better, as the University of California counts it
 * (without its cap of eight semesters).
 * @returns null when no class has a grade
 */
export function gpa(classes: readonly GradedClass[], kind: GradeKind, weighted: boolean): number | null {
  let points = 0;
  let weight = 0;
  for (const { terms, ucHonors, [kind]: values } of classes) {
    for (const value of values) {
      if (value === null) continue;
      points += (value + (weighted && ucHonors && value >= 2 ? 1 : 0)) / terms;
      weight += 1 / terms;
    }
  }
  return weight === 0 ? null : points / weight;
}

/** The averages of one year or of all. */
export interface GpaRow {
  year: Year | 'all';
  target: { unweighted: number | null; weighted: number | null };
  actual: { unweighted: number | null; weighted: number | null };
}

/** Returns the averages of each year that has a class, then overall. */
export function gpaSummary(classes: readonly GradedClass[]): GpaRow[] {
  const rowOf = (year: GpaRow['year'], chosen: readonly GradedClass[]): GpaRow => ({
    year,
    target: { unweighted: gpa(chosen, 'targetGrades', false), weighted: gpa(chosen, 'targetGrades', true) },
    actual: { unweighted: gpa(chosen, 'actualGrades', false), weighted: gpa(chosen, 'actualGrades', true) },
  });
  return [
    ...YEARS.map((year) => ({ year, chosen: classes.filter((entry) => entry.year === year) }))
      .filter(({ chosen }) => chosen.length > 0)
      .map(({ year, chosen }) => rowOf(year, chosen)),
    rowOf('all', classes),
  ];
}
