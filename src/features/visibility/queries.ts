import { queryOptions } from '@tanstack/react-query';
import type { VisibleKind } from '#shared/visibility/kinds.ts';
import { WhoCanSeeDocument } from '#src/transport/generated/visibility/graphql.ts';
import { request } from '#src/transport/transport.ts';

/** Returns the people who can see a note, a list, or something of a student. */
export function readersQuery(kind: VisibleKind, pk: number) {
  return queryOptions({
    queryKey: ['visibility', kind, pk],
    queryFn: async ({ signal }) => (await request(WhoCanSeeDocument, { kind, pk }, signal)).whoCanSee,
  });
}
