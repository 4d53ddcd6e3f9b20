/** Calendar dates as 'yyyy-MM-dd': they compare as text and belong to no time zone. */
import { z } from 'zod';

/** Returns the date some days later, or earlier for a negative number. */
export function addDays(date: string, days: number): string {
  const moment = new Date(`${date}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + days);
  return moment.toISOString().slice(0, 10);
}

/** Whether the text is a day that exists, such as 2026-02-28. */
export function isCalendarDate(text: string): boolean {
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false;
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
}

/** A required calendar date. */
export function calendarDate(message: string) {
  return z.string(message).refine(isCalendarDate, message);
}
