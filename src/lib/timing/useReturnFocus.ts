import { useEffect, useRef, type RefObject } from 'react';

/**
 * Returns the focus to a button after what it opened in its place has closed, unless the person focused something else.
 * @param fallback the button that gets the focus while the first one is hidden
 * @returns the ref of the button
 */
export function useReturnFocus(
  isOpen: boolean,
  fallback?: RefObject<HTMLButtonElement | null>,
): RefObject<HTMLButtonElement | null> {
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    // A focused element that is removed leaves the focus on the page.
    if (wasOpen.current && !isOpen && document.activeElement === document.body) {
      opener.current?.focus();
      // A hidden button cannot take it.
      if (document.activeElement === document.body) fallback?.current?.focus();
    }
    wasOpen.current = isOpen;
  }, [isOpen, fallback]);
  return opener;
}
