import clsx from 'clsx';
import { LoaderCircle } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { buttonClass, type ButtonVariant } from './button-class.ts';
import { Tooltip } from './Tooltip.tsx';

export { buttonClass, type ButtonVariant };

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  /** A picture before the words. */
  icon?: ReactNode;
  /** Working: keeps its width and name, shows a spinner, takes no click. */
  busy?: boolean;
  /** Why it cannot be used now. The button stays reachable so that the reason can be read. */
  disabledReason?: string;
};

/** A button. One primary a screen; a disabled one says why. */
export function Button({
  variant = 'secondary',
  icon,
  busy = false,
  disabled = false,
  disabledReason,
  type = 'button',
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const off = disabled || busy || Boolean(disabledReason);
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
  return disabledReason ? <Tooltip text={disabledReason}>{button}</Tooltip> : button;
}
