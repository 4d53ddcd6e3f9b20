import clsx from 'clsx';
import { CalendarClock, Repeat } from 'lucide-react';
import { groupOf } from '#shared/tasks/grouping.ts';
import { dueInWords } from '#src/lib/dates/due-date.ts';
import { timeZone } from '#src/lib/dates/reader-zone.ts';
import { exactMoment, timeInWords } from '#src/lib/dates/relative-time.ts';
import { useNow } from '#src/lib/dates/useNow.ts';

/** The due date of a task; an overdue one says so in text, not only in color. */
export function DueDate({
  dueAt,
  completed = false,
  repeats = false,
  grouped = false,
}: {
  dueAt: string;
  completed?: boolean;
  repeats?: boolean;
  /** The heading above already shows Overdue, Today or Tomorrow. */
  grouped?: boolean;
}) {
  const now = useNow();
  const moment = new Date(dueAt);
  const isOverdue = !completed && moment.getTime() <= now;
  const isNamedDay = grouped && ['today', 'tomorrow'].includes(groupOf(moment, new Date(now), timeZone()));
  const Icon = repeats ? Repeat : CalendarClock;
  return (
    <time
      dateTime={dueAt}
      title={exactMoment(moment)}
      className={clsx(
        'inline-flex items-center gap-1 whitespace-nowrap tabular-nums',
        isOverdue ? 'font-medium text-danger' : 'text-muted',
      )}
    >
      <Icon aria-hidden className="size-3.5" />
      {isOverdue && !grouped && 'Overdue · '}
      {isNamedDay ? timeInWords(moment) : dueInWords(moment)}
      {repeats && <span className="sr-only">, repeats</span>}
    </time>
  );
}
