import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { requestRest } from '#src/transport/transport.ts';

/** How often an open page checks for new alerts. */
const POLL_MS = 60_000;

/** The query keys of alerts. */
export const alertKeys = {
  all: ['alerts'] as const,
  newest: () => [...alertKeys.all, 'newest'] as const,
  history: () => [...alertKeys.all, 'history'] as const,
  settings: () => [...alertKeys.all, 'settings'] as const,
};

export const alertQueries = {
  /** The newest alerts and the unread count; polled while the page is visible. */
  newest: () =>
    queryOptions({
      queryKey: alertKeys.newest(),
      queryFn: async ({ signal }) =>
        requestRest((await import('./responses.ts')).alertFeed, { endpoint: 'alerts' }, signal),
      refetchInterval: POLL_MS,
      refetchOnWindowFocus: true,
    }),

  /** All alerts, page by page. */
  history: () =>
    infiniteQueryOptions({
      queryKey: alertKeys.history(),
      queryFn: async ({ pageParam, signal }) =>
        requestRest(
          (await import('./responses.ts')).alertFeed,
          { endpoint: 'alerts', ...(pageParam === null ? {} : { search: { before: pageParam } }) },
          signal,
        ),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.older,
    }),

  /** The alert settings (ALRT-010). */
  settings: () =>
    queryOptions({
      queryKey: alertKeys.settings(),
      queryFn: async ({ signal }) =>
        requestRest(
          (await import('./settings-response.ts')).alertSettings,
          { endpoint: 'alertSettings' },
          signal,
        ),
    }),
};
