import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Me } from '#shared/users/responses.ts';
import { endSession } from '#src/transport/transport.ts';
import { CancelButton } from '#src/ui/buttons/CancelButton.tsx';
import { PlainButton } from '#src/ui/buttons/PlainButton.tsx';
import { useWorkerAction } from './useWorkerAction.ts';

/** Asks before signing out and lists the unsent data that would be deleted. */
export function SignOutCard({ owner, onCancel }: { owner: Me | undefined; onCancel: () => void }) {
  const unsent = useQuery({
    queryKey: ['unsent', owner?.id],
    queryFn: async () => {
      const { readUnsent } = await import('../../shell/offline/unsent-data.ts');
      return owner === undefined ? null : readUnsent(owner);
    },
    staleTime: 0,
  });
  const { run, busy, error } = useWorkerAction(async () => {
    const { deleteUnsent, isAllShown, UNSENT_CHANGED } = await import('../../shell/offline/unsent-data.ts');
    const { data: latest } = await unsent.refetch();
    if (!isAllShown(latest?.ids, unsent.data?.ids)) throw new Error(UNSENT_CHANGED);
    // Before signing out, so that an open panel does not store its text again when it closes. Signing out here cannot
    // fail. Storage that cannot be opened has no data to delete, and must not prevent signing out.
    if (owner !== undefined) await deleteUnsent(owner).catch(() => undefined);
    await endSession();
  });
  const card = useRef<HTMLElement>(null);
  useEffect(() => card.current?.focus(), []);
  const unsentSummary = unsent.data?.text ?? '';
  return (
    <section
      ref={card}
      tabIndex={-1}
      aria-label="Sign out"
      className="grid gap-2 rounded-card border bg-surface p-3 outline-none"
    >
      <p>
        {unsentSummary === ''
          ? 'Sign out of GoPath in this browser?'
          : `Only on this device: ${unsentSummary}. Signing out deletes this.`}
      </p>
      {error !== null && (
        <p role="alert" className="text-danger">
          {error}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <CancelButton onClick={onCancel} />
        <PlainButton variant={unsentSummary === '' ? 'primary' : 'danger'} onClick={run} busy={busy}>
          {unsentSummary === '' ? 'Sign out' : 'Delete and sign out'}
        </PlainButton>
      </div>
    </section>
  );
}
