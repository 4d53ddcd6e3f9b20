import { surface } from '#src/lib/surface-kind.ts';

/** The delay before loading the code of other pages, so that the first page gets the full bandwidth. */
const DELAY_MS = 3000;

/**
 * Makes pages that were not opened yet available offline: with the service worker, or else in the browser's
 * cache. Does nothing in development, when the person saves data, and in the extension, whose files are
 * already on the device.
 * @param onUpdate called with a function that loads a new version, when there is one
 * @returns a function that stops it
 */
export function keepOfflineCopy(onUpdate: (update: () => void) => void): () => void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (surface !== 'web' || !import.meta.env.PROD || connection?.saveData === true) return () => undefined;
  const stop = new AbortController();
  const timer = setTimeout(() => {
    // Ignores failed loads: offline, pages then load their code when they are opened,
    // and the next visit shows placeholders instead of the last page.
    import('./load-for-offline.ts').then(
      ({ loadForOffline }) => loadForOffline(onUpdate, stop.signal),
      () => undefined,
    );
    import('#src/lib/last-pages/capture.ts').then(
      ({ keepLastPages }) => keepLastPages(stop.signal),
      () => undefined,
    );
  }, DELAY_MS);
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}
