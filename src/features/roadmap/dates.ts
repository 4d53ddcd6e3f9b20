import { dateIn } from '#shared/kernel/time-zone.ts';
import type { DatePrecision } from '#shared/roadmap/exams.ts';
import { timeZone } from '#src/lib/dates/reader-zone.ts';
import { onFirstUse } from '#src/lib/on-first-use.ts';

/** Calendar dates have no time zone. */
function utcFormat(options: Intl.DateTimeFormatOptions) {
  return onFirstUse(() => new Intl.DateTimeFormat(undefined, { ...options, timeZone: 'UTC' }));
}

const formats: Readonly<Record<DatePrecision, () => Intl.DateTimeFormat>> = {
  fullDate: utcFormat({ dateStyle: 'medium' }),
  monthYear: utcFormat({ month: 'long', year: 'numeric' }),
  year: utcFormat({ year: 'numeric' }),
};

/** Formats a calendar date with its precision. */
export function dateText(date: string, precision: DatePrecision = 'fullDate'): string {
  return formats[precision]().format(new Date(`${date}T00:00:00Z`));
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
