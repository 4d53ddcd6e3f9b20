import clsx from 'clsx';
import { LoaderCircle } from 'lucide-react';

/** A spinner with a label for screen readers; hidden for the first 300 ms. */
export function Spinner({ label = 'Loading', className }: { label?: string; className?: string }) {
  return (
    <span role="status" className={clsx('appear-late inline-flex text-muted', className)}>
      <LoaderCircle aria-hidden className="size-4 animate-spin" />
      <span className="sr-only">{label}</span>
    </span>
  );
}
