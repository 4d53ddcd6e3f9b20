import clsx from 'clsx';
import { LoaderCircle } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { buttonClass, type ButtonVariant } from './button-class.ts';
import { useReadOnlyReason } from '../read-only.ts';
import { Tooltip } from '../overlays/Tooltip.tsx';

export { buttonClass, type ButtonVariant };

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  /** An icon before the label. */
  icon?: ReactNode;
  /** Shows a spinner and ignores clicks; width and label stay. */
  busy?: boolean;
  /** Why it is disabled. The button stays focusable, so that the reason can be read. */
  disabledReason?: string;
  /** Whether it changes data, and so is disabled with read-only access. By default submit and danger buttons do. */
  writes?: boolean;
};

/** A button. One primary button per screen; a disabled button says why. */
export function Button({
  variant = 'secondary',
  icon,
  busy = false,
  disabled = false,
  disabledReason,
  type = 'button',
  writes = type === 'submit' || variant === 'danger',
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const readOnly = useReadOnlyReason();
  const reason = (writes ? readOnly : undefined) ?? disabledReason;
  const off = disabled || busy || Boolean(reason);
  const button = (
    <button
      {...rest}
      type={type}
      aria-disabled={off || undefined}
      aria-busy={busy || undefined}
      onClick={off ? (event) => event.preventDefault() : onClick}
      className={buttonClass(variant, clsx(busy && 'aria-disabled:opacity-100', className))}
    >
      <span className={clsx('inline-flex items-center gap-1.5', busy && 'opacity-0')}>
        {icon}
        {children}
      </span>
      {busy && <LoaderCircle aria-hidden className="absolute size-4 animate-spin" />}
    </button>
  );
  // Always wrapped in a tooltip: a button that becomes disabled must stay the same element, because it can
  // have the focus.
  return <Tooltip text={reason}>{button}</Tooltip>;
}
