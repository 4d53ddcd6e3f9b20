import { useEffect, useRef, useState } from 'react';

const FIELD = 'input, textarea, select, [contenteditable="true"]';
/** The distance of the list from the edge of the window. */
const MARGIN = 16;

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/** Returns whether a list at the bottom left would cover the field, and would not at the top. */
export function coversField(
  field: Box,
  list: { width: number; height: number },
  windowHeight: number,
): boolean {
  const isBeside = field.left > MARGIN + list.width || field.right < MARGIN;
  const isAbove = field.bottom < windowHeight - MARGIN - list.height;
  const leavesTop = field.top > 4 * MARGIN + list.height;
  return !isBeside && !isAbove && leavesTop;
}

/** Returns whether a floating list at the bottom left should move to the top, away from the field being edited. */
export function useAvoidField() {
  const list = useRef<HTMLOListElement>(null);
  const [isAtTop, setAtTop] = useState(false);
  useEffect(() => {
    const measure = () => {
      const field = document.activeElement;
      const isEditing = field?.matches(FIELD) === true && list.current !== null;
      setAtTop(
        isEditing &&
          coversField(
            field.getBoundingClientRect(),
            { width: list.current?.offsetWidth ?? 0, height: list.current?.offsetHeight ?? 0 },
            window.innerHeight,
          ),
      );
    };
    measure();
    const events = ['focusin', 'focusout', 'scroll', 'resize', 'input'] as const;
    for (const event of events) window.addEventListener(event, measure, true);
    return () => {
      for (const event of events) window.removeEventListener(event, measure, true);
    };
  });
  return { list, isAtTop };
}
