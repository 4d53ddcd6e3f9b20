import { useEffect, useState } from 'react';
import { onPublished, type Published, readPublished } from '#src/messaging/published.ts';

/**
 * A value that the worker publishes, and each new one.
 * @param initial what the door has read before it rendered
 */
export function usePublished<Key extends keyof Published>(key: Key, initial: Published[Key]): Published[Key] {
  const [value, setValue] = useState(initial);
  useEffect(() => {
    const stop = onPublished(key, setValue);
    // It may have changed between the door's reading and this.
    void readPublished(key).then(setValue);
    return stop;
  }, [key]);
  return value;
}
