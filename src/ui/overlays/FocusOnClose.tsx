import { type RefObject, useEffect } from 'react';
import { FOCUS_DELAY_MS } from '#src/lib/timing/timing.ts';

/**
 * Moves the focus when the surrounding dialog has closed after a deletion: the button that opened it no longer exists.
 */
export function FocusOnClose({
  target,
}: {
  /** Focuses another element; null when nothing was deleted. */
  target: RefObject<(() => void) | null>;
}) {
  useEffect(
    () => () => {
      if (target.current !== null) setTimeout(target.current, FOCUS_DELAY_MS);
      target.current = null;
    },
    [target],
  );
  return null;
}
