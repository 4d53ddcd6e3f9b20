/** How far in the future an exam can be (EXAM-012). */
export const MAX_DAYS_AHEAD = 1456;

/** The precision of an exam's date. */
export const DATE_PRECISIONS = ['year', 'monthYear', 'fullDate'] as const;
export type DatePrecision = (typeof DATE_PRECISIONS)[number];

/** Messages of the score forms (EXAM-013, EXAM-015, EXAM-018, EXAM-021). */
export const EXAM_MESSAGES = {
  date: 'Exam date is required',
  tooFarAhead: 'Exam date must be in the past or up to 4 years in the future',
  pastSat: 'Exams in the past must have the score',
  past: 'Exams in the past must have a score',
} as const;

/** Returns whether an exam is past: from its day on. An exam without a date is not past. */
export function isPastExam(takenAt: string, today: string): boolean {
  return takenAt !== '' && takenAt <= today;
}

/** Limits of the sections (EXAM-014, EXAM-016, EXAM-017, EXAM-019). */
export const SAT_SECTIONS = {
  erw: { label: 'Reading and Writing', min: 200, max: 800 },
  math: { label: 'Math', min: 200, max: 800 },
  reading: { label: 'Essay reading', min: 2, max: 8 },
  analysis: { label: 'Essay analysis', min: 2, max: 8 },
  writing: { label: 'Essay writing', min: 2, max: 8 },
} as const;
export const ACT_SECTIONS = {
  english: { label: 'English', min: 1, max: 36 },
  mathematics: { label: 'Mathematics', min: 1, max: 36 },
  reading: { label: 'Reading', min: 1, max: 36 },
  science: { label: 'Science', min: 1, max: 36 },
  writing: { label: 'Writing', min: 2, max: 12 },
} as const;

/** Returns whether the science section is optional, as it is since 2025. */
export function isScienceOptional(takenAt: string): boolean {
  return takenAt >= '2025-01-01';
}

/** The range of an exam's scores. */
export interface ExamScale {
  minScore: number;
  maxScore: number;
  /** Below 1 for half bands; otherwise scores are integers. */
  step: number;
}

type Score = number | null;

/** Returns the sum of Reading and Writing and Math (EXAM-004); null until both are known. */
export function satTotal({ erw, math }: { erw: Score; math: Score }): Score {
  return erw === null || math === null ? null : erw + math;
}

/** The scores of the ACT that its composite is computed from (EXAM-006). */
export interface ActSections {
  english: Score;
  mathematics: Score;
  reading: Score;
  science: Score;
}

/** Returns the rounded mean of the four sections, or of three without science (EXAM-006). */
export function actComposite({ english, mathematics, reading, science }: ActSections): Score {
  if (english === null || mathematics === null || reading === null) return null;
  const sections =
    science === null ? [english, mathematics, reading] : [english, mathematics, reading, science];
  return Math.round(sections.reduce((sum, section) => sum + section, 0) / sections.length);
}

function best(scores: readonly Score[]): Score {
  const known = scores.filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
}

/** Returns the best sections and totals of several tests, for colleges that superscore. */
export function satBest(tests: readonly { erw: Score; math: Score }[]) {
  const erw = best(tests.map((test) => test.erw));
  const math = best(tests.map((test) => test.math));
  return { erw, math, single: best(tests.map(satTotal)), superscore: satTotal({ erw, math }) };
}

/** Returns the best sections and composites of several tests, for colleges that superscore. */
export function actBest(tests: readonly ActSections[]) {
  const sections: ActSections = {
    english: best(tests.map((test) => test.english)),
    mathematics: best(tests.map((test) => test.mathematics)),
    reading: best(tests.map((test) => test.reading)),
    science: best(tests.map((test) => test.science)),
  };
  return { ...sections, single: best(tests.map(actComposite)), superscore: actComposite(sections) };
}
