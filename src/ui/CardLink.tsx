import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';

/** The way from a card to the page that holds all of it. */
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
