import { useEffect, useRef, type RefObject } from 'react';

/**
 * Returns the focus to a button after what it opened in its place has closed, unless the person focused something else.
 * @returns the ref of the button
 */
export function useReturnFocus(isOpen: boolean): RefObject<HTMLButtonElement | null> {
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    // A focused element that is removed leaves the focus on the page.
    if (wasOpen.current && !isOpen && document.activeElement === document.body) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return opener;
}
