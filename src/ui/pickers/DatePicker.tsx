import type { Ref } from 'react';
import { dateProblem, type DateLimits, formatDateInput, parseDateInput } from '#src/lib/dates/date-input.ts';
import { readerNow } from '#src/lib/dates/reader-zone.ts';
import { DateInput } from './DateInput.tsx';
import { Field, type FieldProps } from '../fields/Field.tsx';
import { usePicker, type PickerValue } from './usePicker.ts';

/** Props of the date pickers. */
export type DatePickerProps = FieldProps & PickerValue<Date> & DateLimits & { disabled?: boolean };

/** A day as MM/dd/yyyy (FORM-008, FORM-010 to FORM-014); the value is midnight in the browser's time zone. */
export function DatePicker({
  value,
  defaultValue,
  onChange,
  disallowPast,
  disallowFuture,
  disabled = false,
  setsWhileTyping = false,
  error,
  ref,
  ...field
}: DatePickerProps & {
  /** Sets a date as soon as it is complete, for a form with a draft. Otherwise leaving the box sets it. */
  setsWhileTyping?: boolean;
  /** The text box, for a form that moves the focus to its first error. */
  ref?: Ref<HTMLInputElement>;
}) {
  const picker = usePicker('DatePicker', { value, defaultValue, onChange });
  const limits = { disallowPast, disallowFuture };
  const problemOf = (day: Date) => dateProblem(day, limits, 'day', readerNow());

  function type(text: string) {
    picker.clearProblem();
    if (!setsWhileTyping) return;
    const day = parseDateInput(text);
    // A shorter form such as 3/9/2026 is set on leaving: it would be rewritten while the person types.
    if (day !== null && formatDateInput(day) === text && problemOf(day) === undefined) picker.commit(day);
  }
  return (
    <Field {...field} error={picker.problem ?? error}>
      {(control) => (
        <DateInput
          control={control}
          label={field.label}
          value={picker.value}
          limits={limits}
          disabled={disabled}
          ref={ref}
          onType={type}
          onCommit={(day, problem) => picker.commit(day, problem ?? (day ? problemOf(day) : undefined))}
        />
      )}
    </Field>
  );
}
