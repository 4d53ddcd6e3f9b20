import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { requestRest } from '#src/transport/transport.ts';

export const sessionQueries = {
  /** Whether someone is signed in here. Requested again by each page, and when the window gets the focus. */
  check: () =>
    queryOptions({
      queryKey: ['session', 'check'],
      queryFn: ({ signal }) =>
        requestRest(z.unknown(), { endpoint: 'me' }, signal).then(
          () => true,
          () => false,
        ),
      staleTime: 0,
      gcTime: 0,
    }),
};
