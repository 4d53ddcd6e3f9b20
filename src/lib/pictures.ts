import { useEffect, useSyncExternalStore } from 'react';
import { loadPicture } from './picture-loader.ts';

/** The maximum number of pictures kept in memory. */
const MAX_PICTURES = 300;

/** Loaded pictures by address. An address is never reused for another picture. */
const pictures = new Map<string, string>();
const loading = new Set<string>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function start(path: string): Promise<void> {
  if (pictures.has(path) || loading.has(path)) return;
  loading.add(path);
  try {
    const data = await loadPicture(path);
    const [oldest] = pictures.keys();
    if (pictures.size >= MAX_PICTURES && oldest !== undefined) pictures.delete(oldest);
    pictures.set(path, data);
    for (const listener of listeners) listener();
  } catch {
    // The picture did not load, so the initials stay.
  } finally {
    loading.delete(path);
  }
}

/** Returns a picture for an `img` element; undefined until it is loaded, and when it cannot be. */
export function usePicture(path: string): string | undefined {
  useEffect(() => void start(path), [path]);
  return useSyncExternalStore(subscribe, () => pictures.get(path));
}
