import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react';
import clsx from 'clsx';
import { CalendarDays } from 'lucide-react';
import { Fragment, lazy, type Ref, Suspense, useRef } from 'react';
import {
  DATE_FORMAT,
  DATE_MESSAGES,
  formatDateInput,
  parseDateInput,
  type DateLimits,
} from '#src/lib/dates/date-input.ts';
import { controlClass, type FieldControl } from '../fields/Field.tsx';
import { IconButton } from '../buttons/IconButton.tsx';
import { floatingBoxClass } from '../overlays/floating-box.ts';
import { Skeleton } from '../feedback/Skeleton.tsx';
import { useTextOf } from '../fields/useTextOf.ts';

const Calendar = lazy(async () => ({ default: (await import('./Calendar.tsx')).Calendar }));

type DateInputProps = {
  control: FieldControl;
  label: string;
  value: Date | null;
  limits: DateLimits;
  disabled: boolean;
  ref?: Ref<HTMLInputElement> | undefined;
  /** Sets a day, or clears it for a problem. Returns whether the day was set. */
  onCommit: (day: Date | null, problem?: string) => boolean;
  onType: (text: string) => void;
};

/** The input of a date: typed as MM/dd/yyyy or chosen from a calendar. Invalid text is cleared. */
export function DateInput({
  control,
  label,
  value,
  limits,
  disabled,
  ref,
  onCommit,
  onType,
}: DateInputProps) {
  const written = value ? formatDateInput(value) : '';
  const [text, setText] = useTextOf(written);
  const isTyped = useRef(false);

  const keep = (day: Date | null, problem?: string) =>
    setText(onCommit(day, problem) && day ? formatDateInput(day) : '');

  const commit = () => {
    // Leaving a box whose invalid text was cleared is not clearing the date.
    if (!isTyped.current) return;
    isTyped.current = false;
    // An empty box that was typed in is emptied on purpose, also after its invalid text was cleared.
    if (written !== '' && text.trim() === written) return;
    const day = parseDateInput(text);
    const readable = day !== null || text.trim() === '';
    keep(day, readable ? undefined : DATE_MESSAGES.invalid);
  };

  return (
    <div className="relative">
      <input
        {...control}
        ref={ref}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        placeholder={DATE_FORMAT}
        maxLength={10}
        disabled={disabled}
        value={text}
        onChange={(event) => {
          isTyped.current = true;
          setText(event.target.value);
          onType(event.target.value);
        }}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
        className={clsx(controlClass, 'h-control pr-9 tabular-nums')}
      />
      <Popover>
        {({ close }) => (
          <>
            <PopoverButton as={Fragment}>
              <IconButton
                label={`Choose ${label}`}
                icon={<CalendarDays />}
                disabled={disabled}
                className="absolute! inset-y-0 right-0"
              />
            </PopoverButton>
            <PopoverPanel
              focus
              anchor={{ to: 'bottom end', gap: 4, padding: 8 }}
              className={floatingBoxClass}
            >
              <Suspense fallback={<Skeleton className="h-72 w-64" />}>
                <Calendar
                  value={value}
                  limits={limits}
                  onSelect={(day) => {
                    keep(day);
                    close();
                  }}
                />
              </Suspense>
            </PopoverPanel>
          </>
        )}
      </Popover>
    </div>
  );
}
