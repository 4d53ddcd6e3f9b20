import { format, isValid, parse } from 'date-fns';

/** The date format of pickers (FORM-008). */
export const DATE_FORMAT = 'MM/dd/yyyy';

/** The time format of pickers: 'h:mm AM/PM' (FORM-007). */
const TIME_FORMAT = 'h:mm a';

/** The step of a time picker's options in minutes (FORM-009). */
export const TIME_STEP_MINUTES = 15;

/** The messages of pickers for invalid values (FORM-010 to FORM-012). */
export const DATE_MESSAGES = {
  invalid: 'Invalid date',
  past: 'Date invalid: cannot be in the past',
  future: 'Date invalid: cannot be in the future',
} as const;

/** Formats a date as 'MM/dd/yyyy' (FORM-008). */
export function formatDateInput(date: Date): string {
  return format(date, DATE_FORMAT);
}

/** Formats a time as 'h:mm AM/PM' (FORM-007). */
export function formatTimeInput(date: Date): string {
  return format(date, TIME_FORMAT);
}

/** Parses 'MM/dd/yyyy' as local midnight. Returns null for an invalid date such as 02/30. */
export function parseDateInput(text: string): Date | null {
  if (!/^\d{1,2}\/\d{1,2}\/\d{4}$/u.test(text.trim())) return null;
  const date = parse(text.trim(), DATE_FORMAT, new Date(2000, 0, 1));
  return isValid(date) ? date : null;
}

/** Normalizes a 12-hour time, hour 1 to 12 and minutes 00 to 59. Returns null for anything else (FORM-007). */
export function parseTimeInput(text: string): string | null {
  const match = /^(0?[1-9]|1[0-2]):([0-5]\d) ?(am|pm)$/iu.exec(text.trim());
  return match ? `${Number(match[1])}:${match[2]} ${match[3]!.toUpperCase()}` : null;
}

/** Returns a day at a time in the format of parseTimeInput. */
export function atTime(day: Date, time: string): Date {
  return parse(time, TIME_FORMAT, day);
}

/** Returns the times of a day in steps, starting with '12:00 AM' (FORM-009). */
export function timeOptions(step: number = TIME_STEP_MINUTES): string[] {
  const midnight = new Date(2000, 0, 1);
  return Array.from({ length: Math.ceil(1440 / step) }, (_, index) =>
    formatTimeInput(new Date(midnight.getTime() + index * step * 60_000)),
  );
}

/** The dates that a picker rejects. */
export type DateLimits = { disallowPast?: boolean; disallowFuture?: boolean };

/** Returns the error of a date, or undefined (FORM-011, FORM-012). Days are compared as days, times to the minute. */
export function dateProblem(
  date: Date,
  limits: DateLimits,
  precision: 'day' | 'minute',
  now: Date = new Date(),
): string | undefined {
  const start = (value: Date) => new Date(value).setHours(...(precision === 'day' ? DAY : minuteOf(value)));
  if (limits.disallowPast && start(date) < start(now)) return DATE_MESSAGES.past;
  if (limits.disallowFuture && start(date) > start(now)) return DATE_MESSAGES.future;
  return undefined;
}

type Clock = [hours: number, minutes: number, seconds: number, milliseconds: number];

const DAY: Clock = [0, 0, 0, 0];

function minuteOf(value: Date): Clock {
  return [value.getHours(), value.getMinutes(), 0, 0];
}
