import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';

/** A link from a card to its full page. */
export function CardLink({ to, children }: { to: LinkProps['to']; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="touch-target rounded-control font-medium whitespace-nowrap text-accent-text hover:underline"
    >
      {children}
    </Link>
  );
}
