import {
  autoUpdate,
  flip,
  FloatingPortal,
  offset,
  shift,
  useDismiss,
  useFloating,
  useFocus,
  useHover,
  useInteractions,
  useMergeRefs,
  useRole,
  type Placement,
} from '@floating-ui/react';
import { cloneElement, useState, type HTMLProps, type ReactElement, type Ref } from 'react';

type TooltipProps = {
  /** What it says; nothing is shown without words. */
  text: string | undefined;
  /** A keyboard shortcut shown after the words. */
  shortcut?: string;
  placement?: Placement;
  /** The control that it explains: one element that takes a ref. */
  children: ReactElement<HTMLProps<Element> & { ref?: Ref<unknown> }>;
};

/** Words about a control, on hover and on keyboard focus; Escape hides them. Never the only label. */
export function Tooltip({ text, shortcut, placement = 'top', children }: TooltipProps) {
  const [open, setOpen] = useState(false);
  const { refs, floatingStyles, context } = useFloating({
    open: open && Boolean(text),
    onOpenChange: setOpen,
    placement,
    middleware: [offset(6), flip(), shift({ padding: 8 })],
    whileElementsMounted: autoUpdate,
  });
  const { getReferenceProps, getFloatingProps } = useInteractions([
    useHover(context, { delay: { open: 400 }, mouseOnly: true, move: false }),
    useFocus(context),
    useDismiss(context, { referencePress: true }),
    useRole(context, { role: 'tooltip' }),
  ]);
  const ref = useMergeRefs([refs.setReference, children.props.ref ?? null]);

  return (
    <>
      {cloneElement(children, { ...getReferenceProps(children.props), ref })}
      {open && text && (
        <FloatingPortal>
          <div
            ref={refs.setFloating}
            style={floatingStyles}
            {...getFloatingProps()}
            className="z-50 max-w-64 rounded-control bg-text px-2 py-1 text-xs text-canvas"
          >
            {text}
            {shortcut && <kbd className="ml-2 font-sans opacity-75">{shortcut}</kbd>}
          </div>
        </FloatingPortal>
      )}
    </>
  );
}
