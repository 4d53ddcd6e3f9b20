import { TZDate } from '@date-fns/tz';
// One file each: Node loads the whole package (300 files, 1.5 seconds) for its index.
import { addBusinessDays } from 'date-fns/addBusinessDays';
import { addDays } from 'date-fns/addDays';
import { addMonths } from 'date-fns/addMonths';
import { addWeeks } from 'date-fns/addWeeks';
import { getDaysInMonth } from 'date-fns/getDaysInMonth';
import { setDate } from 'date-fns/setDate';
import { parseRecurrence, type Recurrence, type RecurrenceRule } from './recurrence-rule.ts';

const DAY = 24 * 60 * 60_000;
/** The maximum number of days between two dates of a rule; weekdays skip weekends. */
const LONGEST_STEP: Record<RecurrenceRule['unit'], number> = { day: 1, weekday: 3, week: 7, month: 31 };

/**
 * Returns the day of the month in the owner's time zone, for monthly tasks.
 * @param kept the day that the task keeps to, such as 31 in February. It is ignored if the task is due on another day:
 *   the owner moved to another time zone, or the task was weekly.
 */
export function dayOfMonth(dueAt: Date, timeZone: string, kept: number | null = null): number {
  const date = new TZDate(dueAt, timeZone);
  const day = date.getDate();
  return kept !== null && Math.min(kept, getDaysInMonth(date)) === day ? kept : day;
}

/** The fields of a repeating task that its next due date depends on. */
export interface RepeatingTask {
  dueAt: Date;
  /** The due date of the task that this one repeats; null for the first. */
  previousDueAt: Date | null;
  recurrence: Recurrence;
  day: number;
  /** The owner's time zone. */
  timeZone: string;
}

/** Returns the day of one date at the time of another, or an hour later if daylight saving skips that time. */
function atTimeOf(time: TZDate, day: Date): TZDate {
  const date = new TZDate(day, time.timeZone);
  date.setHours(time.getHours(), time.getMinutes(), time.getSeconds(), time.getMilliseconds());
  return date;
}

/**
 * Returns the next due date of a repeating task: the same time of day in the owner's time zone, across daylight saving
 * changes, and after now, so that a task completed weeks late is not overdue again.
 * @param task.previousDueAt its time of day is used if the due date is later only because daylight saving skipped it
 * @param task.day the {@link dayOfMonth}; shorter months use their last day
 */
export function nextDueAt(
  { dueAt, previousDueAt, recurrence, day, timeZone }: RepeatingTask,
  now: Date,
): Date {
  const { unit, every } = parseRecurrence(recurrence) ?? { unit: 'week', every: 1 };
  const start = new TZDate(dueAt, timeZone);
  const previous = new TZDate(previousDueAt ?? dueAt, timeZone);
  const time = atTimeOf(previous, start).getTime() === start.getTime() ? previous : start;
  const inMonths = (months: number) => {
    const month = addMonths(setDate(start, 1), months);
    return setDate(month, Math.min(day, getDaysInMonth(month)));
  };
  const steps: Record<RecurrenceRule['unit'], (count: number) => Date> = {
    day: (count) => addDays(start, count * every),
    weekday: (count) => addBusinessDays(start, count),
    week: (count) => addWeeks(start, count * every),
    month: (count) => inMonths(count * every),
  };
  const step = (count: number) => atTimeOf(time, steps[unit](count));
  // Starts just before now instead of at the old date, then finds the first future date.
  const passed = (now.getTime() - start.getTime()) / (LONGEST_STEP[unit] * DAY * every);
  let count = Math.max(1, Math.floor(passed));
  while (step(count).getTime() <= now.getTime()) count += 1;
  return new Date(step(count).getTime());
}
