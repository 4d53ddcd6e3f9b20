import clsx from 'clsx';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';

/** A collapsed section for completed tasks: a card, or the end of another card. */
export function CompletedSection({
  title,
  total,
  within,
  children,
}: {
  title: string;
  /** The number of tasks, once known. */
  total?: number | undefined;
  /** The element that it is in: the page, a card, or a card with a title. */
  within: 'page' | 'card' | 'titled card';
  /** Rendered while it is open. */
  children: ReactNode;
}) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const Chevron = open ? ChevronDown : ChevronRight;
  const Heading = within === 'titled card' ? 'h3' : 'h2';
  const isInCard = within !== 'page';
  return (
    <section
      // Titled cards are regions already, and several of them have this section.
      role={within === 'titled card' ? 'group' : undefined}
      aria-labelledby={`${id}-title`}
      className={isInCard ? '-mx-4 mt-4 -mb-4 border-t' : 'rounded-card border bg-surface'}
    >
      <Heading id={`${id}-title`}>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={`${id}-tasks`}
          onClick={() => setOpen(!open)}
          className={clsx(
            'flex min-h-11 w-full items-center gap-2 text-left font-semibold hover:bg-hover',
            isInCard ? 'px-4' : 'rounded-card px-3',
            isInCard && !open && 'rounded-b-card',
          )}
        >
          <Chevron aria-hidden className="size-4 text-muted" />
          {title}
          {total !== undefined && <span className="font-normal text-muted tabular-nums">{total}</span>}
        </button>
      </Heading>
      <div id={`${id}-tasks`} hidden={!open} className={clsx('border-t py-1', isInCard ? 'px-4' : 'px-3')}>
        {open && children}
      </div>
    </section>
  );
}
