import { Field, type FieldProps } from '../fields/Field.tsx';
import { TimeInput } from './TimeInput.tsx';
import { usePicker, type PickerValue } from './usePicker.ts';

type TimePickerProps = FieldProps &
  PickerValue<string> & {
    /** Minutes between the options, 15 by default (FORM-009). */
    step?: number;
    disabled?: boolean;
  };

/** A time as 'h:mm AM/PM' (FORM-007, FORM-009, FORM-013, FORM-014); the value is that text. */
export function TimePicker({
  value,
  defaultValue,
  onChange,
  step,
  disabled = false,
  error,
  ...field
}: TimePickerProps) {
  const picker = usePicker('TimePicker', { value, defaultValue, onChange });
  return (
    <Field {...field} error={picker.problem ?? error}>
      {(control) => (
        <TimeInput
          control={control}
          label={field.label}
          value={picker.value}
          step={step}
          disabled={disabled}
          onType={picker.clearProblem}
          onCommit={picker.commit}
        />
      )}
    </Field>
  );
}
