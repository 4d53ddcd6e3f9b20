import type { DataRouter } from 'react-router';

/**
 * Resolves when the router has the code of the first page. `abort` removes the listener, because
 * `RouterProvider` notices a change between its first render and its mount only if the router has no other
 * listener.
 */
export function whenCodeLoaded(router: DataRouter, abort: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
    abort.addEventListener('abort', stop);
    return undefined;
  });
}
