import { onFirstUse } from '#src/lib/on-first-use.ts';

const format = onFirstUse(() => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }));

/** Formats a calendar date, which has no time zone. */
export function dateText(date: string): string {
  return format().format(new Date(`${date}T00:00:00Z`));
}
