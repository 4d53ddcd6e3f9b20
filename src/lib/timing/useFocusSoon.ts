import { useEffect, type RefObject } from 'react';
import { FOCUS_DELAY_MS } from './timing.ts';

/** Focuses an element 100 ms after it appears, when its surroundings have settled (FORM-020). */
export function useFocusSoon(element: RefObject<HTMLElement | null>, when: boolean = true): void {
  useEffect(() => {
    if (!when) return;
    const timer = setTimeout(() => element.current?.focus(), FOCUS_DELAY_MS);
    return () => clearTimeout(timer);
  }, [element, when]);
}
