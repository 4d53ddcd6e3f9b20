import { useLayoutEffect, useRef, type RefObject } from 'react';
import { isTypingIn } from '../shortcuts.ts';
import { useKeyDown } from '../useKeyDown.ts';
import { FOCUS_DELAY_MS } from './timing.ts';

/**
 * Focuses a text field 100 ms after it appears, when its surroundings have settled (FORM-020). Text typed until then
 * goes into the field.
 */
export function useFocusSoon(element: RefObject<HTMLElement | null>, when: boolean = true): void {
  /** Null once the field has the focus. */
  const typed = useRef<string | null>(null);
  useKeyDown(
    (event) => {
      if (typed.current === null || !isText(event, typed.current)) return;
      typed.current += event.key;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    window,
    true,
  );
  // A layout effect, because a key can follow the first frame before an effect runs.
  useLayoutEffect(() => {
    if (!when) return;
    typed.current = '';
    const timer = setTimeout(() => {
      element.current?.focus();
      // Deprecated, but without a replacement: types at the cursor, as the person did.
      if (typed.current) document.execCommand('insertText', false, typed.current);
      typed.current = null;
    }, FOCUS_DELAY_MS);
    return () => {
      clearTimeout(timer);
      typed.current = null;
    };
  }, [element, when]);
}

/** Returns whether a key types text. A first space activates the focused button instead. */
function isText({ key, ctrlKey, metaKey, altKey, target, repeat }: KeyboardEvent, typed: string): boolean {
  if (ctrlKey || metaKey || altKey || repeat || [...key].length !== 1) return false;
  return !(key === ' ' && typed === '') && !isTypingIn(target);
}
