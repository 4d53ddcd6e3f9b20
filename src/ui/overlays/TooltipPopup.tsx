import { autoUpdate, flip, FloatingPortal, offset, shift, useFloating } from '@floating-ui/react';

/** The preferred side of the control. */
export type TooltipPlacement = 'top' | 'right' | 'bottom' | 'left';

/** The tooltip next to its control. */
export function TooltipPopup({
  id,
  anchor,
  text,
  shortcut,
  placement,
}: {
  id: string;
  anchor: Element;
  text: string;
  shortcut: string | undefined;
  placement: TooltipPlacement;
}) {
  const { refs, floatingStyles } = useFloating({
    elements: { reference: anchor },
    placement,
    middleware: [offset(6), flip(), shift({ padding: 8 })],
    whileElementsMounted: autoUpdate,
  });
  return (
    <FloatingPortal>
      <div
        ref={refs.setFloating}
        id={id}
        role="tooltip"
        style={floatingStyles}
        className="pointer-events-none z-50 max-w-64 rounded-control bg-text px-2 py-1 text-xs text-canvas"
      >
        {text}
        {shortcut && <kbd className="ml-2 font-sans opacity-75">{shortcut}</kbd>}
      </div>
    </FloatingPortal>
  );
}
