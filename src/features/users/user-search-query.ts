import { queryOptions } from '@tanstack/react-query';
import type { Role } from '#shared/kernel/roles.ts';
import { foundUsers } from '#shared/users/person.ts';
import { requestRest } from '#src/transport/transport.ts';
import { userKeys } from './queries.ts';

/** Searches people by name or email address (USER-013); with a role, only those. */
export function userSearchQuery(text: string, role?: Role) {
  const search: Record<string, string> = { query: text, ...(role && { role }) };
  return queryOptions({
    queryKey: [...userKeys.all, 'search', search],
    queryFn: ({ signal }) => requestRest(foundUsers, { endpoint: 'searchUsers', search }, signal),
    enabled: text !== '',
  });
}
