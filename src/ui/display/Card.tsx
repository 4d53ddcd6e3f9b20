import clsx from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

/** A surface with a border; cards are never nested. With a title it is a labeled section. */
export function Card({
  title,
  action,
  padded = true,
  className,
  children,
  ...rest
}: Omit<ComponentProps<'section'>, 'title'> & { title?: string; action?: ReactNode; padded?: boolean }) {
  return (
    <section
      aria-label={title}
      {...rest}
      className={clsx('min-w-0 rounded-card border bg-surface', padded && 'p-4', className)}
    >
      {title && (
        <header className={clsx('flex items-center justify-between gap-2', padded ? 'mb-3' : 'px-4 py-3')}>
          <h2 className="font-semibold">{title}</h2>
          {action}
        </header>
      )}
      {children}
    </section>
  );
}
