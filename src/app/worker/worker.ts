/**
 * The service worker `/worker.js` (SHEL-045). It stores the code of all pages when it is installed and answers every
 * page from there, so that they open without a network. Data is not its concern: `src/transport/last-responses.ts`.
 */
import { clientsClaim } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

/** The files of this build; set when it is built. */
declare const __FILES__: PrecacheEntry[];

/** The server's own paths, and files: they are never pages of the app. */
const NOT_PAGES = [/^\/(?:api|graphql|oidc|dev|healthz|readyz|assets|calendar)(?:\/|$)/, /\.[^/]+$/];

cleanupOutdatedCaches();
precacheAndRoute(__FILES__, { cleanURLs: false, directoryIndex: '' });
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: NOT_PAGES }));
clientsClaim();

// A new version waits until the person accepts it, or until no page is open.
addEventListener('message', ({ data }) => {
  const { type } = data as { type?: unknown };
  if (type === 'SKIP_WAITING') void (globalThis as unknown as { skipWaiting(): Promise<void> }).skipWaiting();
});
