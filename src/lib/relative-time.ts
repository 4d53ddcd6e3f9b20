import { daysFrom } from '#shared/kernel/time-zone.ts';
import { readerFormat, timeZone } from './reader-zone.ts';

const exact = readerFormat({ dateStyle: 'full', timeStyle: 'short' });
const date = readerFormat({ dateStyle: 'medium' });
const time = readerFormat({ timeStyle: 'short' });
const weekday = readerFormat({ weekday: 'long' });
const weekdayAndTime = readerFormat({ weekday: 'short', hour: 'numeric', minute: '2-digit' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** Returns a day in words: 'Today', 'Tomorrow', 'Monday' within a week, else the date. */
export function dayInWords(moment: Date, now: Date = new Date()): string {
  const days = daysFrom(now, moment, timeZone());
  if (Math.abs(days) <= 1) return capital(relative.format(days, 'day'));
  return (Math.abs(days) < 7 ? weekday() : date()).format(moment);
}

/** Returns a moment in words: with the time within a week, else the date alone. */
export function momentInWords(moment: Date, now: Date = new Date()): string {
  const days = Math.abs(daysFrom(now, moment, timeZone()));
  if (days >= 7) return date().format(moment);
  return days <= 1 ? `${dayInWords(moment, now)}, ${time().format(moment)}` : weekdayAndTime().format(moment);
}

/** Returns the time alone, where the day is already shown. */
export function timeInWords(moment: Date): string {
  return time().format(moment);
}

/** Whether a moment is on the day of `now`. */
export function isToday(moment: Date, now: Date = new Date()): boolean {
  return daysFrom(now, moment, timeZone()) === 0;
}

/** Returns a moment to the minute, for a tooltip. */
export function exactMoment(moment: Date): string {
  return exact().format(moment);
}

/** Returns a period with its day named once: 'Today, 3:00 – 4:00 PM'. The end may be on the next day. */
export function periodInWords(start: Date, end: Date, now: Date = new Date()): string {
  // `formatRange` would write both dates of a period that ends at midnight.
  const times = isToday(end, start)
    ? time().formatRange(start, end)
    : `${time().format(start)} – ${time().format(end)}`;
  return `${dayInWords(start, now)}, ${times}`;
}
