import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useDelivery } from '#src/lib/outbox/useDelivery.ts';
import { showError } from '#src/ui/feedback/snackbar.ts';
import { taskOutboxKey, useTaskOutbox } from './mutations.ts';
import { flushOutbox, readOutbox, type TaskChange } from './outbox.ts';

/** Sends the outbox now, when the network returns, and every few seconds while changes wait. Call it once per surface. */
export function useSendTaskOutbox(viewerPk: number) {
  const client = useQueryClient();
  const waiting = useTaskOutbox(viewerPk).data?.length ?? 0;
  const send = useCallback(async () => {
    const { sent, refused } = await flushOutbox(viewerPk);
    if (refused > 0)
      showError('A change you made offline could not be saved: it was changed by someone else.');
    // Another surface may have sent changes that this one still shows as waiting.
    const known = client.getQueryData<TaskChange[]>(taskOutboxKey(viewerPk))?.length ?? 0;
    if (sent + refused > 0 || (await readOutbox(viewerPk)).length < known) await client.invalidateQueries();
  }, [client, viewerPk]);
  useDelivery(send, waiting > 0);
}
