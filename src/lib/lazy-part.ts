import { type ComponentType, lazy } from 'react';

/** The longest wait before the code is requested again, in milliseconds. */
const RETRY_MS = 10_000;
const MAX_TRIES = 30;

/** Resolves when the network is back, or after a while, because a server can be down, too. */
function waitToRetry(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(tryAgain, RETRY_MS);
    window.addEventListener('online', tryAgain);
    function tryAgain() {
      clearTimeout(timer);
      window.removeEventListener('online', tryAgain);
      resolve();
    }
  });
}

/**
 * Returns a component whose code loads when it is first rendered, for parts that a page does not depend on.
 * While the code cannot be loaded, the placeholder stays and the code is requested again; the page does not
 * fail.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    for (let tries = 1; ; tries += 1) {
      try {
        return { default: await load() };
      } catch (error) {
        if (tries === MAX_TRIES) throw error;
        await waitToRetry();
      }
    }
  });
}
