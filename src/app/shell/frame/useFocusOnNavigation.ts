import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Moves the focus to the content when the page changes, so that a screen reader does not read the menu again.
 * @returns the ref of the content, which needs tabIndex -1
 */
export function useFocusOnNavigation(): RefObject<HTMLElement | null> {
  const { pathname, state } = useLocation();
  const content = useRef<HTMLElement>(null);
  const shownPath = useRef(pathname);
  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    // True when a form becomes its own edit page while the person types.
    const keepsFocus = (state as { keepsFocus?: boolean } | null)?.keepsFocus === true;
    if (keepsFocus && document.activeElement !== document.body) return;
    content.current?.focus({ preventScroll: true });
  }, [pathname, state]);
  return content;
}
