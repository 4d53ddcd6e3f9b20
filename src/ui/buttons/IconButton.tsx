import clsx from 'clsx';
import { LoaderCircle } from 'lucide-react';
import type { ComponentProps, ReactElement } from 'react';
import { Tooltip } from '../overlays/Tooltip.tsx';

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  /** The label, for screen readers and the tooltip. */
  label: string;
  icon: ReactElement;
  shortcut?: string;
  /** Ignores clicks while it works. */
  busy?: boolean;
  disabledReason?: string;
  /** Whether the button only gives information; then a tap shows the label. */
  explains?: boolean;
};

/** An icon button; its label is announced and shown as a tooltip. */
export function IconButton({
  label,
  icon,
  shortcut,
  busy = false,
  disabled = false,
  disabledReason,
  explains = false,
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  const off = disabled || busy || Boolean(disabledReason);
  return (
    <Tooltip text={disabledReason ?? label} shortcut={disabledReason ? undefined : shortcut} byTap={explains}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        aria-disabled={off || undefined}
        aria-busy={busy || undefined}
        onClick={off ? undefined : onClick}
        className={clsx(
          'touch-target inline-grid size-control shrink-0 place-items-center rounded-control text-muted transition-colors',
          'not-aria-disabled:hover:bg-hover not-aria-disabled:hover:text-text [&_svg]:size-4',
          'aria-pressed:bg-accent-soft aria-pressed:text-accent-text data-open:bg-hover data-open:text-text',
          'aria-disabled:cursor-not-allowed aria-disabled:opacity-55',
          className,
        )}
      >
        {busy ? <LoaderCircle aria-hidden className="animate-spin" /> : icon}
      </button>
    </Tooltip>
  );
}
