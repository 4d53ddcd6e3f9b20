import type { Ref } from 'react';
import { dateProblem, type DateLimits } from '#src/lib/dates/date-input.ts';
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
  error,
  ref,
  ...field
}: DatePickerProps & {
  /** The text box, for a form that moves the focus to its first error. */
  ref?: Ref<HTMLInputElement>;
}) {
  const picker = usePicker('DatePicker', { value, defaultValue, onChange });
  const limits = { disallowPast, disallowFuture };
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
          onType={picker.clearProblem}
          onCommit={(day, problem) =>
            picker.commit(day, problem ?? (day ? dateProblem(day, limits, 'day', readerNow()) : undefined))
          }
        />
      )}
    </Field>
  );
}
