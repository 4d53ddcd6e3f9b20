import clsx from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { controlClass, Field, type FieldProps } from './Field.tsx';

type TextFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'id' | 'className' | 'required'> & {
    /** An icon at the start of the field. */
    icon?: ReactNode;
  };

/** A single-line text field. */
export function TextField({
  label,
  hideLabel,
  hint,
  error,
  required,
  optional,
  className,
  icon,
  ...input
}: TextFieldProps) {
  return (
    <Field {...{ label, hideLabel, hint, error, required, optional, className }}>
      {(control) => (
        <div className="relative">
          {icon && (
            <span
              aria-hidden
              className="pointer-events-none absolute inset-y-0 left-2.5 grid place-items-center text-muted [&_svg]:size-4"
            >
              {icon}
            </span>
          )}
          <input
            type="text"
            {...input}
            {...control}
            className={clsx(controlClass, 'h-control', icon && 'pl-8')}
          />
        </div>
      )}
    </Field>
  );
}
