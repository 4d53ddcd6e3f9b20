import { useEffect, useRef, useState } from 'react';
import { onPublished, type Published, readPublished } from '#src/messaging/published.ts';

/**
 * A value that the worker publishes, and each new one.
 * @param initial what the door has read before it rendered
 * @param beforeShown hears of each value before it is shown, with the one that was shown until then
 */
export function usePublished<Key extends keyof Published>(
  key: Key,
  initial: Published[Key],
  beforeShown?: (next: Published[Key], shown: Published[Key]) => void,
): Published[Key] {
  const [value, setValue] = useState(initial);
  const shown = useRef(initial);
  const hear = useRef(beforeShown);
  hear.current = beforeShown;
  useEffect(() => {
    const show = (next: Published[Key]) => {
      hear.current?.(next, shown.current);
      shown.current = next;
      setValue(next);
    };
    const stop = onPublished(key, show);
    // It may have changed between the door's reading and this.
    void readPublished(key).then(show);
    return stop;
  }, [key]);
  return value;
}
