import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { KeepParentsOutDocument, KeepsParentsOutDocument } from '#src/transport/generated/rooms/graphql.ts';
import { request } from '#src/transport/transport.ts';
import { showError } from '#src/ui/feedback/snackbar.ts';

/** Loads whether the viewer keeps their parents out of meetings; null when the viewer cannot decide that. */
export const keepsParentsOutQuery = () =>
  queryOptions({
    queryKey: ['rooms', 'parents'] as const,
    queryFn: async ({ signal }) => (await request(KeepsParentsOutDocument, {}, signal)).keepsParentsOut,
  });

/** Keeps parents out of meetings, or lets them in again. Optimistic, rolled back when the server refuses. */
export function useKeepParentsOut() {
  const client = useQueryClient();
  const { queryKey } = keepsParentsOutQuery();
  return useMutation({
    mutationFn: (keepOut: boolean) => request(KeepParentsOutDocument, { input: { keepOut } }),
    onMutate: async (keepOut) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, keepOut);
      return { before: !keepOut };
    },
    onError: (_error, _keepOut, context) => {
      client.setQueryData(queryKey, context?.before);
      showError('Could not save who can join your meetings. Try again.');
    },
  });
}
