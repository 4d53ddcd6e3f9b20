/** Converts between moments and the clocks of a time zone. All of booking converts here. */
import { tzOffset } from '@date-fns/tz';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Texts of moments: a list has hundreds of slots, which repeat in every request, and formatting them is slow. */
const cachedTexts = new Map<number, string>();
const MAX_CACHED = 20_000;

/** Returns a moment as ISO 8601 in UTC. */
export function isoText(moment: number): string {
  let text = cachedTexts.get(moment);
  if (text === undefined) {
    if (cachedTexts.size >= MAX_CACHED) cachedTexts.clear();
    text = new Date(moment).toISOString();
    cachedTexts.set(moment, text);
  }
  return text;
}

/** Returns the calendar day of a midnight in UTC. */
export function dayOf(midnight: number): string {
  return isoText(midnight).slice(0, 10);
}

/** The UTC offsets in minutes a day before and a day after a calendar day. They differ around a clock change. */
interface DayOffsets {
  before: number;
  after: number;
}

/** Each offset needs a date formatter, which is slow; days repeat in every request. */
const cachedOffsets = new Map<string, DayOffsets>();

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

/**
 * Returns the moment of midnight on a day without a clock change around it; null for other days, whose times must be
 * converted one by one.
 */
export function midnightOf(day: string, timeZone: string): number | null {
  const midnight = Date.parse(day);
  const { before, after } = offsetsAround(day, midnight, timeZone);
  return before === after ? midnight - after * MINUTE : null;
}

/** Offsets by zone and quarter of an hour, in which they never change: formatting a date is slow. */
const cachedByQuarter = new Map<string, Map<number, number>>();

function offsetAt(moment: number, timeZone: string): number {
  let ofZone = cachedByQuarter.get(timeZone);
  if (ofZone === undefined) {
    if (cachedByQuarter.size >= 1_000) cachedByQuarter.clear();
    ofZone = new Map();
    cachedByQuarter.set(timeZone, ofZone);
  }
  const quarter = Math.floor(moment / (15 * MINUTE));
  let offset = ofZone.get(quarter);
  if (offset === undefined) {
    offset = tzOffset(timeZone, new Date(moment));
    if (ofZone.size >= MAX_CACHED) ofZone.clear();
    ofZone.set(quarter, offset);
  }
  return offset;
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
  const wall = moment + offsetAt(moment, timeZone) * MINUTE;
  const midnight = Math.floor(wall / DAY) * DAY;
  return { day: dayOf(midnight), minute: (wall - midnight) / MINUTE };
}

/** Returns the midnight in UTC of the calendar day that the clocks of a time zone show at a moment. */
export function wallMidnightOf(moment: number, timeZone: string): number {
  return Math.floor((moment + offsetAt(moment, timeZone) * MINUTE) / DAY) * DAY;
}

/** Returns the weekday of a calendar day: 0 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(day).getUTCDay();
}
