import clsx from 'clsx';
import type { ReactNode } from 'react';

/**
 * The last line of a form, with its buttons: at the bottom of the window while the form is longer. Messages stay above
 * it.
 */
export function ActionBar({ className, children }: { className: string; children: ReactNode }) {
  return (
    <div data-action-bar className={clsx('sticky bottom-0 flex flex-wrap items-center border-t', className)}>
      {children}
    </div>
  );
}
