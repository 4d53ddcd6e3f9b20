import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { controlClass, Field, type FieldProps } from './Field.tsx';

/** One choice of a list. */
export type SelectOption = { value: string; label: string; disabled?: boolean };

type SelectProps = FieldProps &
  Omit<ComponentProps<'select'>, 'id' | 'className' | 'required' | 'children'> & {
    options: readonly SelectOption[];
    /** The words of the empty choice; without them there is none. */
    placeholder?: string;
  };

/** One of a few known choices: the browser's own list, so it works everywhere. */
export function Select({
  label,
  hideLabel,
  hint,
  error,
  required,
  optional,
  className,
  options,
  placeholder,
  ...select
}: SelectProps) {
  return (
    <Field {...{ label, hideLabel, hint, error, required, optional, className }}>
      {(control) => (
        <div className="relative">
          <select {...select} {...control} className={clsx(controlClass, 'h-control appearance-none pr-8')}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden
            className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-muted"
          />
        </div>
      )}
    </Field>
  );
}
