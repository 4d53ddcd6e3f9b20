import { dateIn } from '#shared/kernel/time-zone.ts';
import { timeZone } from '#src/lib/dates/reader-zone.ts';
import { onFirstUse } from '#src/lib/on-first-use.ts';

const format = onFirstUse(() => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }));

/** Formats a calendar date. */
export function dateText(date: string): string {
  return format().format(new Date(`${date}T00:00:00Z`));
}

/** Returns whether the date is before today in the reader's time zone. */
export function isPast(date: string): boolean {
  return date < dateIn(timeZone(), new Date());
}
