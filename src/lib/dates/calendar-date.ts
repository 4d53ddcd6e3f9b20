import { onFirstUse } from '#src/lib/on-first-use.ts';

/** Returns a function that formats calendar dates, which have no time zone. */
export function calendarDateFormat(options: Intl.DateTimeFormatOptions): (date: string) => string {
  const format = onFirstUse(() => new Intl.DateTimeFormat(undefined, { ...options, timeZone: 'UTC' }));
  return (date) => format().format(new Date(`${date}T00:00:00Z`));
}

/** Formats a calendar date: 'Dec 4, 2026'. */
export const dateText = calendarDateFormat({ dateStyle: 'medium' });
