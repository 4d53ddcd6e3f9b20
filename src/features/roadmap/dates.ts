import { dateIn } from '#shared/kernel/time-zone.ts';
import type { DatePrecision } from '#shared/roadmap/exams.ts';
import { calendarDateFormat, dateText as fullDateText } from '#src/lib/dates/calendar-date.ts';
import { timeZone } from '#src/lib/dates/reader-zone.ts';

const FORMATS: Readonly<Record<DatePrecision, (date: string) => string>> = {
  fullDate: fullDateText,
  monthYear: calendarDateFormat({ month: 'long', year: 'numeric' }),
  year: calendarDateFormat({ year: 'numeric' }),
};

/** Formats a calendar date with its precision. */
export function dateText(date: string, precision: DatePrecision = 'fullDate'): string {
  return FORMATS[precision](date);
}

/** Formats a month for messages about scores: 'March 2026' (EXAM-033). */
export function monthYear(date: string): string {
  return dateText(date, 'monthYear');
}

/** Returns the precision of a GraphQL code (EXAM-009). */
export function precisionOf(code: 'A_0' | 'A_1' | 'A_2'): DatePrecision {
  if (code === 'A_2') return 'year';
  return code === 'A_1' ? 'monthYear' : 'fullDate';
}

/** Returns today's date in the reader's time zone. */
export function today(): string {
  return dateIn(timeZone(), new Date());
}

/** Returns whether a test is in the future and has no score. */
export function isUpcoming({ takenAt, score }: { takenAt: string; score: number | null }): boolean {
  return score === null && takenAt > today();
}
