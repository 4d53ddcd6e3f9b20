import { casual, type ParsedResult } from 'chrono-node';
import { addDays } from 'date-fns/addDays';
import { addMonths } from 'date-fns/addMonths';
import { LAST_DUE_DATE, TASK_LIMITS } from './constants.ts';
import { everyInterval, parseRecurrence, type Recurrence } from './recurrence-rule.ts';

/** The task that a line of quick add describes. */
export interface QuickAddValues {
  name: string;
  dueAt: Date | null;
  points: number | null;
  recurrence: Recurrence | null;
}

/** Words that the library reads as dates but students rarely mean as dates: 'Morning run', 'Essay this week'. */
const NOT_A_DATE =
  /^(sat|sun|mon|wed|may|march|mar|jan|now|second|this second|this week|morning|afternoon|evening|night|midnight)$/i;

/** What follows a day that belongs to the name: 'Print friday's worksheet'. */
const POSSESSIVE = /^['’]s\b/i;

/** The words that make a length of time a date: 'in 2 days', 'next week', '2 days from now'. */
const FROM_NOW = /^(?:in|within|this|next|\+)|\b(?:after|from|later)\b/i;

const POINTS = /(?:^|\s)(\d{1,3})\s?(?:pts?|points?)(?=\s|$)/i;

const WEEKDAY = '(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?';

const NUMBERS: Readonly<Record<string, number>> = {
  other: 2,
  second: 2,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
};

/** The words of a repeat between 'every' and its date. */
const REPEAT_WORDS = [
  '\\d{1,2}(?:st|nd|rd|th)?',
  ...Object.keys(NUMBERS),
  'first|third|last',
  WEEKDAY,
  '(?:day|week|month|year)s?',
  'and|or',
].join('|');
/**
 * A repeat that we do not support, up to its date: 'every 15th', 'every tuesday and thursday'. Any other word ends it:
 * 'Email every teacher tomorrow' has a date.
 */
const UNSUPPORTED_REPEAT = new RegExp(
  `\\b(?:every|each)(?:[\\s,/&]+(?:${REPEAT_WORDS})(?=[\\s,/&]))*[\\s,/&]+$`,
  'i',
);

/** 'every tuesday', 'every other tuesday'; but not 'every tuesday and thursday', which is no single repeat. */
const EVERY_NAMED_DAY = new RegExp(
  `\\bevery\\s+(?:(other|second)\\s+)?(?=${WEEKDAY}\\b(?!\\s*(?:,|/|&|and\\b|or\\b)\\s*${WEEKDAY}\\b))`,
  'i',
);
const EVERY_DAY = /\bevery\s+day\b/i;
const EVERY_WEEKDAY = /\b(?:every\s+week\s?day|on\s+weekdays)\b/i;
/** 'every week', 'every other week', 'every 3 months'. */
const EVERY_INTERVAL = /\bevery\s+(?:(other|second|two|three|four|five|six|\d{1,2})\s+)?(week|month)s?\b/i;
/** 'Practice daily': only as the last word, because 'A weekly plan' is a name. */
const LAST_ADVERB = /\S\s+(daily|weekdays|weekly|monthly)[\s.,;:!?-]*$/i;

/** Hides the exam SAT, which is no Saturday, without moving the rest of the line. */
function hideExam(line: string): string {
  return line.replaceAll(/\bSAT\b/g, '###');
}

/** A repeat in a quick add line. */
interface FoundRepeat {
  recurrence: Recurrence;
  /** The line without the repeat. */
  rest: string;
  /** Where the weekday of 'every tuesday' is in `rest`. */
  weekdayAt: number | null;
}

/** Returns the first repeat of a line that starts with 'every', or null. */
function repeatIn(line: string): FoundRepeat | null {
  const without = ({ index, 0: text }: RegExpExecArray) => cut(line, index, text.length);
  const words = hideExam(line);
  const day = EVERY_DAY.exec(words);
  if (day !== null) return { recurrence: 'daily', rest: without(day), weekdayAt: null };
  const weekday = EVERY_WEEKDAY.exec(words);
  if (weekday !== null) return { recurrence: 'weekdays', rest: without(weekday), weekdayAt: null };
  const named = EVERY_NAMED_DAY.exec(words);
  if (named !== null) {
    const rest = line.slice(0, named.index) + line.slice(named.index + named[0].length);
    const recurrence = named[1] === undefined ? 'weekly' : 'every 2 weeks';
    return { recurrence, rest, weekdayAt: named.index };
  }
  const interval = EVERY_INTERVAL.exec(words);
  if (interval === null) return null;
  const [, count = '1', unit = ''] = interval;
  const every = NUMBERS[count.toLowerCase()] ?? Number(count);
  const recurrence = everyInterval(every, unit.toLowerCase() as 'week' | 'month');
  return recurrence === null ? null : { recurrence, rest: without(interval), weekdayAt: null };
}

/** Returns the repeat in the last word of a name ('Practice daily'), or null. */
function adverbIn(name: string): FoundRepeat | null {
  const adverb = LAST_ADVERB.exec(name);
  if (adverb === null) return null;
  const rest = name.slice(0, adverb.index + 1);
  return { recurrence: adverb[1]?.toLowerCase() as Recurrence, rest, weekdayAt: null };
}

/** Returns the first date of a repeat, from `start` on: today counts unless it is a weekend or the time has passed. */
function firstDate(recurrence: Recurrence, start: Date, now: Date): Date {
  const { unit, every } = parseRecurrence(recurrence) ?? { unit: 'day', every: 1 };
  const next = (times: number) =>
    unit === 'month'
      ? addMonths(start, times * every)
      : addDays(start, times * (unit === 'week' ? 7 * every : 1));
  const isWeekend = (date: Date) => unit === 'weekday' && (date.getDay() === 0 || date.getDay() === 6);
  let date = start;
  for (let times = 1; date.getTime() <= now.getTime() || isWeekend(date); times++) date = next(times);
  return date;
}

/** Returns the first date of a repeat without a date: today for days, one interval from now for weeks and months. */
function defaultStart(recurrence: Recurrence, now: Date): Date {
  const endOfToday = new Date(now);
  endOfToday.setHours(23, 59, 0, 0);
  const unit = parseRecurrence(recurrence)?.unit;
  return firstDate(recurrence, endOfToday, unit === 'week' || unit === 'month' ? endOfToday : now);
}

/**
 * A number right before a day belongs to the name ('chapter 12 tomorrow'), though the library reads it as an hour.
 * Hours are written '5pm tomorrow', '12:00 tomorrow', 'at 5 tomorrow' or 'tomorrow 5pm'.
 */
const NUMBER_BEFORE_DAY =
  /^\d{1,2}(?=[\s,-]+(?:on\s+)?(?:today|tonight|tomorrow|this|next|mon|tue|wed|thu|fri|sat|sun))/i;

/**
 * Parses the dates of a line. The library moves today to a later date when the time has passed, as it assumes noon for a
 * day without a time. Here a day without a time can be today, and '11/26 5pm' on 11/26 is always today.
 */
function parseDates(line: string, now: Date): ParsedResult[] {
  const canBeToday = ({ start }: ParsedResult) =>
    !start.isCertain('hour') || (start.isCertain('month') && !start.isCertain('year'));
  const found = casual.parse(line, now, { forwardDate: true });
  if (!found.some(canBeToday)) return found;
  const startOfToday = new Date(now);
  startOfToday.setHours(0, 0, 0, 0);
  const days = casual.parse(line, startOfToday, { forwardDate: true });
  return found.map((one) => (canBeToday(one) ? (days.find(({ index }) => index === one.index) ?? one) : one));
}

/** Returns the dates of a line, in order. */
function datesIn(line: string, now: Date): ParsedResult[] {
  const found = parseDates(line, now);
  let withoutNumbers = line;
  for (const { index, text } of found) {
    const length = NUMBER_BEFORE_DAY.exec(text)?.[0].length ?? 0;
    // The same length, so that the positions of the results stay valid.
    withoutNumbers =
      withoutNumbers.slice(0, index) + '#'.repeat(length) + withoutNumbers.slice(index + length);
  }
  return withoutNumbers === line ? found : parseDates(withoutNumbers, now);
}

/** Returns the date of a found date expression; a day without a time is due at its end. */
function dateOf(found: ParsedResult): Date {
  const date = found.start.date();
  if (!found.start.isCertain('hour')) date.setHours(23, 59, 0, 0);
  date.setMilliseconds(0);
  return date;
}

/** Returns whether a result is a length of time and no date: 'Read 30 minutes', but not 'Call in 30 minutes'. */
function isDuration(found: ParsedResult): boolean {
  return found.tags().has('result/relativeDate') && !FROM_NOW.test(found.text);
}

/** Returns the date of a line: of 'every tuesday' that day, else the last one that is not part of the name. */
function chooseDate(line: string, now: Date, weekdayAt: number | null): ParsedResult | undefined {
  if (weekdayAt !== null) {
    // 'every friday until Dec 1' is no range: the end stays in the name.
    const open = line.replaceAll(/\b(?:until|till|through|to)\b/gi, (text) => '#'.repeat(text.length));
    return datesIn(open, now).find(
      ({ index, text }) => index <= weekdayAt && weekdayAt < index + text.length,
    );
  }
  return datesIn(line, now)
    .filter(
      (found) =>
        !NOT_A_DATE.test(found.text.trim()) &&
        !isDuration(found) &&
        !POSSESSIVE.test(line.slice(found.index + found.text.length)) &&
        !UNSUPPORTED_REPEAT.test(line.slice(0, found.index)),
    )
    .at(-1);
}

/** Returns whether a task can be due then; a number such as '2867506d' is no date. */
function isPossible(dueAt: Date, now: Date): boolean {
  return dueAt.getTime() > now.getTime() && dueAt.getTime() <= LAST_DUE_DATE.getTime();
}

/** Takes the points out of a line. Invalid ones stay in it. */
function takePoints(line: string): { points: number | null; rest: string } {
  const match = POINTS.exec(line);
  if (match === null) return { points: null, rest: line };
  const points = Number(match[1]);
  const isValid = points <= TASK_LIMITS.points && points % TASK_LIMITS.pointsStep === 0;
  return isValid ? { points, rest: cut(line, match.index, match[0].length) } : { points: null, rest: line };
}

/** Takes the due date out of a line; for a repeat, its first one. Impossible dates stay in the line. */
function takeDate(line: string, repeat: FoundRepeat | null, now: Date): { dueAt: Date | null; rest: string } {
  const found = chooseDate(hideExam(line), now, repeat?.weekdayAt ?? null);
  if (found === undefined) return { dueAt: null, rest: line };
  const date = dateOf(found);
  const dueAt = repeat === null ? date : firstDate(repeat.recurrence, date, now);
  return isPossible(dueAt, now)
    ? { dueAt, rest: cut(line, found.index, found.text.length) }
    : { dueAt: null, rest: line };
}

/** Returns what is left of a line as a name, without the preposition before a date that was at its end. */
function nameOf(rest: string, hasDate: boolean): string {
  const end = hasDate ? /[\s,;-]*(?:\b(?:by|due|on|at|before|until)\b)?[\s,;-]*$/i : /[\s,;-]*$/;
  const name = rest.replaceAll(/\s+/g, ' ').replace(end, '').trim();
  return name.slice(0, TASK_LIMITS.name).trim();
}

/**
 * Parses 'SAT registration friday 5pm 20pts': points, a repeat, a date, and the rest as the name. Invalid points,
 * impossible dates and unsupported repeats stay part of the name.
 */
export function parseQuickAdd(line: string, now: Date): QuickAddValues {
  const { points, rest: text } = takePoints(line.slice(0, TASK_LIMITS.line));
  const every = repeatIn(text);
  let { dueAt, rest } = takeDate(every?.rest ?? text, every, now);
  const adverb = every === null ? adverbIn(rest) : null;
  if (adverb !== null) {
    rest = adverb.rest;
    if (dueAt !== null) dueAt = firstDate(adverb.recurrence, dueAt, now);
  }
  const recurrence = (every ?? adverb)?.recurrence ?? null;
  if (recurrence !== null) dueAt ??= defaultStart(recurrence, now);
  return { name: nameOf(rest, dueAt !== null), dueAt, points, recurrence };
}

/** Removes a date or points with the preposition before it: 'essay by friday' becomes 'essay'. */
function cut(text: string, index: number, length: number): string {
  const before = text.slice(0, index).replace(/\b(?:by|due|on|before|until)\s*$/i, '');
  const after = text.slice(index + length);
  // Keep the full stop for the rest of the sentence: 'Register by friday.'
  return /^[.,;:!?]/.test(after) && before.trim() !== '' ? before.trimEnd() + after : `${before} ${after}`;
}
