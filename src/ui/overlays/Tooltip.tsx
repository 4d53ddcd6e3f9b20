import {
  cloneElement,
  lazy,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
  type FocusEvent,
  type HTMLProps,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  type Ref,
} from 'react';
import type { TooltipPlacement } from './TooltipPopup.tsx';

type TooltipProps = {
  /** The text; without it there is no tooltip. */
  text: string | undefined;
  /** A keyboard shortcut shown after the text. */
  shortcut?: string;
  placement?: TooltipPlacement;
  /** Also opens on a tap, for a control without another action. */
  byTap?: boolean;
  /** The control: one element that takes a ref. */
  children: ReactElement<HTMLProps<Element> & { ref?: Ref<unknown> }>;
};

/** The delay before the tooltip opens. */
const DELAY_MS = 400;

const TooltipPopup = lazy(async () => ({ default: (await import('./TooltipPopup.tsx')).TooltipPopup }));

/** Calls the control's own handler, then the tooltip's. */
function both<Event>(theirs: ((event: Event) => void) | undefined, ours: (event: Event) => void) {
  return (event: Event) => {
    theirs?.(event);
    ours(event);
  };
}

/**
 * A tooltip on hover and keyboard focus; Escape and a press elsewhere close it. It is never the only label.
 * The positioning library loads when the first one opens.
 */
export function Tooltip({ text, shortcut, placement = 'top', byTap = false, children }: TooltipProps) {
  const [anchor, setAnchor] = useState<Element | null>(null);
  const id = useId();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hide = () => {
    clearTimeout(timer.current);
    setAnchor(null);
  };

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (anchor === null) return;
    const hideByKey = (event: KeyboardEvent) => event.key === 'Escape' && setAnchor(null);
    const hideByPress = () => setAnchor(null);
    document.addEventListener('keydown', hideByKey);
    document.addEventListener('pointerdown', hideByPress);
    return () => {
      document.removeEventListener('keydown', hideByKey);
      document.removeEventListener('pointerdown', hideByPress);
    };
  }, [anchor]);

  const { props } = children;
  return (
    <>
      {cloneElement(children, {
        onPointerEnter: both(props.onPointerEnter, ({ pointerType, currentTarget }: PointerEvent) => {
          if (pointerType !== 'mouse') return;
          clearTimeout(timer.current);
          timer.current = setTimeout(() => setAnchor(currentTarget), DELAY_MS);
        }),
        onPointerLeave: both(props.onPointerLeave, hide),
        onPointerDown: both(props.onPointerDown, hide),
        onFocus: both(props.onFocus, ({ currentTarget }: FocusEvent) => {
          if (currentTarget.matches(':focus-visible')) setAnchor(currentTarget);
        }),
        onBlur: both(props.onBlur, hide),
        ...(byTap && {
          onClick: both(props.onClick, ({ currentTarget }: MouseEvent) => setAnchor(currentTarget)),
        }),
        ...(anchor !== null && text ? { 'aria-describedby': id } : {}),
      })}
      {anchor !== null && text && (
        <Suspense>
          <TooltipPopup {...{ id, anchor, text, shortcut, placement }} />
        </Suspense>
      )}
    </>
  );
}
