import { queryOptions } from '@tanstack/react-query';
import { connectionList } from '#shared/connections/responses.ts';
import { requestRest } from '#src/transport/transport.ts';

/** How often the open page reads the state again, to show when a sync ends. */
const INTERVAL_MS = 5_000;

export const connectionQueries = {
  /** The state of every connection, for staff. It is read again while the page is open. */
  list: () =>
    queryOptions({
      queryKey: ['connections'],
      queryFn: ({ signal }) => requestRest(connectionList, { endpoint: 'connections' }, signal),
      refetchInterval: INTERVAL_MS,
    }),
};
