import clsx from 'clsx';
import { useId, type ReactNode } from 'react';
import { FieldError } from './FieldError.tsx';

/** Attributes that a control inside a Field spreads on its element. */
export type FieldControl = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
  'aria-label'?: string;
};

/** Props of every field component. */
export type FieldProps = {
  label: string;
  /** Hides the label visually; for toolbars. */
  hideLabel?: boolean;
  hint?: ReactNode;
  /** The error and how to fix it; replaces the hint. */
  error?: string;
  required?: boolean;
  /** Shows 'Optional' next to the label. */
  optional?: boolean;
  className?: string;
};

/** The classes of a control's box. */
export const controlClass = clsx(
  'w-full rounded-control border border-control bg-surface px-2.5 text-text transition-colors',
  'hover:border-muted disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted',
  'aria-invalid:border-danger',
);

/** Label above, control, hint and error below, wired for assistive technology. */
export function Field({
  label,
  hideLabel = false,
  hint,
  error,
  required = false,
  optional = false,
  className,
  children,
}: FieldProps & { children: (control: FieldControl) => ReactNode }) {
  const id = useId();
  const describedBy = clsx(hint && `${id}-hint`, error && `${id}-error`);
  return (
    <div className={clsx('grid min-w-0 content-start gap-1', className)}>
      <div className={clsx('flex items-baseline justify-between gap-2', hideLabel && 'sr-only')}>
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {optional && <span className="text-xs text-muted">Optional</span>}
      </div>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required ? true : undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}
