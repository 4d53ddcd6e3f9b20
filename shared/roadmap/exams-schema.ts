import { z } from 'zod';
import { addDays, calendarDate } from '../kernel/dates.ts';
import {
  ACT_SECTIONS,
  EXAM_MESSAGES,
  type ExamScale,
  isPastExam,
  isScienceOptional,
  MAX_DAYS_AHEAD,
  SAT_SECTIONS,
} from './exams.ts';

function examDate(today: string) {
  return calendarDate(EXAM_MESSAGES.date).refine((date) => date <= addDays(today, MAX_DAYS_AHEAD), {
    error: EXAM_MESSAGES.tooFarAhead,
  });
}

function score(min: number, max: number) {
  const message = `Enter a whole number from ${min} to ${max}`;
  return z.int(message).min(min, message).max(max, message).nullish();
}

function requireScores(
  value: { takenAt: string },
  fields: readonly string[],
  message: string,
  context: z.RefinementCtx,
) {
  const scores = value as Record<string, unknown>;
  for (const field of fields) {
    if (scores[field] === null || scores[field] === undefined) {
      context.addIssue({ code: 'custom', path: [field], message });
    }
  }
}

/** Returns the schema of an SAT score. @param today the date in the person's time zone */
export function satScoreInput(today: string) {
  return z
    .strictObject({
      takenAt: examDate(today),
      erw: score(SAT_SECTIONS.erw.min, SAT_SECTIONS.erw.max),
      math: score(SAT_SECTIONS.math.min, SAT_SECTIONS.math.max),
      reading: score(SAT_SECTIONS.reading.min, SAT_SECTIONS.reading.max),
      analysis: score(SAT_SECTIONS.analysis.min, SAT_SECTIONS.analysis.max),
      writing: score(SAT_SECTIONS.writing.min, SAT_SECTIONS.writing.max),
    })
    .superRefine((value, context) => {
      if (isPastExam(value.takenAt, today))
        requireScores(value, ['erw', 'math'], EXAM_MESSAGES.pastSat, context);
    });
}

/** Returns the schema of an ACT score. */
export function actScoreInput(today: string) {
  return z
    .strictObject({
      takenAt: examDate(today),
      english: score(ACT_SECTIONS.english.min, ACT_SECTIONS.english.max),
      mathematics: score(ACT_SECTIONS.mathematics.min, ACT_SECTIONS.mathematics.max),
      reading: score(ACT_SECTIONS.reading.min, ACT_SECTIONS.reading.max),
      science: score(ACT_SECTIONS.science.min, ACT_SECTIONS.science.max),
      writing: score(ACT_SECTIONS.writing.min, ACT_SECTIONS.writing.max),
    })
    .superRefine((value, context) => {
      if (!isPastExam(value.takenAt, today)) return;
      const required = ['english', 'mathematics', 'reading'];
      if (!isScienceOptional(value.takenAt)) required.push('science');
      requireScores(value, required, EXAM_MESSAGES.past, context);
    });
}

/** Returns the schema of another exam's score (EXAM-020, EXAM-021). */
export function categoricalExamScoreInput(today: string, { minScore, maxScore, step }: ExamScale) {
  const unit = Math.min(step, 1);
  const message =
    unit === 1
      ? `Enter a whole number from ${minScore} to ${maxScore}`
      : `Enter a score from ${minScore} to ${maxScore} in steps of ${unit}`;
  return z
    .strictObject({
      takenAt: examDate(today),
      score: z
        .number(message)
        .min(minScore, message)
        .max(maxScore, message)
        .multipleOf(unit, message)
        .nullish(),
    })
    .superRefine((value, context) => {
      if (isPastExam(value.takenAt, today)) requireScores(value, ['score'], EXAM_MESSAGES.past, context);
    });
}
