import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { requestRest } from '#src/transport/transport.ts';
import { showError, showSuccess } from '#src/ui/feedback/snackbar.ts';
import { connectionQueries } from './queries.ts';

/** Starts a sync with SimplyBook. */
export function useSyncSimplybook() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => requestRest(z.object({ started: z.boolean() }), { endpoint: 'syncSimplybook' }),
    onSuccess: () => {
      showSuccess('Sync started');
      return client.invalidateQueries({ queryKey: connectionQueries.list().queryKey });
    },
    onError: (error) => showError(error.message),
  });
}
