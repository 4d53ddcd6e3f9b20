import { infiniteQueryOptions } from '@tanstack/react-query';
import {
  AllInvitedUsersDocument,
  type InvitedUserRowFragment,
} from '#src/transport/generated/invitations/graphql.ts';
import { request } from '#src/transport/transport.ts';

export type InvitedUser = InvitedUserRowFragment;

/** The maximum of a GraphQL Int; the server returns a bounded page (INV-014). */
const ALL = 2_147_483_647;

/** The query keys of invitations. */
export const invitationKeys = {
  all: ['invitations'] as const,
  list: () => [...invitationKeys.all, 'list'] as const,
  open: (token: string) => [...invitationKeys.all, 'open', token] as const,
};

export const invitationQueries = {
  /** The people the viewer invited, newest first. */
  list: () =>
    infiniteQueryOptions({
      queryKey: invitationKeys.list(),
      queryFn: async ({ pageParam, signal }) =>
        (await request(AllInvitedUsersDocument, { first: ALL, after: pageParam }, signal)).allInvitedUsers,
      initialPageParam: null as string | null,
      getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
    }),
};
