/** Calendar dates as 'yyyy-MM-dd': they compare as text and belong to no time zone. */
import { z } from 'zod';

/** The calendar date in a time zone at a moment; an unknown zone counts as UTC. */
export function dateIn(timeZone: string, moment: Date): string {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  try {
    return new Intl.DateTimeFormat('en-CA', { ...parts, timeZone }).format(moment);
  } catch {
    return new Intl.DateTimeFormat('en-CA', { ...parts, timeZone: 'UTC' }).format(moment);
  }
}

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
