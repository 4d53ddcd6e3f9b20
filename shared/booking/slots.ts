/** The free times of a mentor. The same function lists them and decides whether a time can be booked. */
import { addDays } from '../kernel/dates.ts';
import { dayOf, midnightOf, momentOf, wallMidnightOf, wallTimeOf, weekdayOf } from './local-time.ts';

/** A part of a day, in minutes after midnight. */
export interface DayRange {
  start: number;
  end: number;
}

/** When a mentor can be booked. */
export interface Availability {
  /** The IANA time zone of all hours. */
  timeZone: string;
  /** The length of a meeting. */
  minutes: number;
  /** Free time after each meeting. */
  bufferMinutes: number;
  /** How long before its start a meeting must be booked. */
  noticeHours: number;
  /** How many days ahead meetings can be booked. */
  windowDays: number;
  /** The maximum number of meetings on one day. */
  dailyLimit: number;
  /** Weekly hours; weekday 0 is Sunday. */
  hours: readonly (DayRange & { weekday: number })[];
  /** Days with other hours; without ranges there are none. */
  overrides: readonly { day: string; ranges: readonly DayRange[] }[];
}

/** A period of time. */
export interface Period {
  start: Date;
  end: Date;
}

/** Times at which nothing can be booked. */
export interface Taken {
  /** The mentor's booked meetings. The end includes the time after the meeting. */
  mentor: readonly Period[];
  /** The student's booked meetings, with any mentor. */
  student: readonly Period[];
}

const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;

/**
 * Meetings start every half hour from the beginning of the hours; meetings shorter than that start more
 * often.
 */
const MAX_STEP_MINUTES = 30;

/** Returns the hours of a day: those of its override, else the weekly ones. */
export function rangesOn(availability: Availability, day: string): readonly DayRange[] {
  const override = availability.overrides.find((one) => one.day === day);
  if (override !== undefined) return override.ranges;
  const weekday = weekdayOf(day);
  return availability.hours.filter((range) => range.weekday === weekday);
}

/** The starts of each day, cached for each settings object, because finding them is the slowest part. */
const cachedStarts = new WeakMap<Availability, Map<number, readonly number[]>>();

/**
 * Returns when meetings can start on a day, in order, ignoring taken times.
 * @param midnight of the calendar day in UTC
 */
function startsOn(availability: Availability, midnight: number): readonly number[] {
  let days = cachedStarts.get(availability);
  if (days === undefined) {
    days = new Map();
    cachedStarts.set(availability, days);
  }
  let starts = days.get(midnight);
  if (starts === undefined) {
    starts = findStarts(availability, dayOf(midnight));
    days.set(midnight, starts);
  }
  return starts;
}

function findStarts(availability: Availability, day: string): number[] {
  const { minutes, timeZone } = availability;
  const step = Math.min(minutes, MAX_STEP_MINUTES);
  const midnight = midnightOf(day, timeZone);
  const starts: number[] = [];
  for (const { start, end } of rangesOn(availability, day)) {
    if (midnight === null) {
      for (let minute = start; minute <= end; minute += step) {
        const moment = momentOf(day, minute, timeZone);
        if (moment !== null && endsBy(moment + minutes * MINUTE, day, end, timeZone)) starts.push(moment);
      }
    } else {
      for (let minute = start; minute + minutes <= end; minute += step) {
        starts.push(midnight + minute * MINUTE);
      }
    }
  }
  return starts.sort((a, b) => a - b);
}

/** Returns whether clocks show at most `end` of the day at the moment. */
function endsBy(moment: number, day: string, end: number, timeZone: string): boolean {
  const wall = wallTimeOf(moment, timeZone);
  if (wall.day === day) return wall.minute <= end;
  return end === DAY / MINUTE && wall.minute === 0 && wall.day === addDays(day, 1);
}

/** A period in milliseconds. */
interface Span {
  start: number;
  end: number;
}

/** Sorts periods, and joins those that overlap or touch. */
function toSpans(periods: readonly Period[]): Span[] {
  const spans = periods.map(({ start, end }) => ({ start: start.getTime(), end: end.getTime() }));
  spans.sort((a, b) => a.start - b.start);
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (last === undefined || span.start > last.end) joined.push(span);
    else if (span.end > last.end) last.end = span.end;
  }
  return joined;
}

/**
 * Returns a function that checks whether a period overlaps one of these. Call it with periods in order: it
 * then reads the taken ones only once.
 */
export function overlapFinder(periods: readonly Period[]): (start: number, end: number) => boolean {
  const spans = toSpans(periods);
  let next = 0;
  return (start, end) => {
    let span = spans[next];
    while (span !== undefined && span.end <= start) span = spans[(next += 1)];
    return span !== undefined && span.start < end;
  };
}

/**
 * Returns when a meeting can start, in order, in milliseconds.
 * @param between the earliest start and the end of the search (exclusive)
 */
export function freeStarts(
  availability: Availability,
  taken: Taken,
  between: { from: Date; to: Date },
  now: Date,
): number[] {
  const { timeZone, minutes, bufferMinutes, noticeHours, windowDays, dailyLimit } = availability;
  const earliest = Math.max(between.from.getTime(), now.getTime() + noticeHours * HOUR);
  const latest = Math.min(between.to.getTime() - 1, now.getTime() + windowDays * DAY);
  if (earliest > latest) return [];
  const perDay = new Map<number, number>();
  for (const { start } of taken.mentor) {
    const midnight = wallMidnightOf(start.getTime(), timeZone);
    perDay.set(midnight, (perDay.get(midnight) ?? 0) + 1);
  }
  const [length, lengthWithBuffer] = [minutes * MINUTE, (minutes + bufferMinutes) * MINUTE];
  const isMentorTaken = overlapFinder(taken.mentor);
  const isStudentTaken = overlapFinder(taken.student);
  const lastMidnight = wallMidnightOf(latest, timeZone);
  const free: number[] = [];
  for (let midnight = wallMidnightOf(earliest, timeZone); midnight <= lastMidnight; midnight += DAY) {
    if ((perDay.get(midnight) ?? 0) >= dailyLimit) continue;
    for (const start of startsOn(availability, midnight)) {
      if (start < earliest || start > latest) continue;
      if (!isMentorTaken(start, start + lengthWithBuffer) && !isStudentTaken(start, start + length)) {
        free.push(start);
      }
    }
  }
  return free;
}

/** Returns when a meeting can start as dates, see {@link freeStarts}. */
export function freeSlots(...search: Parameters<typeof freeStarts>): Date[] {
  return freeStarts(...search).map((start) => new Date(start));
}

/** Returns whether a meeting can be booked at exactly this time. */
export function isFree(availability: Availability, taken: Taken, start: Date, now: Date): boolean {
  const to = new Date(start.getTime() + 1);
  return freeStarts(availability, taken, { from: start, to }, now).length > 0;
}

/** How often a series repeats, in weeks. */
export const SERIES_WEEKS = [1, 2] as const;

/**
 * Returns the starts of a series at the same local time of the mentor. A time that a clock change skips is left out.
 * @param weeks the weeks between two meetings
 * @param times the number of meetings, the first one included
 */
export function seriesStarts(first: Date, weeks: number, times: number, timeZone: string): Date[] {
  const { day, minute } = wallTimeOf(first.getTime(), timeZone);
  const starts = Array.from({ length: times }, (_, index) =>
    index === 0 ? first.getTime() : momentOf(addDays(day, index * weeks * 7), minute, timeZone),
  );
  return starts.filter((start) => start !== null).map((start) => new Date(start));
}
