import { queryOptions } from '@tanstack/react-query';
import { person } from '#shared/users/person.ts';
import { requestRest } from '#src/transport/transport.ts';
import { userKeys } from './queries.ts';

/** Loads a person's name and role, and what else the viewer can see of them (USER-038). */
export function personQuery(pk: number) {
  return queryOptions({
    queryKey: userKeys.person(pk),
    queryFn: ({ signal }) => requestRest(person, { endpoint: 'user', params: { pk } }, signal),
  });
}
