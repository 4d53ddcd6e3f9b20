import { CalendarClock, Repeat, Star } from 'lucide-react';
import type { QuickAddValues } from '#shared/tasks/quick-add.ts';
import { recurrenceLabel } from '#shared/tasks/recurrence-rule.ts';
import { dueInWords } from '#src/lib/dates/due-date.ts';
import { exactMoment } from '#src/lib/dates/relative-time.ts';
import { Badge } from '#src/ui/display/Badge.tsx';

/** Shows the task that a typed line describes. */
export function QuickAddPreview({ name, dueAt, recurrence, points }: QuickAddValues) {
  return (
    <>
      <span className="min-w-0 truncate text-sm text-muted">{name || 'Enter a task name'}</span>
      {dueAt !== null && (
        <Badge tone="accent" icon={<CalendarClock aria-hidden />} title={exactMoment(dueAt)}>
          {dueInWords(dueAt)}
        </Badge>
      )}
      {recurrence !== null && (
        <Badge tone="accent" icon={<Repeat aria-hidden />}>
          {recurrenceLabel(recurrence)}
        </Badge>
      )}
      {points !== null && (
        <Badge tone="accent" icon={<Star aria-hidden />}>
          {points} points
        </Badge>
      )}
    </>
  );
}
