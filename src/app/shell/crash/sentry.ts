/** The error-reporting service's library. Loaded 3 seconds after the start, and only if a service is configured. */
import {
  browserTracingIntegration,
  captureException,
  dedupeIntegration,
  type ErrorEvent,
  globalHandlersIntegration,
  init,
} from '@sentry/browser';
import { SAMPLING, scrubEvent, TUNNEL_PATH } from '#shared/monitoring/scrub.ts';

declare const __COMMIT_HASH__: string;

/** Starts reporting errors and page loads through our server (SHEL-044). Removes personal data before sending. */
export function startSentry(dsn: string) {
  init({
    dsn,
    tunnel: TUNNEL_PATH,
    release: __COMMIT_HASH__,
    environment: 'web',
    sampleRate: SAMPLING.errors,
    tracesSampleRate: SAMPLING.traces,
    // Sends one transaction with its spans, a format that every compatible server accepts.
    traceLifecycle: 'static',
    // Adds no tracing headers to our requests.
    tracePropagationTargets: [],
    sendClientReports: false,
    maxBreadcrumbs: 0,
    defaultIntegrations: false,
    integrations: [globalHandlersIntegration(), dedupeIntegration(), browserTracingIntegration()],
    beforeSend: (event) => scrubEvent('event', event) as ErrorEvent | null,
    beforeSendTransaction: (event) => scrubEvent('transaction', event) as typeof event | null,
  });
}

/** Reports a crash. */
export function captureCrash(error: unknown) {
  captureException(error);
}
