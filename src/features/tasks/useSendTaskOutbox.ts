import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useDelivery } from '#src/lib/outbox/useDelivery.ts';
import { taskOutboxKey, useTaskOutbox } from './mutations.ts';
import { isUnsent, readOutbox, type TaskChange } from './outbox.ts';

/** Sends the unsent changes, if any. The code loads only then. @returns how many no longer wait */
async function deliver(viewerPk: number): Promise<number> {
  if (!(await readOutbox(viewerPk)).some(isUnsent)) return 0;
  return (await import('./outbox-delivery.ts')).deliverOutbox(viewerPk);
}

/**
 * Sends the outbox now, when the network returns, and every few seconds while changes wait. Call it once per surface.
 */
export function useSendTaskOutbox(viewerPk: number) {
  const client = useQueryClient();
  const isWaiting = useTaskOutbox(viewerPk).data?.some(isUnsent) ?? false;
  const send = useCallback(async () => {
    const changed = await deliver(viewerPk);
    // Another surface may have sent changes that this one still shows as waiting.
    const known = client.getQueryData<TaskChange[]>(taskOutboxKey(viewerPk))?.length ?? 0;
    if (changed > 0 || (await readOutbox(viewerPk)).length < known) await client.invalidateQueries();
  }, [client, viewerPk]);
  useDelivery(send, isWaiting);
}
