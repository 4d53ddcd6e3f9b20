import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

const upClass =
  'touch-target -ml-1 inline-flex w-fit max-w-full min-w-0 items-center gap-0.5 rounded-control pr-1 text-sm text-muted hover:text-accent-text print:hidden';

/** A link above the title to the parent page. */
export function UpLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} data-private className={upClass}>
      <UpLabel>{children}</UpLabel>
    </Link>
  );
}

/** A button with the look of UpLink, for pages whose specification asks for a button. */
export function UpButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" onClick={onClick} className={upClass}>
      <UpLabel>{children}</UpLabel>
    </button>
  );
}

function UpLabel({ children }: { children: ReactNode }) {
  return (
    <>
      <ChevronLeft aria-hidden className="size-4 shrink-0" />
      <span className="wrap-anywhere">{children}</span>
    </>
  );
}
