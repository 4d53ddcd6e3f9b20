import clsx from 'clsx';
import { Check } from 'lucide-react';
import { useId, type ComponentProps, type ReactNode } from 'react';

/** Props of a checkbox. */
export type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'id' | 'className'> & {
  label: string;
  hideLabel?: boolean;
  hint?: ReactNode;
  /** Draws a circle, for tasks. */
  round?: boolean;
  className?: string;
};

/** A checkbox with its label. */
export function Checkbox({
  label,
  hideLabel = false,
  hint,
  round = false,
  className,
  ...input
}: CheckboxProps) {
  const id = useId();
  const describedBy = clsx(hint && `${id}-hint`, input['aria-describedby']);
  return (
    <div className={clsx('flex items-start gap-2', className)}>
      <span className="touch-target relative mt-0.5 grid size-4 shrink-0 place-items-center">
        <input
          {...input}
          id={id}
          type="checkbox"
          aria-describedby={describedBy || undefined}
          className={clsx(
            'peer size-4 cursor-pointer appearance-none border border-control bg-surface transition-colors hover:border-accent checked:border-accent checked:bg-accent disabled:cursor-not-allowed disabled:opacity-55',
            round ? 'rounded-full' : 'rounded-sm',
          )}
        />
        <Check
          aria-hidden
          strokeWidth={3}
          className="pointer-events-none absolute size-3 text-on-accent opacity-0 peer-checked:opacity-100"
        />
      </span>
      <div className={clsx('grid', hideLabel && 'sr-only')}>
        <label htmlFor={id} className="cursor-pointer">
          {label}
        </label>
        {hint && (
          <span id={`${id}-hint`} className="text-xs text-muted">
            {hint}
          </span>
        )}
      </div>
    </div>
  );
}
