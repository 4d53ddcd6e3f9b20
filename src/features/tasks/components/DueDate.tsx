import clsx from 'clsx';
import { CalendarClock, Repeat } from 'lucide-react';
import { exactMoment, isToday, momentInWords, timeInWords } from '#src/lib/relative-time.ts';
import { useNow } from '#src/lib/useNow.ts';

/** When a task is due, in words; an overdue one says so, not only in red. */
export function DueDate({
  dueAt,
  completed = false,
  repeats = false,
  grouped = false,
}: {
  dueAt: string;
  completed?: boolean;
  repeats?: boolean;
  /** The heading above says already what is overdue, and what is due today. */
  grouped?: boolean;
}) {
  const now = useNow();
  const moment = new Date(dueAt);
  const isOverdue = !completed && moment.getTime() <= now;
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
      {isOverdue && !grouped && 'Overdue, '}
      {grouped && !isOverdue && isToday(moment, new Date(now)) ? timeInWords(moment) : momentInWords(moment)}
      {repeats && <span className="sr-only">, repeats</span>}
    </time>
  );
}
