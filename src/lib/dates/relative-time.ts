import { daysFrom } from '#shared/kernel/time-zone.ts';
import { readerFormat, timeZone } from './reader-zone.ts';
import { onFirstUse } from '../on-first-use.ts';

const exact = readerFormat({ dateStyle: 'full', timeStyle: 'short' });
const date = readerFormat({ dateStyle: 'medium' });
const time = readerFormat({ timeStyle: 'short' });
const weekday = readerFormat({ weekday: 'long' });
const weekdayAndTime = readerFormat({ weekday: 'short', hour: 'numeric', minute: '2-digit' });
const relative = onFirstUse(() => new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' }));

function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** Returns how many days a moment is before or after today. */
function daysAway(moment: Date, now: Date): number {
  return Math.abs(daysFrom(now, moment, timeZone()));
}

/** Formats a day for the middle of a sentence: 'today', 'tomorrow', 'Monday' within a week, else the date. */
function dayInSentence(moment: Date, now: Date): string {
  const days = daysFrom(now, moment, timeZone());
  if (Math.abs(days) <= 1) return relative().format(days, 'day');
  return (Math.abs(days) < 7 ? weekday() : date()).format(moment);
}

/** Formats a day relative to today: 'Today', 'Tomorrow', 'Monday' within a week, else the date. */
export function dayInWords(moment: Date, now: Date = new Date()): string {
  const day = dayInSentence(moment, now);
  return daysAway(moment, now) <= 1 ? capital(day) : day;
}

/** Formats a moment relative to today: day and time within a week, else the date and, if asked for, the time. */
export function momentInWords(moment: Date, now: Date = new Date(), withTime = false): string {
  const days = daysAway(moment, now);
  if (days > 1 && days < 7) return weekdayAndTime().format(moment);
  const day = dayInWords(moment, now);
  return withTime || days <= 1 ? `${day}, ${time().format(moment)}` : day;
}

/**
 * Formats a moment for the middle of a sentence: 'today at 3:00 PM', 'Monday at 3:00 PM', else the date and, if asked
 * for, the time.
 */
export function momentInSentence(moment: Date, now: Date = new Date(), withTime = false): string {
  const day = dayInSentence(moment, now);
  return withTime || daysAway(moment, now) < 7 ? `${day} at ${time().format(moment)}` : day;
}

/** Formats only the time, for places that show the day already. */
export function timeInWords(moment: Date): string {
  return time().format(moment);
}

/** Returns whether a moment is on the day of `now`. */
export function isToday(moment: Date, now: Date = new Date()): boolean {
  return daysFrom(now, moment, timeZone()) === 0;
}

/** Formats a moment to the minute, for a tooltip. */
export function exactMoment(moment: Date): string {
  return exact().format(moment);
}

/** Formats the times of a period. The end can be on the next day. */
function timesOf(start: Date, end: Date): string {
  // `formatRange` would repeat the date for a period that ends at midnight.
  return isToday(end, start)
    ? time().formatRange(start, end)
    : `${time().format(start)} – ${time().format(end)}`;
}

/** Formats a period with its day once: 'Today, 3:00 – 4:00 PM'. The end can be on the next day. */
export function periodInWords(start: Date, end: Date, now: Date = new Date()): string {
  return `${dayInWords(start, now)}, ${timesOf(start, end)}`;
}

/** Formats a period for the middle of a sentence: 'today, 3:00 – 4:00 PM'. */
export function periodInSentence(start: Date, end: Date, now: Date = new Date()): string {
  return `${dayInSentence(start, now)}, ${timesOf(start, end)}`;
}
