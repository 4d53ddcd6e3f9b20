import { zodResolver } from '@hookform/resolvers/zod';
import { Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { TASK_LIMITS } from '#shared/tasks/constants.ts';
import { APP_SHORTCUTS, isPlainKey } from '#src/lib/shortcuts.ts';
import { useFocusSoon } from '#src/lib/timing/useFocusSoon.ts';
import { useKeyDown } from '#src/lib/useKeyDown.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { controlClass } from '#src/ui/fields/Field.tsx';
import { FieldError } from '#src/ui/fields/FieldError.tsx';
import { Select } from '#src/ui/fields/Select.tsx';
import { toCreateInput, useQuickAdd } from '../create-mutations.ts';
import { quickAddForm, useLinePreview } from '../quick-add-form.ts';
import { QuickAddPreview } from './QuickAddPreview.tsx';

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
  const form = useForm<z.input<typeof quickAddForm>, unknown, z.output<typeof quickAddForm>>({
    resolver: zodResolver(quickAddForm),
    defaultValues: { line: initialLine },
  });
  const { control, register, handleSubmit, getValues, reset, setError, setValue, formState } = form;
  const [line, chosenList] = useWatch({ control, name: ['line', 'list'] });
  const list = lists.find((one) => one.id === chosenList) ?? lists[0];
  const { preview, load, updateTime } = useLinePreview(line);
  const add = useQuickAdd(viewerPk, ownerPk);
  /** The line that was entered while another one was being added. It is added next, unless it is changed. */
  const enteredNext = useRef<string | null>(null);

  const reportLine = useEffectEvent((text: string) => onType?.(text));
  useEffect(() => reportLine(line), [line]);
  useFocusSoon(input, takesFocus);
  useKeyDown((event) => {
    if (!shortcut || !isPlainKey(event, APP_SHORTCUTS.quickAdd)) return;
    event.preventDefault();
    input.current?.focus();
  });

  /** Removes a submitted line from the field. The next line can already be typed there, also behind this one. */
  const removeLine = (text: string) => {
    const typed = getValues('line');
    setValue('line', typed.startsWith(text) ? typed.slice(text.length).trimStart() : typed);
  };

  /** Puts a refused line back, before the next one. */
  const restoreLine = (text: string, error: string) => {
    setValue('line', `${text} ${getValues('line')}`.trimEnd());
    setError('line', { message: error });
  };

  const continueWithNext = () => {
    reset(undefined, { keepValues: true });
    const next = getValues('line');
    if (next === '') onAdded?.();
    else if (next === enteredNext.current) input.current?.form?.requestSubmit();
  };

  const submit = handleSubmit(({ line: { text, values } }) => {
    if (list === undefined) return setError('line', { message: 'Add a list first' });
    enteredNext.current = null;
    removeLine(text);
    add.mutate(
      { ...toCreateInput(text, values, list.id), ...(parentId === undefined ? {} : { parentId }) },
      { onSuccess: continueWithNext, onError: ({ message }) => restoreLine(text, message) },
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
            updateTime();
            void field.onChange(event);
          }}
          onFocus={load}
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
        {preview !== null && <QuickAddPreview {...preview} />}
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </form>
  );
}
