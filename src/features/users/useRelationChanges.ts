import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Me } from '#shared/users/responses.ts';
import { clearCache } from '#src/transport/query-client.ts';

/** Reloads everything when the person's students have changed, so that removed students disappear (decision 022). */
export function useRelationChanges({ data: me, dataUpdatedAt }: UseQueryResult<Me>) {
  const client = useQueryClient();
  const known = useRef<number>(undefined);
  const revision = dataUpdatedAt > 0 ? me?.students_revision : undefined;
  useEffect(() => {
    if (revision === undefined) return;
    if (known.current !== undefined && known.current !== revision) clearCache(client);
    known.current = revision;
  }, [client, revision]);
}
