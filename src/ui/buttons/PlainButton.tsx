import clsx from 'clsx';
import { LoaderCircle } from 'lucide-react';
import type { ComponentProps } from 'react';
import { buttonClass, type ButtonVariant } from './button-class.ts';

/** A button without a tooltip and its positioning library, for the extension's popup, which has a size limit. */
export function PlainButton({
  variant = 'secondary',
  busy = false,
  className,
  children,
  onClick,
  ...rest
}: ComponentProps<'button'> & { variant?: ButtonVariant; busy?: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
      className={buttonClass(variant, className)}
    >
      <span className={clsx(busy && 'opacity-0')}>{children}</span>
      {busy && <LoaderCircle aria-hidden className="absolute size-4 animate-spin" />}
    </button>
  );
}
