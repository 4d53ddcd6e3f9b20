import { type Ref, useState } from 'react';
import { atTime, dateProblem, formatTimeInput } from '#src/lib/dates/date-input.ts';
import { fromReaderClock, readerNow, toReaderClock } from '#src/lib/dates/reader-zone.ts';
import { DateInput } from './DateInput.tsx';
import type { DatePickerProps } from './DatePicker.tsx';
import { Field } from '../fields/Field.tsx';
import { TimeInput } from './TimeInput.tsx';
import { usePicker } from './usePicker.ts';

type DateTimePickerProps = DatePickerProps & {
  /** Minutes between the times to choose from, 15 by default (FORM-009). */
  step?: number;
  /** The time to use when a day is chosen first. */
  defaultTime?: string;
  /** The text box of the day. */
  ref?: Ref<HTMLInputElement>;
};

/** A day and a time in the reader's time zone (FORM-007 to FORM-014). */
export function DateTimePicker({
  value,
  defaultValue,
  onChange,
  disallowPast,
  disallowFuture,
  step,
  defaultTime = '5:00 PM',
  disabled = false,
  error,
  ref,
  ...field
}: DateTimePickerProps) {
  const picker = usePicker<Date>('DateTimePicker', {
    value: value && toReaderClock(value),
    defaultValue: defaultValue && toReaderClock(defaultValue),
    onChange: onChange && ((wall, problem) => onChange(wall && fromReaderClock(wall), problem)),
  });
  const limits = { disallowPast, disallowFuture };
  const current = picker.value?.getTime() ?? null;
  // Separate state, because the time can be chosen before the day.
  const [time, setTime] = useState(() => picker.value && formatTimeInput(picker.value));
  /** Whether an invalid day was cleared. A parent can still have the day before it. */
  const [isDayCleared, setDayCleared] = useState(false);
  const [seen, setSeen] = useState(current);
  if (seen !== current) {
    setSeen(current);
    if (picker.value) {
      setTime(formatTimeInput(picker.value));
      setDayCleared(false);
    }
  }
  const shownDay = isDayCleared ? null : picker.value;

  const commit = (day: Date | null, at: string | null, problem?: string) => {
    const timeOfDay = day ? (at ?? defaultTime) : at;
    const date = day && atTime(day, timeOfDay ?? defaultTime);
    const accepted = picker.commit(
      date,
      problem ?? (date ? dateProblem(date, limits, 'minute', readerNow()) : undefined),
    );
    setTime(accepted ? timeOfDay : null);
    return accepted;
  };
  const commitDay = (day: Date | null, problem?: string) => {
    const accepted = commit(day, time, problem);
    setDayCleared(!accepted);
    return accepted;
  };
  const commitTime = (at: string | null, problem?: string) => {
    if (!isDayCleared) return commit(at ? picker.value : null, at, problem);
    // The time waits for the day, whose problem stays.
    setTime(at);
    return problem === undefined;
  };

  return (
    <Field {...field} error={picker.problem ?? error}>
      {(control) => (
        <div
          role="group"
          aria-label={field.label}
          className="grid grid-cols-[minmax(0,1fr)_minmax(0,9rem)] gap-2"
        >
          <DateInput
            control={control}
            label={`${field.label} date`}
            value={shownDay}
            limits={limits}
            disabled={disabled}
            ref={ref}
            onType={picker.clearProblem}
            onCommit={commitDay}
          />
          <TimeInput
            control={{ ...control, id: `${control.id}-time`, 'aria-label': `${field.label} time` }}
            label={`${field.label} time`}
            value={time}
            step={step}
            disabled={disabled}
            onType={() => {
              if (!isDayCleared) picker.clearProblem();
            }}
            onCommit={commitTime}
          />
        </div>
      )}
    </Field>
  );
}
