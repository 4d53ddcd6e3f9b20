import { queryOptions } from '@tanstack/react-query';
import { account } from '#shared/account/responses.ts';
import { requestRest } from '#src/transport/transport.ts';

/** The query keys of the person's account. */
export const accountKeys = { all: ['account'] as const };

export const accountQueries = {
  /** The devices, passkeys and second factor; each is null when an external provider manages the account. */
  account: () =>
    queryOptions({
      queryKey: accountKeys.all,
      queryFn: ({ signal }) => requestRest(account, { endpoint: 'account' }, signal),
      refetchOnWindowFocus: true,
    }),
};
