import clsx from 'clsx';
import type { ComponentProps } from 'react';
import { controlClass, Field, type FieldProps } from './Field.tsx';

type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, 'id' | 'className' | 'required'>;

/** Several lines of plain text; grows with what is written. */
export function TextArea({
  label,
  hideLabel,
  hint,
  error,
  required,
  optional,
  className,
  rows = 3,
  ...textarea
}: TextAreaProps) {
  return (
    <Field {...{ label, hideLabel, hint, error, required, optional, className }}>
      {(control) => (
        <textarea
          rows={rows}
          {...textarea}
          {...control}
          className={clsx(controlClass, 'field-sizing-content max-h-80 min-h-20 resize-y py-1.5')}
        />
      )}
    </Field>
  );
}
