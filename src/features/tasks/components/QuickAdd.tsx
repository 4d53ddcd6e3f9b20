import { zodResolver } from '@hookform/resolvers/zod';
import { CalendarClock, Plus, Repeat, Star } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { TASK_LIMITS } from '#shared/tasks/constants.ts';
import type { QuickAddValues } from '#shared/tasks/quick-add.ts';
import { dueInWords } from '#src/lib/dates/due-date.ts';
import { exactMoment } from '#src/lib/dates/relative-time.ts';
import { recurrenceLabel } from '#shared/tasks/recurrence-rule.ts';
import { APP_SHORTCUTS, isPlainKey } from '#src/lib/shortcuts.ts';
import { useFocusSoon } from '#src/lib/timing/useFocusSoon.ts';
import { useKeyDown } from '#src/lib/useKeyDown.ts';
import { Badge } from '#src/ui/display/Badge.tsx';
import { Button } from '#src/ui/buttons/Button.tsx';
import { controlClass } from '#src/ui/fields/Field.tsx';
import { FieldError } from '#src/ui/fields/FieldError.tsx';
import { Select } from '#src/ui/fields/Select.tsx';
import { toCreateInput, useQuickAdd } from '../create-mutations.ts';

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

const quickAddForm = z.object({
  line: z.string().transform(async (text, context) => {
    const parse = await loadParser().catch(() => parseNameOnly);
    const values = parse(text, new Date());
    if (values.name === '') context.addIssue('Enter a task name');
    return { text, values };
  }),
  /** The id of the list; it is undefined or outdated when the lists changed. */
  list: z.string().optional(),
});
type Line = z.input<typeof quickAddForm>;

/**
 * One line that becomes a task: 'SAT registration friday 5pm 20pts' fills in name, due date and points. A preview
 * shows them before Enter adds the task. The key Q focuses the line from anywhere on the page.
 */
export function QuickAdd({
  viewerPk,
  ownerPk = viewerPk,
  lists,
  label = 'Add a task',
  shortcut = false,
  parentId,
  initialLine = '',
  takesFocus = false,
  onType,
  onAdded,
}: {
  viewerPk: number;
  /** The owner of the lists; by default the viewer. */
  ownerPk?: number;
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
  /** Gets each new line: typed, empty after a submit, or refused. */
  onType?: (line: string) => void;
  onAdded?: () => void;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const form = useForm<Line, unknown, z.output<typeof quickAddForm>>({
    resolver: zodResolver(quickAddForm),
    defaultValues: { line: initialLine },
  });
  const { control, register, handleSubmit, getValues, reset, setError, setValue, formState } = form;
  const [line, chosen] = useWatch({ control, name: ['line', 'list'] });
  const [parse, setParse] = useState<Parse | null>(null);
  const add = useQuickAdd(viewerPk, ownerPk);
  /** The line that was entered while another one was being added. It is added next, unless it is changed. */
  const enteredNext = useRef<string | null>(null);
  const list = lists.find((one) => one.id === chosen) ?? lists[0];
  const [now, setNow] = useState(() => new Date());
  const read = parse === null || line.trim() === '' ? null : parse(line, now);

  const onLine = useEffectEvent((text: string) => onType?.(text));
  useEffect(() => onLine(line), [line]);
  useFocusSoon(input, takesFocus);
  useKeyDown((event) => {
    if (!shortcut || !isPlainKey(event, APP_SHORTCUTS.quickAdd)) return;
    event.preventDefault();
    input.current?.focus();
  });

  const submit = handleSubmit(({ line: { text, values } }) => {
    if (list === undefined) return setError('line', { message: 'Add a list first' });
    // The next line can be typed while this one is added, and can already be behind it.
    const typed = getValues('line');
    enteredNext.current = null;
    setValue('line', typed.startsWith(text) ? typed.slice(text.length).trimStart() : typed);
    add.mutate(
      { ...toCreateInput(text, values, list.id), ...(parentId === undefined ? {} : { parentId }) },
      {
        onSuccess: () => {
          reset(undefined, { keepValues: true });
          const next = getValues('line');
          if (next === '') onAdded?.();
          else if (next === enteredNext.current) input.current?.form?.requestSubmit();
        },
        onError: (failure) => {
          setValue('line', `${text} ${getValues('line')}`.trimEnd());
          setError('line', { message: failure.message });
        },
      },
    );
  });
  const field = register('line');
  const error = formState.errors.line?.message;

  return (
    <form noValidate className="grid gap-1.5" onSubmit={(event) => void submit(event)}>
      <div className="flex flex-wrap gap-2">
        <label htmlFor={id} className="sr-only">
          {label}
        </label>
        <input
          {...field}
          ref={(element) => {
            field.ref(element);
            input.current = element;
          }}
          id={id}
          maxLength={TASK_LIMITS.line}
          autoComplete="off"
          placeholder={`${label}${shortcut ? ` (${APP_SHORTCUTS.quickAdd})` : ''}`}
          aria-describedby={`${id}-preview ${id}-error`}
          aria-invalid={error === undefined ? undefined : true}
          onKeyDown={(event) => {
            // The busy button ignores Enter. In a composition, Enter only ends it.
            const isEntered = event.key === 'Enter' && !event.nativeEvent.isComposing;
            if (isEntered && add.isPending) enteredNext.current = line;
          }}
          onChange={(event) => {
            setNow(new Date());
            void field.onChange(event);
          }}
          onFocus={() =>
            void loadParser().then(
              (loaded) => setParse(() => loaded),
              () => undefined,
            )
          }
          className={`${controlClass} h-control min-w-56 flex-1`}
        />
        {lists.length > 1 && (
          <Select
            label="List of the new task"
            hideLabel
            value={list?.id}
            options={lists.map((one) => ({ value: one.id, label: one.name }))}
            onChange={(event) => setValue('list', event.target.value)}
            className="w-44"
          />
        )}
        <Button
          type="submit"
          variant={takesFocus ? 'primary' : 'secondary'}
          icon={<Plus aria-hidden className="size-4" />}
          busy={add.isPending || formState.isSubmitting}
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
                {dueInWords(read.dueAt)}
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
