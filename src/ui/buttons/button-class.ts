import clsx from 'clsx';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';

const LOOK: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-accent text-on-accent not-aria-disabled:hover:bg-accent-hover',
  secondary: 'bg-surface text-text not-aria-disabled:hover:bg-hover',
  ghost: 'border-transparent text-muted not-aria-disabled:hover:bg-hover not-aria-disabled:hover:text-text',
  danger: 'border-transparent bg-danger text-on-accent not-aria-disabled:hover:bg-danger-hover',
};

/** Returns the classes of a button, for links that look like one. */
export function buttonClass(variant: ButtonVariant = 'secondary', className?: string): string {
  return clsx(
    'relative inline-flex h-control shrink-0 items-center justify-center gap-1.5 rounded-control border px-3',
    'font-medium whitespace-nowrap transition-colors select-none',
    'aria-disabled:cursor-not-allowed aria-disabled:opacity-55',
    LOOK[variant],
    className,
  );
}
