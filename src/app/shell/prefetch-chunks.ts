import { surface } from '#src/lib/surface-kind.ts';

/** The delay before prefetching, so that the first page has the whole bandwidth. */
const DELAY_MS = 3000;

function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve());
    else setTimeout(resolve, 200);
  });
}

/** Loads the code of all pages into the browser's cache, one file at a time while the browser is idle. */
async function load(signal: AbortSignal) {
  const response = await fetch('/chunks.json', { signal });
  const files = (await response.json()) as string[];
  for (const file of files) {
    await whenIdle();
    await fetch(`/${file}`, { signal, priority: 'low' });
  }
}

/**
 * Loads pages that were not opened yet, so that they open offline. Does nothing in the extension, whose files
 * are on the device, in development, and when the browser saves data.
 * @returns a function that stops it
 */
export function prefetchChunks(): () => void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (surface !== 'web' || !import.meta.env.PROD || connection?.saveData === true) return () => undefined;
  const stop = new AbortController();
  const timer = setTimeout(() => {
    load(stop.signal).catch(() => undefined);
  }, DELAY_MS);
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}
