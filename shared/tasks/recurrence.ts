import { TZDate } from '@date-fns/tz';
import { addMonths, addWeeks, getDaysInMonth, setDate } from 'date-fns';
import type { Recurrence } from './constants.ts';

const WEEK = 7 * 24 * 60 * 60_000;

/** The day of the month in the owner's time zone, which a monthly task keeps to. */
export function dayOfMonth(dueAt: Date, timeZone: string): number {
  return new TZDate(dueAt, timeZone).getDate();
}

/**
 * When a repeating task is due next: the same time of day in the owner's time zone, whatever daylight saving does,
 * and after now, so that a task completed weeks late does not come back overdue.
 * @param day the day of the month to keep to; shorter months take their last day
 */
export function nextDueAt(
  dueAt: Date,
  recurrence: Recurrence,
  day: number | null,
  timeZone: string,
  now: Date,
): Date {
  const start = new TZDate(dueAt, timeZone);
  const inWeeks = (count: number) => addWeeks(start, count);
  const inMonths = (count: number) => {
    const month = addMonths(setDate(start, 1), count);
    return setDate(month, Math.min(day ?? start.getDate(), getDaysInMonth(month)));
  };
  const step = recurrence === 'weekly' ? inWeeks : inMonths;
  const passed = (now.getTime() - start.getTime()) / (recurrence === 'weekly' ? WEEK : 31 * (WEEK / 7));
  // Starts just before now rather than at the old date, then takes the first one that is still to come.
  let count = Math.max(1, Math.floor(passed));
  while (step(count).getTime() <= now.getTime()) count += 1;
  return new Date(step(count).getTime());
}
