import { queryOptions } from '@tanstack/react-query';
import { connectionList } from '#shared/connections/responses.ts';
import { requestRest } from '#src/transport/transport.ts';

/** How often the page reads the state again while a sync runs. */
const SYNC_INTERVAL_MS = 3_000;
const INTERVAL_MS = 30_000;

export const connectionQueries = {
  /** The state of every connection, for staff. It is read again while the page is open. */
  list: () =>
    queryOptions({
      queryKey: ['connections'],
      queryFn: ({ signal }) => requestRest(connectionList, { endpoint: 'connections' }, signal),
      refetchInterval: ({ state }) =>
        state.data?.simplybook?.is_syncing === true ? SYNC_INTERVAL_MS : INTERVAL_MS,
    }),
};
