import { CalendarArrowDown } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { postponeChoices } from '#shared/tasks/postpone.ts';
import { fromReaderClock, readerFormat, toReaderClock } from '#src/lib/dates/reader-zone.ts';
import { useNow } from '#src/lib/dates/useNow.ts';
import { Menu } from '#src/ui/overlays/Menu.tsx';
import { useChangeTask } from '../../mutations.ts';
import type { UpcomingTask } from '../../queries.ts';

// Loaded on demand: the popup must open quickly.
const PostponeDialog = lazy(async () => ({ default: (await import('./PostponeDialog.tsx')).PostponeDialog }));

const CHOICE_LABEL = { tomorrow: 'Tomorrow', 'next week': 'Next week' } as const;
const weekday = readerFormat({ weekday: 'short', month: 'short', day: 'numeric' });

/** A button that moves a task's due date to tomorrow, next week or a picked date. */
export function PostponeMenu({ task }: { task: UpcomingTask }) {
  const [isPicking, setPicking] = useState(false);
  const change = useChangeTask();
  const now = new Date(useNow());
  const dueAt = task.dueAt ? new Date(task.dueAt) : now;
  const postpone = (date: Date) => change.mutate({ task, dueAt: date });
  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            aria-label={`Postpone ${task.name}`}
            title="Postpone"
            className="touch-target grid size-7 shrink-0 place-items-center rounded-control text-muted hover:bg-hover hover:text-text"
          >
            <CalendarArrowDown aria-hidden className="size-4" />
          </button>
        }
        actions={[
          ...postponeChoices(toReaderClock(dueAt), toReaderClock(now)).map(({ choice, date }) => ({
            label: `${CHOICE_LABEL[choice]} (${weekday().format(fromReaderClock(date))})`,
            onSelect: () => postpone(fromReaderClock(date)),
          })),
          { label: 'Pick a date', onSelect: () => setPicking(true) },
        ]}
      />
      <Suspense>
        {isPicking && (
          <PostponeDialog
            name={task.name}
            dueAt={dueAt}
            onSubmit={postpone}
            onClose={() => setPicking(false)}
          />
        )}
      </Suspense>
    </>
  );
}
