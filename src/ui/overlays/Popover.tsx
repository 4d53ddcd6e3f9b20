import {
  cloneElement,
  lazy,
  Suspense,
  useState,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
} from 'react';

type PopoverTriggerProps = {
  'aria-haspopup'?: 'dialog';
  'aria-expanded'?: boolean;
  'data-open'?: '';
  onClick?: (event: MouseEvent<HTMLElement>) => void;
};

type PopoverProps = {
  /** The button that opens it: a Button or an IconButton. */
  trigger: ReactElement<PopoverTriggerProps>;
  /** The label for screen readers. */
  label: string;
  className?: string;
  /** Which edge of the button the panel is aligned to. */
  align?: 'start' | 'end';
  /** Focuses the first control of the panel, such as a search field, instead of the panel. */
  focusFirst?: boolean;
  /** Renders the content; the argument closes the popover. */
  children: (close: () => void) => ReactNode;
};

const PopoverPanel = lazy(async () => ({ default: (await import('./PopoverPanel.tsx')).PopoverPanel }));

/** A panel behind a button. The positioning library loads when it first opens. */
export function Popover({
  trigger,
  label,
  className,
  align = 'end',
  focusFirst = false,
  children,
}: PopoverProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const open = anchor !== null;
  const close = () => setAnchor(null);
  return (
    <>
      {cloneElement(trigger, {
        'aria-haspopup': 'dialog',
        'aria-expanded': open,
        ...(open ? { 'data-open': '' } : {}),
        onClick: ({ currentTarget }) => setAnchor(open ? null : currentTarget),
      })}
      {open && (
        <Suspense>
          <PopoverPanel {...{ anchor, label, className, align, focusFirst }} onClose={close}>
            {children(close)}
          </PopoverPanel>
        </Suspense>
      )}
    </>
  );
}
