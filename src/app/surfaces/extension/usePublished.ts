import { useEffect, useRef, useState } from 'react';
import { onPublished, type Published, readPublished } from '#src/messaging/published.ts';

/**
 * Returns a value that the worker publishes, and follows its changes.
 * @param initial the value read before the first render
 * @param beforeShown called with the previous value before a new one is shown
 */
export function usePublished<Key extends keyof Published>(
  key: Key,
  initial: Published[Key],
  beforeShown?: (next: Published[Key], shown: Published[Key]) => void,
): Published[Key] {
  const [value, setValue] = useState(initial);
  const shown = useRef(initial);
  const latestBeforeShown = useRef(beforeShown);
  latestBeforeShown.current = beforeShown;
  useEffect(() => {
    const show = (next: Published[Key]) => {
      latestBeforeShown.current?.(next, shown.current);
      shown.current = next;
      setValue(next);
    };
    const stop = onPublished(key, show);
    // The value may have changed since `initial` was read.
    void readPublished(key).then(show);
    return stop;
  }, [key]);
  return value;
}
