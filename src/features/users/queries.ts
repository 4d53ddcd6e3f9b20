import { queryOptions } from '@tanstack/react-query';
import { me } from '#shared/users/schema.ts';
import { requestRest } from '#src/transport/transport.ts';

/** The keys of everything about people. */
export const userKeys = {
  all: ['users'] as const,
  me: () => [...userKeys.all, 'me'] as const,
};

export const userQueries = {
  /** The signed-in person with permissions, theme and pinned people (AUTH-018). */
  me: () =>
    queryOptions({
      queryKey: userKeys.me(),
      queryFn: ({ signal }) => requestRest(me, { endpoint: 'me' }, signal),
    }),
};
