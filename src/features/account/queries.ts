import { queryOptions } from '@tanstack/react-query';
import { account } from '#shared/account/responses.ts';
import { requestRest } from '#src/transport/transport.ts';

/** The keys of everything about the person's own account. */
export const accountKeys = { all: ['account'] as const };

export const accountQueries = {
  /** The signed-in devices; null when an external provider owns them. */
  account: () =>
    queryOptions({
      queryKey: accountKeys.all,
      queryFn: ({ signal }) => requestRest(account, { endpoint: 'account' }, signal),
      refetchOnWindowFocus: true,
    }),
};
