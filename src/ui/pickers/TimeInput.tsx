import { Combobox, ComboboxButton, ComboboxInput, ComboboxOption, ComboboxOptions } from '@headlessui/react';
import clsx from 'clsx';
import { Clock } from 'lucide-react';
import { DATE_MESSAGES, parseTimeInput, timeOptions } from '#src/lib/dates/date-input.ts';
import { DescribedInput } from '../fields/DescribedInput.tsx';
import { controlClass, type FieldControl } from '../fields/Field.tsx';
import { floatingBoxClass } from '../overlays/floating-box.ts';
import { useTextOf } from '../fields/useTextOf.ts';

type TimeInputProps = {
  control: FieldControl;
  label: string;
  /** In the format of parseTimeInput. */
  value: string | null;
  step?: number;
  disabled: boolean;
  /** Sets a time, or clears it for a problem. Returns whether the time was set. */
  onCommit: (time: string | null, problem?: string) => boolean;
  onType: () => void;
};

/** The input of a time: typed as h:mm AM/PM or chosen from a list. Invalid text is cleared. */
export function TimeInput({ control, label, value, step, disabled, onCommit, onType }: TimeInputProps) {
  const [text, setText] = useTextOf(value ?? '');

  const typed = text.trim().toUpperCase();
  const all = timeOptions(step);
  const matching = typed && typed !== value ? all.filter((option) => option.startsWith(typed)) : all;
  // Offers a complete typed time that is between the steps.
  const own = parseTimeInput(text);
  const options = own && !all.includes(own) ? [own] : matching;

  const keep = (time: string | null, problem?: string) =>
    setText(onCommit(time, problem) ? (time ?? '') : '');

  const commit = () => {
    if (text.trim() === (value ?? '')) return;
    const time = parseTimeInput(text);
    keep(time, time || text.trim() === '' ? undefined : DATE_MESSAGES.invalid);
  };

  return (
    <Combobox
      value={value}
      disabled={disabled}
      onChange={(time: string | null) => {
        if (time) keep(time);
      }}
    >
      <div className="relative">
        <ComboboxInput
          as={DescribedInput}
          {...control}
          describedBy={control['aria-describedby']}
          autoComplete="off"
          placeholder="h:mm AM/PM"
          maxLength={8}
          displayValue={() => text}
          onChange={(event) => {
            setText(event.target.value);
            onType();
          }}
          onBlur={commit}
          className={clsx(controlClass, 'h-control pr-9 tabular-nums')}
        />
        <ComboboxButton
          aria-label={`Choose ${label}`}
          className="touch-target absolute! inset-y-0 right-0 grid size-control place-items-center rounded-control text-muted transition-colors hover:text-text"
        >
          <Clock aria-hidden className="size-4" />
        </ComboboxButton>
      </div>
      <ComboboxOptions
        modal={false}
        anchor={{ to: 'bottom start', gap: 4, padding: 8 }}
        className={clsx(floatingBoxClass, 'max-h-60! w-(--input-width) min-w-32 empty:invisible')}
      >
        {options.map((option) => (
          <ComboboxOption
            key={option}
            value={option}
            className="flex min-h-8 cursor-pointer items-center rounded-control px-2 tabular-nums data-focus:bg-hover data-selected:font-medium data-selected:text-accent-text pointer-coarse:min-h-11"
          >
            {option}
          </ComboboxOption>
        ))}
      </ComboboxOptions>
    </Combobox>
  );
}
