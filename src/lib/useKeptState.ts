import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

const MAX_KEPT = 100;
const kept = new Map<string, unknown>();

function keep(key: string, value: unknown) {
  kept.delete(key);
  kept.set(key, value);
  for (const oldest of kept.keys()) {
    if (kept.size <= MAX_KEPT) break;
    kept.delete(oldest);
  }
}

/**
 * A state that belongs to the entry of the browser's history: Back and Forward show a page with its filters again. When
 * the page is opened by a link, or loaded again, it starts with the initial value.
 * @param name unique among the states of the page
 */
export function useKeptState<T>(name: string, initial: T) {
  const { key: entry, pathname } = useLocation();
  // The first entry and those of links to parts of a page have the same key.
  const key = `${entry} ${pathname} ${name}`;
  const [value, setValue] = useState<T>(() => (kept.has(key) ? (kept.get(key) as T) : initial));
  useEffect(() => keep(key, value), [key, value]);
  return [value, setValue] as const;
}
