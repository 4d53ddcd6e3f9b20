/** Calendar dates as 'yyyy-MM-dd': they compare as text and belong to no time zone. */
import { z } from 'zod';

type Options = Omit<Intl.DateTimeFormatOptions, 'timeZone'>;

/**
 * Writes moments in any time zone; an unknown zone counts as UTC. A formatter is slow to make and holds memory that
 * the collector does not see, so each zone's is kept: there are some hundred.
 */
export function zonedFormat(locale: string, options: Options): (moment: Date, timeZone: string) => string {
  const formatters = new Map<string, Intl.DateTimeFormat>();
  const inZone = (timeZone: string) => new Intl.DateTimeFormat(locale, { ...options, timeZone });
  function formatter(timeZone: string): Intl.DateTimeFormat {
    try {
      return inZone(timeZone);
    } catch {
      return inZone('UTC');
    }
  }
  return (moment, timeZone) => {
    let known = formatters.get(timeZone);
    if (known === undefined) {
      if (formatters.size >= 1_000) formatters.clear();
      known = formatter(timeZone);
      formatters.set(timeZone, known);
    }
    return known.format(moment);
  };
}

const isoDate = zonedFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' });

/** The calendar date in a time zone at a moment; an unknown zone counts as UTC. */
export function dateIn(timeZone: string, moment: Date): string {
  return isoDate(moment, timeZone);
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
