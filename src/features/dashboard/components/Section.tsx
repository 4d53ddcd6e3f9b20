import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Card } from '#src/ui/display/Card.tsx';
import { useCollapsed } from '../useCollapsed.ts';

/** A section of the dashboard. Its heading collapses it, and this device remembers that. */
export function Section({
  id,
  title,
  action,
  isPrivate = false,
  children,
}: {
  /** Names the section in the storage of this device. */
  id: string;
  title: string;
  action?: ReactNode;
  /** Whether it contains data that must not be on screenshots of bug reports. */
  isPrivate?: boolean;
  children: ReactNode;
}) {
  const [isCollapsed, toggle] = useCollapsed(id);
  const content = useId();
  return (
    <Card aria-label={title} {...(isPrivate ? { 'data-private': true } : {})}>
      <header className="flex items-center justify-between gap-2">
        <h2 className="min-w-0 flex-1 font-semibold">
          <button
            type="button"
            aria-expanded={!isCollapsed}
            aria-controls={content}
            onClick={toggle}
            className="touch-target -ml-1 inline-flex items-center gap-1.5 rounded-control px-1 text-left hover:text-accent-text"
          >
            <span className="min-w-0 break-words">{title}</span>
            <ChevronDown
              aria-hidden
              className={clsx(
                'size-4 shrink-0 text-muted transition-transform print:hidden',
                isCollapsed && '-rotate-90',
              )}
            />
          </button>
        </h2>
        {!isCollapsed && action}
      </header>
      <div id={content} hidden={isCollapsed} className="mt-3">
        {!isCollapsed && children}
      </div>
    </Card>
  );
}
