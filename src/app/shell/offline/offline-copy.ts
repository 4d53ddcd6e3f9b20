import { surface } from '#src/lib/surface-kind.ts';
import { prefetchChunks } from '../loading/prefetch-chunks.ts';

/** The delay before loading the code of other pages, so that the first page gets the full bandwidth. */
const DELAY_MS = 3000;
const UPDATE_CHECK_MS = 3_600_000;

const reload = () => location.reload();

/** Activates the waiting version and reloads this page. Other tabs keep their page, and offer to reload it. */
function apply(waiting: ServiceWorker) {
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
  waiting.postMessage({ type: 'SKIP_WAITING' });
}

/** Registers the service worker. @param onUpdate called with a function that loads a new version */
async function register(onUpdate: (update: () => void) => void, signal: AbortSignal): Promise<void> {
  const registration = await navigator.serviceWorker.register('/worker.js');
  const offer = () => {
    const { waiting } = registration;
    // Without a controller this is the first version, so there is no update to offer.
    if (waiting !== null && navigator.serviceWorker.controller !== null) onUpdate(() => apply(waiting));
  };
  offer();
  // Another tab accepted a version; the worker still has the code of this page's version.
  let hasController = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener(
    'controllerchange',
    () => {
      if (hasController) onUpdate(reload);
      hasController = true;
    },
    { signal },
  );
  registration.addEventListener(
    'updatefound',
    () => registration.installing?.addEventListener('statechange', offer, { signal }),
    { signal },
  );
  const timer = setInterval(() => void registration.update().catch(() => undefined), UPDATE_CHECK_MS);
  signal.addEventListener('abort', () => clearInterval(timer));
}

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
    // The browser can refuse the service worker in private windows and when the storage is full.
    register(onUpdate, stop.signal).catch(() => prefetchChunks(stop.signal));
    // Ignores a failed load: the next visit then shows placeholders instead of the last page.
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
