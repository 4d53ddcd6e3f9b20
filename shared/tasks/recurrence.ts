import { TZDate } from '@date-fns/tz';
import { addBusinessDays, addDays, addMonths, addWeeks, getDaysInMonth, setDate } from 'date-fns';
import { parseRecurrence, type Recurrence, type RecurrenceRule } from './recurrence-rule.ts';

const DAY = 24 * 60 * 60_000;
/** At most this many days between two dates of a rule; weekends are skipped by weekdays. */
const LONGEST_STEP: Record<RecurrenceRule['unit'], number> = { day: 1, weekday: 3, week: 7, month: 31 };

/** Returns the day of the month in the owner's time zone, which a monthly task keeps to. */
export function dayOfMonth(dueAt: Date, timeZone: string): number {
  return new TZDate(dueAt, timeZone).getDate();
}

/**
 * Returns when a repeating task is due next: the same time of day in the owner's time zone, across daylight saving
 * changes, and after now, so that a task completed weeks late does not come back overdue.
 * @param day the day of the month to keep to; shorter months take their last day
 */
export function nextDueAt(
  dueAt: Date,
  recurrence: Recurrence,
  day: number | null,
  timeZone: string,
  now: Date,
): Date {
  const { unit, every } = parseRecurrence(recurrence) ?? { unit: 'week', every: 1 };
  const start = new TZDate(dueAt, timeZone);
  const inMonths = (months: number) => {
    const month = addMonths(setDate(start, 1), months);
    return setDate(month, Math.min(day ?? start.getDate(), getDaysInMonth(month)));
  };
  const steps: Record<RecurrenceRule['unit'], (count: number) => Date> = {
    day: (count) => addDays(start, count * every),
    weekday: (count) => addBusinessDays(start, count),
    week: (count) => addWeeks(start, count * every),
    month: (count) => inMonths(count * every),
  };
  const step = steps[unit];
  // Starts just before now rather than at the old date, then takes the first date that is still to come.
  const passed = (now.getTime() - start.getTime()) / (LONGEST_STEP[unit] * DAY * every);
  let count = Math.max(1, Math.floor(passed));
  while (step(count).getTime() <= now.getTime()) count += 1;
  return new Date(step(count).getTime());
}
