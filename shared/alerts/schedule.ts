import { TZDate } from '@date-fns/tz';
import { isTimeZone } from '../kernel/time-zone.ts';
import type { DigestFrequency } from './frequencies.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The hour of the day at which digests are sent, in the person's time zone. */
const DIGEST_HOUR = 8;

/** The hours in which a person is not notified, in their time zone. */
export interface QuietHours {
  start: number;
  end: number;
  timeZone: string;
}

/** Converts to a time zone. A stored zone that this runtime does not know counts as UTC. */
function local(at: Date, timeZone: string): TZDate {
  return new TZDate(at.getTime(), isTimeZone(timeZone) ? timeZone : 'UTC');
}

function isQuietHour(hour: number, { start, end }: QuietHours): boolean {
  if (start === end) return false;
  return start < end ? hour >= start && hour < end : hour >= start || hour < end;
}

/** Returns whether the person must not be notified now. */
export function isQuiet(at: Date, quiet: QuietHours): boolean {
  return isQuietHour(local(at, quiet.timeZone).getHours(), quiet);
}

/** Returns the next moment outside the quiet hours, at the earliest `at`. */
export function afterQuiet(at: Date, quiet: QuietHours): Date {
  if (!isQuiet(at, quiet)) return at;
  const end = local(at, quiet.timeZone);
  if (end.getHours() >= quiet.end) end.setDate(end.getDate() + 1);
  end.setHours(quiet.end, 0, 0, 0);
  // In autumn an hour occurs twice: the first one can still be in the past.
  const over = new Date(end.getTime() <= at.getTime() ? end.getTime() + HOUR_MS : end.getTime());
  // In spring an hour is skipped: if all others are quiet, the quiet hours end a day later.
  return isQuiet(over, quiet) ? afterQuiet(over, quiet) : over;
}

/** The minimum time between two digests, whatever the settings. */
const LEAST_GAP: Record<DigestFrequency, number> = { 24: DAY_MS / 4, 168: 6 * DAY_MS, 730: 27 * DAY_MS };

/** Returns whether digests are sent on a day: every day, on Mondays, or on the first of the month. */
function isDigestDay(day: TZDate, frequency: DigestFrequency): boolean {
  if (frequency === 24) return true;
  return frequency === 168 ? day.getDay() === 1 : day.getDate() === 1;
}

/**
 * Returns when the next digest is due: at 8 AM of a digest day in the person's time zone, or when their quiet hours
 * end, if later.
 * @param last when the last digest was created
 */
export function nextDigestAt(
  now: Date,
  last: Date | null,
  frequency: DigestFrequency,
  quiet: QuietHours,
): Date {
  const earliest = Math.max(now.getTime(), last === null ? 0 : last.getTime() + LEAST_GAP[frequency]);
  // The digest of the day before can still be due: long quiet hours end on the next day.
  const day = local(new Date(earliest - DAY_MS), quiet.timeZone);
  for (; ; day.setDate(day.getDate() + 1)) {
    // Set on every day, because a change of the clock moves the hour.
    day.setHours(DIGEST_HOUR, 0, 0, 0);
    if (!isDigestDay(day, frequency)) continue;
    const due = afterQuiet(new Date(day.getTime()), quiet);
    if (due.getTime() > earliest) return due;
  }
}

/** Returns the start of the period of a digest. */
export function digestPeriodStart(now: Date, frequency: DigestFrequency): Date {
  return new Date(now.getTime() - frequency * HOUR_MS);
}

/**
 * The maximum number of repeated reminders of an overdue task, after the one when it becomes overdue. After that only
 * digests mention it.
 */
const MAX_REPEATED_REMINDERS = 3;

/**
 * Returns the reminder of a deadline that is due now: one before it (within the frequency), one when it has passed,
 * then one per frequency.
 * @returns a key that is the same for the same reminder, or null
 */
export function reminderOf(now: Date, deadline: Date, frequencyHours: number): string | null {
  const period = frequencyHours * HOUR_MS;
  const passed = now.getTime() - deadline.getTime();
  if (passed < -period) return null;
  const at = deadline.toISOString();
  if (passed < 0) return `due:${at}`;
  const count = Math.floor(passed / period);
  return count > MAX_REPEATED_REMINDERS ? null : `overdue:${at}:${count}`;
}

/** Returns the range of deadlines that can have a reminder now, with any frequency. */
export function reminderWindow(now: Date): { from: Date; to: Date } {
  const longest = 168 * HOUR_MS;
  return {
    from: new Date(now.getTime() - (MAX_REPEATED_REMINDERS + 1) * longest),
    to: new Date(now.getTime() + longest),
  };
}
