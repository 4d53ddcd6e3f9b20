import type { DataRouter } from 'react-router';

/**
 * Resolves when the router has the code of the first page. After `abort` it stops listening: only for a router without
 * listeners does `RouterProvider` learn of a change between its first render and its mount.
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
