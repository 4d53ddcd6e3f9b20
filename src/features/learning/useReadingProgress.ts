import { type RefObject, useEffect, useRef, useState } from 'react';

/** Progress is saved when it grew by this many percent, and when the page closes. */
const STEP = 10;

/** Returns how much of an element was scrolled past the lower edge of the window, in percent. */
function readPercent(element: HTMLElement): number {
  const { top, height } = element.getBoundingClientRect();
  return Math.round(Math.min(1, Math.max(0, (innerHeight - top) / height)) * 100);
}

/**
 * Follows how far an article was scrolled, and saves it. An article that fits on the screen does not count as read
 * until the person says so.
 * @returns the position of the window in percent
 */
export function useReadingProgress(
  element: RefObject<HTMLElement | null>,
  saved: number,
  save: (percent: number) => void,
): number {
  const [position, setPosition] = useState(0);
  const furthest = useRef(saved);
  const stored = useRef(saved);
  const latest = useRef(save);
  latest.current = save;

  useEffect(() => {
    const store = () => {
      if (furthest.current <= stored.current) return;
      stored.current = furthest.current;
      latest.current(furthest.current);
    };
    let frame = 0;
    const follow = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        if (element.current === null) return;
        const percent = readPercent(element.current);
        setPosition(percent);
        furthest.current = Math.max(furthest.current, percent);
        if (furthest.current - stored.current >= STEP || furthest.current === 100) store();
      });
    };
    addEventListener('scroll', follow, { passive: true });
    addEventListener('pagehide', store);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', follow);
      removeEventListener('pagehide', store);
      store();
    };
  }, [element]);
  return position;
}
