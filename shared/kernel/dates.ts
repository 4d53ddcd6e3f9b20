/** Calendar dates as 'yyyy-MM-dd', which are compared as text and have no time zone. */
import { z } from 'zod';

/** Returns the date some days later, or earlier for a negative number. */
export function addDays(date: string, days: number): string {
  const moment = new Date(`${date}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + days);
  return moment.toISOString().slice(0, 10);
}

/** Returns whether the text is an existing date, such as 2026-02-28. */
export function isCalendarDate(text: string): boolean {
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false;
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
}

/** Returns the schema of a required calendar date. */
export function calendarDate(message: string) {
  return z.string(message).refine(isCalendarDate, message);
}
