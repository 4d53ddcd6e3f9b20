import { CalendarClock, Plus, Repeat, Star } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { TASK_LIMITS } from '#shared/tasks/constants.ts';
import type { QuickAdd as QuickAddValues } from '#shared/tasks/quick-add.ts';
import { exactMoment, momentInWords } from '#src/lib/dates/relative-time.ts';
import { recurrenceLabel } from '#shared/tasks/recurrence-rule.ts';
import { APP_SHORTCUTS, isPlainKey } from '#src/lib/shortcuts.ts';
import { useFocusSoon } from '#src/lib/timing/useFocusSoon.ts';
import { Badge } from '#src/ui/display/Badge.tsx';
import { Button } from '#src/ui/buttons/Button.tsx';
import { controlClass, FieldError } from '#src/ui/fields/Field.tsx';
import { Select } from '#src/ui/fields/Select.tsx';
import { toCreateInput, useQuickAdd } from '../mutations.ts';

type Parse = (line: string, now: Date) => QuickAddValues;

/** Loads the date parser, which is too large for the first page. */
const loadParser = (): Promise<Parse> => import('../parse-line.ts').then((module) => module.parseLine);

/** Uses the whole line as the name, when the parser cannot be loaded: offline before the first use. */
const parseNameOnly: Parse = (line) => ({
  name: line.trim().slice(0, TASK_LIMITS.name).trim(),
  dueAt: null,
  points: null,
  recurrence: null,
});

/**
 * One line that becomes a task: 'SAT registration friday 5pm 20pts' fills in name, due date and points. A preview
 * shows them before Enter adds the task. The key Q focuses the line from anywhere on the page.
 */
export function QuickAdd({
  viewerPk,
  lists,
  label = 'Add a task',
  shortcut = false,
  parentId,
  initialLine = '',
  takesFocus = false,
  onAdded,
}: {
  viewerPk: number;
  /** The lists to choose from; one list needs no choice. */
  lists: readonly { id: string; name: string }[];
  label?: string;
  /** Whether the key Q focuses the line. */
  shortcut?: boolean;
  /** Adds steps to this task. */
  parentId?: string;
  /** Text that was already typed in another field. */
  initialLine?: string;
  /** Gets the focus when it appears, as the only field of a dialog. */
  takesFocus?: boolean;
  onAdded?: () => void;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [line, setLine] = useState(initialLine);
  const [chosen, setChosen] = useState<string | null>(null);
  const [parse, setParse] = useState<Parse | null>(null);
  const [error, setError] = useState<string>();
  const add = useQuickAdd(viewerPk);
  const list = lists.find((one) => one.id === chosen) ?? lists[0];
  const [now, setNow] = useState(() => new Date());
  const read = parse === null || line.trim() === '' ? null : parse(line, now);

  useFocusSoon(input, takesFocus);
  useEffect(() => {
    if (!shortcut) return;
    const onKey = (event: KeyboardEvent) => {
      if (!isPlainKey(event, APP_SHORTCUTS.quickAdd)) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [shortcut]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const ready = parse ?? (await loadParser().catch(() => parseNameOnly));
    const values = ready(line, new Date());
    if (values.name === '') return setError('Enter a task name');
    if (list === undefined) return setError('Add a list first');
    add.mutate(
      { ...toCreateInput(line, values, list.id), ...(parentId === undefined ? {} : { parentId }) },
      {
        onSuccess: () => {
          // The field can already contain the next line.
          if (input.current?.value !== line) return;
          setLine('');
          onAdded?.();
        },
        onError: (failure) => setError(failure.message),
      },
    );
  }

  return (
    <form className="grid gap-1.5" onSubmit={(event) => void submit(event)}>
      <div className="flex flex-wrap gap-2">
        <label htmlFor={id} className="sr-only">
          {label}
        </label>
        <input
          ref={input}
          id={id}
          value={line}
          maxLength={500}
          autoComplete="off"
          placeholder={`${label}${shortcut ? ` (${APP_SHORTCUTS.quickAdd})` : ''}`}
          aria-describedby={`${id}-preview ${id}-error`}
          aria-invalid={error === undefined ? undefined : true}
          onFocus={() =>
            void loadParser().then(
              (loaded) => setParse(() => loaded),
              () => undefined,
            )
          }
          onChange={(event) => {
            setLine(event.target.value);
            setNow(new Date());
            setError(undefined);
          }}
          className={`${controlClass} h-control min-w-56 flex-1`}
        />
        {lists.length > 1 && (
          <Select
            label="List of the new task"
            hideLabel
            value={list?.id}
            options={lists.map((one) => ({ value: one.id, label: one.name }))}
            onChange={(event) => setChosen(event.target.value)}
            className="w-44"
          />
        )}
        <Button
          type="submit"
          variant={takesFocus ? 'primary' : 'secondary'}
          icon={<Plus aria-hidden className="size-4" />}
          busy={add.isPending}
        >
          Add
        </Button>
      </div>
      <div
        id={`${id}-preview`}
        aria-live="polite"
        className="flex flex-wrap items-center gap-1.5 empty:hidden"
      >
        {read !== null && (
          <>
            <span className="min-w-0 truncate text-sm text-muted">{read.name || 'Enter a task name'}</span>
            {read.dueAt !== null && (
              <Badge tone="accent" icon={<CalendarClock aria-hidden />} title={exactMoment(read.dueAt)}>
                {momentInWords(read.dueAt)}
              </Badge>
            )}
            {read.recurrence !== null && (
              <Badge tone="accent" icon={<Repeat aria-hidden />}>
                {recurrenceLabel(read.recurrence)}
              </Badge>
            )}
            {read.points !== null && (
              <Badge tone="accent" icon={<Star aria-hidden />}>
                {read.points} points
              </Badge>
            )}
          </>
        )}
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </form>
  );
}
