import { surface } from '#src/lib/surface-kind.ts';

/** The delay before the library loads, so that the first page gets the full bandwidth. */
const DELAY_MS = 3000;

let captureCrash: ((error: unknown) => void) | null = null;

/**
 * Starts the error-reporting service on the web.
 * @param dsn its address from the server; null without a service
 * @returns a function that cancels a start that is still waiting
 */
export function startMonitoring(dsn: string | null): () => void {
  if (surface !== 'web' || dsn === null || captureCrash !== null) return () => undefined;
  const timer = setTimeout(() => {
    import('./sentry.ts')
      .then((sentry) => {
        sentry.startSentry(dsn);
        captureCrash = sentry.captureCrash;
      })
      .catch(() => undefined);
  }, DELAY_MS);
  return () => clearTimeout(timer);
}

/**
 * Reports a crash with the library.
 * @returns false while the library is not loaded
 */
export function captured(error: unknown): boolean {
  captureCrash?.(error);
  return captureCrash !== null;
}
