import clsx from 'clsx';
import { dateIn } from '#shared/kernel/time-zone.ts';
import { dateText } from '#src/lib/dates/calendar-date.ts';
import { timeZone } from '#src/lib/dates/reader-zone.ts';

/** Returns whether the date is before today in the reader's time zone. */
function isPast(date: string): boolean {
  return date < dateIn(timeZone(), new Date());
}

/** The date an essay is due. */
export function DueDate({ dueOn, isDone }: { dueOn: string; isDone: boolean }) {
  const isLate = !isDone && isPast(dueOn);
  return (
    <span
      className={clsx(isLate && 'text-danger')}
    >{`${isLate ? 'Was due' : 'Due'} ${dateText(dueOn)}`}</span>
  );
}
