import { casual } from 'chrono-node';
import { type Recurrence, TASK_LIMITS } from './constants.ts';

/** What a line of quick add says. */
export interface QuickAdd {
  name: string;
  dueAt: Date | null;
  points: number | null;
  recurrence: Recurrence | null;
}

/** Words that are dates to the library and something else to a student, when they stand alone. */
const NOT_A_DATE = /^(sat|sun|mon|wed|may|march|mar|jan|now|second|this second)$/i;

const POINTS = /(?:^|\s)(\d{1,3})\s?(?:pts?|points?)(?=\s|$)/i;

/** 'every tuesday' and 'weekly' come back each week, 'every month' and 'monthly' each month. */
const WEEKLY =
  /\b(?:every\s+(?=(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b)|every week\b|weekly\b)/i;
const MONTHLY = /\b(?:every month\b|monthly\b)/i;

/**
 * A number right before a day, as in 'chapter 12 tomorrow': an hour to the library, a part of the name to a student.
 * An hour is said as one: '5pm tomorrow', '12:00 tomorrow', 'at 5 tomorrow', 'tomorrow 5pm'.
 */
const NUMBER_BEFORE_DAY =
  /^\d{1,2}(?=[\s,-]+(?:on\s+)?(?:today|tonight|tomorrow|this|next|mon|tue|wed|thu|fri|sat|sun))/i;

/** The dates that a line names, in its order. */
function datesIn(line: string, now: Date) {
  const found = casual.parse(line, now, { forwardDate: true });
  let withoutNumbers = line;
  for (const { index, text } of found) {
    const length = NUMBER_BEFORE_DAY.exec(text)?.[0].length ?? 0;
    // As long as before, so that what is found stands at the same place.
    withoutNumbers =
      withoutNumbers.slice(0, index) + '#'.repeat(length) + withoutNumbers.slice(index + length);
  }
  return withoutNumbers === line ? found : casual.parse(withoutNumbers, now, { forwardDate: true });
}

/**
 * Reads 'SAT registration friday 5pm 20pts': points, the last date that is named, and the rest as the name. A day
 * without a time is due at its end. Points that no task can have, and dates in the past, stay part of the name.
 */
export function parseQuickAdd(line: string, now: Date): QuickAdd {
  let rest = line.slice(0, 500);
  let points: number | null = null;
  const match = POINTS.exec(rest);
  const value = match === null ? NaN : Number(match[1]);
  if (match !== null && value <= TASK_LIMITS.points && value % TASK_LIMITS.pointsStep === 0) {
    points = value;
    rest = cut(rest, match.index, match[0].length);
  }

  let recurrence: Recurrence | null = null;
  const withoutRepeat = rest.replace(WEEKLY, ' ').replace(MONTHLY, ' ');
  if (withoutRepeat !== rest) recurrence = WEEKLY.test(rest) ? 'weekly' : 'monthly';

  let dueAt: Date | null = null;
  const found = datesIn(withoutRepeat, now)
    .filter((result) => !NOT_A_DATE.test(result.text.trim()))
    .at(-1);
  if (found !== undefined) {
    const date = found.start.date();
    if (!found.start.isCertain('hour')) date.setHours(23, 59, 0, 0);
    date.setMilliseconds(0);
    if (date.getTime() > now.getTime()) {
      dueAt = date;
      rest = cut(withoutRepeat, found.index, found.text.length);
    }
  }
  // Only what is due can come back.
  if (dueAt === null) recurrence = null;
  const name = rest
    .replaceAll(/\s+/g, ' ')
    .replace(dueAt === null ? /[\s,;-]*$/ : /[\s,;-]*(?:\b(?:by|due|on|at|before|until)\b)?[\s,;-]*$/i, '')
    .trim();
  return { name: name.slice(0, TASK_LIMITS.name).trim(), dueAt, points, recurrence };
}

function cut(text: string, index: number, length: number): string {
  // The word that led to the date goes with it: 'essay by friday'.
  const before = text.slice(0, index).replace(/\b(?:by|due|on|before|until)\s*$/i, '');
  const after = text.slice(index + length);
  // Its full stop ends the sentence that stays: 'Register by friday.'
  return /^[.,;:!?]/.test(after) && before.trim() !== '' ? before.trimEnd() + after : `${before} ${after}`;
}
