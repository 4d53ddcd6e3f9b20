import { useLayoutEffect, useRef, useState } from 'react';

const FIELD = 'input, textarea, select, [contenteditable="true"]';
/** Buttons at the bottom of the window: `ActionBar`, dialogs on a phone. */
const ACTION_BAR = '[data-action-bar]';
/** The distance of the list from the edges of the window, in pixels. */
const MARGIN = 16;
/** The distance from a bar of buttons below the list. */
const GAP = 8;
/** The distance from the top of the window, below the top bar. */
const TOP = 4 * MARGIN;

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;
type Size = { width: number; height: number };
/** The distance of the list from the bottom of the window, in pixels, or the top. */
type Place = number | 'top';

function isBeside(box: Box, list: Size): boolean {
  return box.left > MARGIN + list.width || box.right < MARGIN;
}

/**
 * Returns where a list at the bottom left does not cover what is used: above the bars of buttons that it would cover,
 * or at the top when it would cover the field being edited, and would not at the top.
 */
export function placeList(list: Size, windowHeight: number, bars: readonly Box[], field: Box | null): Place {
  let bottom = MARGIN;
  for (const bar of bars) {
    const isCovered = bar.top < windowHeight - bottom && bar.bottom > windowHeight - bottom - list.height;
    if (isCovered && !isBeside(bar, list)) bottom = windowHeight - bar.top + GAP;
  }
  const coversField =
    field !== null && !isBeside(field, list) && field.bottom >= windowHeight - bottom - list.height;
  return coversField && field.top > TOP + list.height ? 'top' : bottom;
}

/** Returns the style of a floating list at the bottom left that moves away from buttons and the field being edited. */
export function useSnackbarPlace() {
  const list = useRef<HTMLOListElement>(null);
  const [place, setPlace] = useState<Place>(MARGIN);
  useLayoutEffect(() => {
    const measure = () => {
      const { offsetWidth: width = 0, offsetHeight: height = 0 } = list.current ?? {};
      const bars = [...document.querySelectorAll(ACTION_BAR)].map((bar) => bar.getBoundingClientRect());
      const focused = document.activeElement;
      const field = focused?.matches(FIELD) === true ? focused.getBoundingClientRect() : null;
      setPlace(placeList({ width, height }, window.innerHeight, bars, field));
    };
    measure();
    // The library adds the messages after this effect.
    const resized = new ResizeObserver(measure);
    if (list.current !== null) resized.observe(list.current);
    const events = ['focusin', 'focusout', 'scroll', 'resize', 'input'] as const;
    for (const event of events) window.addEventListener(event, measure, true);
    return () => {
      resized.disconnect();
      for (const event of events) window.removeEventListener(event, measure, true);
    };
  });
  return { list, style: place === 'top' ? { top: TOP } : { bottom: place } };
}
