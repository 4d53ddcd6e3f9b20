import { useLayoutEffect, useRef } from 'react';

/**
 * Calls back for each key that is pressed anywhere on the page. It listens from the moment the component is visible: an
 * effect would start a little later, and miss the first key.
 * @param target the window gets a key after the document, so its handlers see what others have handled
 * @param capture whether to get the key before the element that has the focus
 */
export function useKeyDown(
  onKey: (event: KeyboardEvent) => void,
  target: Document | Window = document,
  capture = false,
): void {
  const latest = useRef(onKey);
  latest.current = onKey;
  useLayoutEffect(() => {
    const handle = (event: Event) => latest.current(event as KeyboardEvent);
    target.addEventListener('keydown', handle, capture);
    return () => target.removeEventListener('keydown', handle, capture);
  }, [target, capture]);
}
