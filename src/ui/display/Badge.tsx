import clsx from 'clsx';
import type { ReactNode } from 'react';

/** The meaning of a color. */
export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger';

/** Soft background and strong text of each tone. */
export const toneClass: Record<Tone, string> = {
  neutral: 'bg-sunken text-muted',
  accent: 'bg-accent-soft text-accent-text',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
};

/** A state or a count in one or two words; the tone only supports the text. */
export function Badge({
  tone = 'neutral',
  icon,
  title,
  children,
}: {
  tone?: Tone;
  icon?: ReactNode;
  title?: string;
  children: ReactNode;
}) {
  return (
    <span
      title={title}
      className={clsx(
        'inline-flex h-5 shrink-0 items-center gap-1 rounded-full px-2 text-xs font-medium whitespace-nowrap tabular-nums [&_svg]:size-3',
        toneClass[tone],
      )}
    >
      {icon}
      {children}
    </span>
  );
}
