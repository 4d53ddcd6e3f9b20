import { MutationCache, notifyManager, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { isOffline } from '#shared/kernel/errors.ts';

/** The limits of the client's cache (API-005). */
export const CACHE = { entries: 250, milliseconds: 60_000 } as const;

/** Surfaces of one origin (tabs; popup, panel and app of the extension) notify each other of changes here. */
const CHANNEL = 'gopath-cache';

// Renders `isPending` before the next click: with the default, a timer, the second click of a double click can be sent.
notifyManager.setScheduler(queueMicrotask);

/** Retries reads without showing an error while the server is unreachable: a database failover takes a few seconds. */
function retryable(failures: number, error: unknown): boolean {
  return isOffline(error) && failures < (error.code === 'UNAVAILABLE' ? 3 : 2);
}

/** Refetches active queries and removes inactive ones (API-007). */
export function clearCache(client: QueryClient) {
  client.removeQueries({ type: 'inactive' });
  void client.invalidateQueries();
}

/**
 * Creates the cache of all server state: at most 250 entries, for 60 seconds, cleared by any mutation here or in
 * another open surface. `refetch()` and `staleTime: 0` bypass it (API-006).
 */
export function createQueryClient(): QueryClient {
  const queryCache = new QueryCache();
  const channel = new BroadcastChannel(CHANNEL);
  const client: QueryClient = new QueryClient({
    queryCache,
    mutationCache: new MutationCache({
      onSuccess: () => {
        clearCache(client);
        channel.postMessage('changed');
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: CACHE.milliseconds,
        gcTime: CACHE.milliseconds,
        retry: retryable,
        refetchOnWindowFocus: true,
        networkMode: 'always',
        // Not the default with `networkMode: 'always'`.
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  });
  channel.addEventListener('message', () => clearCache(client));

  queryCache.subscribe((event) => {
    if (event.type !== 'added') return;
    const all = queryCache.getAll();
    if (all.length <= CACHE.entries) return;
    const oldest = all
      // Keeps active and pending queries, and the new one, which has no data yet.
      .filter(
        (query: Query) =>
          query !== event.query && query.getObserversCount() === 0 && query.state.fetchStatus === 'idle',
      )
      .sort((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt)
      .slice(0, all.length - CACHE.entries);
    for (const query of oldest) queryCache.remove(query);
  });
  return client;
}
