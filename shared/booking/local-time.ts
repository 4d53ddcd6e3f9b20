/** Converts between moments and the clocks of a time zone. All of booking converts here. */
import { tzOffset } from '@date-fns/tz';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** The UTC offsets in minutes a day before and a day after a calendar day. They differ around a clock change. */
interface DayOffsets {
  before: number;
  after: number;
}

/** Each offset needs a date formatter, which is slow; days repeat in every request. */
const cachedOffsets = new Map<string, DayOffsets>();
const MAX_CACHED = 20_000;

function offsetsAround(day: string, midnight: number, timeZone: string): DayOffsets {
  const key = `${day} ${timeZone}`;
  let offsets = cachedOffsets.get(key);
  if (offsets === undefined) {
    offsets = {
      before: tzOffset(timeZone, new Date(midnight - DAY)),
      after: tzOffset(timeZone, new Date(midnight + 2 * DAY)),
    };
    if (cachedOffsets.size >= MAX_CACHED) cachedOffsets.clear();
    cachedOffsets.set(key, offsets);
  }
  return offsets;
}

/**
 * Returns the moment at which the clocks of a time zone show a time.
 * @param day yyyy-MM-dd
 * @param minute minutes after midnight; 1440 is the end of the day
 * @returns null for a time that a clock change skips; the second one of a time that occurs twice, like PostgreSQL
 */
export function momentOf(day: string, minute: number, timeZone: string): number | null {
  const midnight = Date.parse(day);
  const { before, after } = offsetsAround(day, midnight, timeZone);
  const wall = midnight + minute * MINUTE;
  if (before === after) return wall - after * MINUTE;
  for (const offset of [Math.min(before, after), Math.max(before, after)]) {
    const moment = wall - offset * MINUTE;
    if (tzOffset(timeZone, new Date(moment)) === offset) return moment;
  }
  return null;
}

/** A time on the clocks of a time zone. */
export interface WallTime {
  /** yyyy-MM-dd */
  day: string;
  /** Minutes after midnight. */
  minute: number;
}

/** Returns the time that the clocks of a time zone show at a moment. */
export function wallTimeOf(moment: number, timeZone: string): WallTime {
  const wall = moment + tzOffset(timeZone, new Date(moment)) * MINUTE;
  const midnight = Math.floor(wall / DAY) * DAY;
  return { day: new Date(midnight).toISOString().slice(0, 10), minute: (wall - midnight) / MINUTE };
}

/** Returns whether the UTC offset is the same throughout a day, so that its times need no check. */
export function isRegularDay(day: string, timeZone: string): boolean {
  const { before, after } = offsetsAround(day, Date.parse(day), timeZone);
  return before === after;
}

/** Returns the weekday of a calendar day: 0 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(day).getUTCDay();
}
