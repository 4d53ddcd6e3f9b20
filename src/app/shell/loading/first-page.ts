import type { QueryClient } from '@tanstack/react-query';
import type { DataRouter, Location } from 'react-router';
import type { Me } from '#shared/users/responses.ts';
import { userQueries } from '#src/features/users/queries.ts';
import { me as meSchema } from '#src/features/users/responses.ts';
import { isCovered } from '#src/lib/last-pages/loading.ts';
import { waitAtMost } from '#src/lib/timing/wait-at-most.ts';
import { whenCodeLoaded } from './page-code.ts';

/** The `handle` export of a page module, for pages that people often open first. */
export interface FirstPage {
  /** Loads what the page shows first into the cache. */
  loadFirst: (client: QueryClient, me: Me, location: Location) => Promise<unknown>;
}

/** The maximum wait. Usually the page's code and data arrive while the app's code is loading. */
const MAX_WAIT_MS = 150;
/** The maximum wait while the last look of the page hides placeholders, for five seconds at most. */
const MAX_COVERED_WAIT_MS = 3000;

async function load(client: QueryClient, router: DataRouter, abort: AbortSignal): Promise<void> {
  await whenCodeLoaded(router, abort);
  const handle = router.state.matches.at(-1)?.route.handle as FirstPage | undefined;
  if (handle === undefined) return;
  const me = await client.fetchQuery(userQueries.me(meSchema));
  await handle.loadFirst(client, me, router.state.location);
}

/**
 * Waits a moment for the code and the data of the first page, so that it renders once: on a slow phone each
 * placeholder takes a tenth of a second. The page itself handles what is late or fails.
 */
export async function loadFirstPage(client: QueryClient, router: DataRouter): Promise<void> {
  const waiting = new AbortController();
  await waitAtMost(
    isCovered() ? MAX_COVERED_WAIT_MS : MAX_WAIT_MS,
    load(client, router, waiting.signal).catch(() => undefined),
  );
  waiting.abort();
}
