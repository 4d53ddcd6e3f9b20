import { useId } from 'react';
import { Checkbox, type CheckboxProps } from './Checkbox.tsx';
import { FieldError } from './FieldError.tsx';

/**
 * A checkbox of a form, with its error below.
 * @param props.error the error and how to fix it
 */
export function CheckboxField({ error, ...checkbox }: CheckboxProps & { error: string | undefined }) {
  const id = useId();
  return (
    <div>
      <Checkbox
        {...checkbox}
        aria-describedby={error ? id : undefined}
        aria-invalid={error ? true : undefined}
      />
      <FieldError id={id} error={error} />
    </div>
  );
}
