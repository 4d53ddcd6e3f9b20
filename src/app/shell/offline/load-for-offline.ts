import { whenIdle } from '#src/lib/timing/when-idle.ts';

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

/** Loads the code of all pages into the browser's cache, one file at a time while the browser is idle. */
async function prefetchChunks(signal: AbortSignal): Promise<void> {
  try {
    const response = await fetch('/chunks.json', { signal });
    for (const file of (await response.json()) as string[]) {
      await whenIdle();
      await fetch(`/${file}`, { signal, priority: 'low' });
    }
  } catch {
    // Stopped or offline: pages load their code when they are opened.
  }
}

/**
 * Loads the code of all pages with the service worker, or else into the browser's cache.
 * @param onUpdate called with a function that loads a new version, when there is one
 */
export function loadForOffline(onUpdate: (update: () => void) => void, signal: AbortSignal): Promise<void> {
  // The browser can refuse the service worker in private windows and when the storage is full.
  return register(onUpdate, signal).catch(() => prefetchChunks(signal));
}
