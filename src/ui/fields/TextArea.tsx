import clsx from 'clsx';
import type { ComponentProps } from 'react';
import { controlClass, Field, type FieldProps } from './Field.tsx';

type TextAreaProps = FieldProps &
  Omit<ComponentProps<'textarea'>, 'id' | 'className' | 'required' | 'style'> & {
    /** The number of rows it grows to before it scrolls. */
    maxRows?: number;
  };

/** Returns the height of some rows with padding and border. */
const heightOf = (rows: number) => `calc(${rows} * 1lh + 0.75rem + 2px)`;

/** A plain text area that grows with its text. */
export function TextArea({
  label,
  hideLabel,
  hint,
  error,
  required,
  optional,
  className,
  rows = 3,
  maxRows,
  ...textarea
}: TextAreaProps) {
  return (
    <Field {...{ label, hideLabel, hint, error, required, optional, className }}>
      {(control) => (
        <textarea
          rows={rows}
          style={
            maxRows === undefined ? undefined : { minHeight: heightOf(rows), maxHeight: heightOf(maxRows) }
          }
          {...textarea}
          {...control}
          className={clsx(controlClass, 'field-sizing-content max-h-80 min-h-20 resize-y py-1.5')}
        />
      )}
    </Field>
  );
}
