import clsx from 'clsx';
import { LoaderCircle } from 'lucide-react';

/** A turning circle with words for a screen reader; it shows itself only after 300 ms. */
export function Spinner({ label = 'Loading', className }: { label?: string; className?: string }) {
  return (
    <span role="status" className={clsx('appear-late inline-flex text-muted', className)}>
      <LoaderCircle aria-hidden className="size-4 animate-spin" />
      <span className="sr-only">{label}</span>
    </span>
  );
}
