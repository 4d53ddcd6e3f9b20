import {
  autoUpdate,
  flip,
  FloatingFocusManager,
  FloatingPortal,
  offset,
  shift,
  useDismiss,
  useFloating,
  useInteractions,
} from '@floating-ui/react';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { floatingBoxClass } from './floating-box.ts';

/** The panel of a Popover. It gets the focus; leaving it or pressing Escape closes it. */
export function PopoverPanel({
  anchor,
  label,
  className,
  align,
  focusFirst,
  onClose,
  children,
}: {
  anchor: HTMLElement;
  label: string;
  className: string | undefined;
  align: 'start' | 'end';
  focusFirst: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const { refs, floatingStyles, context } = useFloating({
    open: true,
    onOpenChange: (open) => !open && onClose(),
    elements: { reference: anchor },
    placement: `bottom-${align}`,
    middleware: [offset(6), flip({ padding: 8 }), shift({ padding: 8 })],
    // See MenuPopup.
    transform: false,
    whileElementsMounted: autoUpdate,
  });
  const { getFloatingProps } = useInteractions([useDismiss(context)]);
  return (
    <FloatingPortal preserveTabOrder={false}>
      <FloatingFocusManager
        context={context}
        modal={false}
        guards={false}
        initialFocus={focusFirst ? 0 : refs.floating}
      >
        <div
          ref={refs.setFloating}
          role="dialog"
          aria-label={label}
          style={floatingStyles}
          className={clsx(floatingBoxClass, className)}
          {...getFloatingProps()}
        >
          {children}
        </div>
      </FloatingFocusManager>
    </FloatingPortal>
  );
}
