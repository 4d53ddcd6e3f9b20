/**
 * The service worker `/worker.js` (SHEL-045). When installed, it stores the code of all pages. It answers
 * page requests from there, so that pages open without a network. `src/transport/last-responses.ts` stores
 * the data.
 */
import { cacheNames, clientsClaim } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { ROOM_PAGES } from '#shared/kernel/paths.ts';

/** The files of this build; set when it is built. */
declare const __FILES__: PrecacheEntry[];

/** Paths of the server and of files, which are never pages of the app. */
const NOT_PAGES = [/^\/(?:api|graphql|oidc|dev|healthz|readyz|assets|calendar)(?:\/|$)/, /\.[^/]+$/];

/** The cache with the code of previous versions, for tabs that still show them. */
const PREVIOUS = 'gopath-previous-code';
const CODE = '/assets/';

/** The parts of a service worker's global scope that this file uses. */
interface WorkerScope {
  skipWaiting(): Promise<void>;
  clients: { matchAll(options: { includeUncontrolled: boolean }): Promise<readonly unknown[]> };
}
type PhaseEvent = Event & { waitUntil(work: Promise<unknown>): void };
const scope = globalThis as unknown as WorkerScope;

/** Copies the previous versions' code, because activating this version deletes it. */
async function keepPreviousCode(): Promise<void> {
  const own = new Set(__FILES__.map((file) => (typeof file === 'string' ? file : file.url)));
  const [stored, previous] = await Promise.all([caches.open(cacheNames.precache), caches.open(PREVIOUS)]);
  for (const request of await stored.keys()) {
    const { pathname } = new URL(request.url);
    const response =
      pathname.startsWith(CODE) && !own.has(pathname) ? await stored.match(request) : undefined;
    if (response !== undefined) await previous.put(pathname, response);
  }
}

addEventListener('install', (event) =>
  (event as PhaseEvent).waitUntil(keepPreviousCode().catch(() => undefined)),
);
addEventListener('activate', (event) =>
  (event as PhaseEvent).waitUntil(
    // Deletes the previous versions' code when no tab is open that could need it.
    scope.clients
      .matchAll({ includeUncontrolled: true })
      .then((tabs) => (tabs.length === 0 ? caches.delete(PREVIOUS) : false)),
  ),
);

cleanupOutdatedCaches();
precacheAndRoute(__FILES__, { cleanURLs: false, directoryIndex: '' });
// Prefers the server's response for a room: its headers allow the camera and name the Jitsi server in the
// current settings.
const storedRoom = createHandlerBoundToURL(ROOM_PAGES);
registerRoute(
  new NavigationRoute(
    async (options) => {
      const response = await fetch(options.request).catch(() => null);
      return response === null || response.status >= 500 ? storedRoom(options) : response;
    },
    { allowlist: [new RegExp(`^${ROOM_PAGES}`)] },
  ),
);
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: NOT_PAGES }));
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith(CODE),
  async ({ request, url }) => (await (await caches.open(PREVIOUS)).match(url.pathname)) ?? fetch(request),
);
clientsClaim();

// A new version waits until the person accepts it, or until no page is open.
addEventListener('message', ({ data }) => {
  const { type } = data as { type?: unknown };
  if (type === 'SKIP_WAITING') void scope.skipWaiting();
});
