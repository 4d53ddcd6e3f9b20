const DAY_MS = 86_400_000;

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' });
const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'long' });
const weekdayAndTime = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  hour: 'numeric',
  minute: '2-digit',
});
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

function startOfDay(moment: Date): number {
  return new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime();
}

function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** A day in words: 'Today', 'Tomorrow', 'Monday' within a week, else the date. */
export function dayInWords(moment: Date, now: Date = new Date()): string {
  const days = Math.round((startOfDay(moment) - startOfDay(now)) / DAY_MS);
  if (Math.abs(days) <= 1) return capital(relative.format(days, 'day'));
  return Math.abs(days) < 7 ? weekday.format(moment) : date.format(moment);
}

/** A moment in words: with the time within a week, else the date alone. */
export function momentInWords(moment: Date, now: Date = new Date()): string {
  const isRelatedTo = Math.abs(startOfDay(moment) - startOfDay(now)) < 6.5 * DAY_MS;
  if (!isRelatedTo) return date.format(moment);
  const days = Math.round((startOfDay(moment) - startOfDay(now)) / DAY_MS);
  return Math.abs(days) <= 1
    ? `${dayInWords(moment, now)}, ${time.format(moment)}`
    : weekdayAndTime.format(moment);
}

/** The time alone, where the day is said already. */
export function timeInWords(moment: Date): string {
  return time.format(moment);
}

/** Whether a moment is on the day of `now`. */
export function isToday(moment: Date, now: Date = new Date()): boolean {
  return startOfDay(moment) === startOfDay(now);
}

/** A moment to the minute, for a tooltip. */
export function exactMoment(moment: Date): string {
  return exact.format(moment);
}

/** Returns a period with its day named once: 'Today, 3:00 – 4:00 PM'. The end may be on the next day. */
export function periodInWords(start: Date, end: Date, now: Date = new Date()): string {
  // `formatRange` would write both dates of a period that ends at midnight.
  const times = isToday(end, start)
    ? time.formatRange(start, end)
    : `${time.format(start)} – ${time.format(end)}`;
  return `${dayInWords(start, now)}, ${times}`;
}
