import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { isOffline } from '#shared/kernel/errors.ts';

/** API-005: what the client keeps of answers. */
export const CACHE = { entries: 250, milliseconds: 60_000 } as const;

/** Surfaces of one origin (tabs; popup, panel and app of the extension) tell each other of changes here. */
const CHANNEL = 'gopath-cache';

/** Retries reads quietly while the server cannot be reached: a database failover takes a few seconds. */
function retryable(failures: number, error: unknown): boolean {
  return isOffline(error) && failures < (error.code === 'UNAVAILABLE' ? 3 : 2);
}

/** Marks everything stale: what is shown loads again, what is not shown is dropped (API-007). */
export function clearCache(client: QueryClient) {
  client.removeQueries({ type: 'inactive' });
  void client.invalidateQueries();
}

/**
 * The cache of all server state: at most 250 entries, kept for 60 seconds, emptied by any mutation here or in
 * another open surface. A query goes past it with `refetch()` or `staleTime: 0` (API-006).
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
      // Not what is shown or under way, and not the new one, which has no answer yet.
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
