import type { QueryClient } from '@tanstack/react-query';
import type { DataRouter, Location } from 'react-router';
import type { Me } from '#shared/users/responses.ts';
import { userQueries } from '#src/features/users/queries.ts';
import { me as meSchema } from '#src/features/users/responses.ts';
import { isCovered } from '#src/lib/last-pages/loading.ts';
import { waitAtMost } from '#src/lib/timing/wait-at-most.ts';
import { whenCodeLoaded } from './page-code.ts';

/** What the module of a page exports as `handle`, if people often open it first. */
export interface FirstPage {
  /** Loads what the page shows first into the cache. */
  loadFirst: (client: QueryClient, me: Me, location: Location) => Promise<unknown>;
}

/** Usually all of it has arrived while the app's code was loading. */
const MAX_WAIT_MS = 150;
/** Nobody sees placeholders under the last look of the page. It stays for five seconds at most. */
const MAX_COVERED_WAIT_MS = 3000;

async function load(client: QueryClient, router: DataRouter, abort: AbortSignal): Promise<void> {
  await whenCodeLoaded(router, abort);
  const handle = router.state.matches.at(-1)?.route.handle as FirstPage | undefined;
  if (handle === undefined) return;
  const me = await client.fetchQuery(userQueries.me(meSchema));
  await handle.loadFirst(client, me, router.state.location);
}

/**
 * Waits a moment for the code and the data of the first page. Then it is rendered once: on a slow phone each
 * placeholder takes a tenth of a second. What is late, or fails, is shown by the page.
 */
export async function loadFirstPage(client: QueryClient, router: DataRouter): Promise<void> {
  const waiting = new AbortController();
  await waitAtMost(
    isCovered() ? MAX_COVERED_WAIT_MS : MAX_WAIT_MS,
    load(client, router, waiting.signal).catch(() => undefined),
  );
  waiting.abort();
}
