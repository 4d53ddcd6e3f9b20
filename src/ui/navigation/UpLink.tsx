import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** A link above the title to the parent page. */
export function UpLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      data-private
      className="touch-target -ml-1 inline-flex w-fit items-center gap-0.5 rounded-control pr-1 text-sm text-muted hover:text-accent-text print:hidden"
    >
      <ChevronLeft aria-hidden className="size-4 shrink-0" />
      {children}
    </Link>
  );
}
