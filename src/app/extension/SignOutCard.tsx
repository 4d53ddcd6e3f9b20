import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Me } from '#shared/users/answers.ts';
import { endSession } from '#src/transport/transport.ts';
import { PlainButton } from '#src/ui/PlainButton.tsx';
import { useWorkerAction } from './useWorkerAction.ts';

/** Asks before signing out, and says what of the person's own words would be lost with it. */
export function SignOutCard({ owner, onCancel }: { owner: Me | undefined; onCancel: () => void }) {
  const drafts = useQuery({
    queryKey: ['drafts', owner?.id],
    queryFn: async () => {
      const { draftStore } = await import('#src/features/notes/drafts/draft-store.ts');
      return owner === undefined ? 0 : draftStore.count(String(owner.pk));
    },
    staleTime: 0,
  });
  const { run, busy, error } = useWorkerAction(async () => {
    // First, so that an open panel does not keep its text once more as it closes. Signing out here cannot fail.
    const { forgetDrafts } = await import('#src/features/notes/drafts/note-session.ts');
    if (owner !== undefined) await forgetDrafts(String(owner.pk));
    await endSession();
  });
  const card = useRef<HTMLElement>(null);
  useEffect(() => card.current?.focus(), []);
  const count = drafts.data ?? 0;
  return (
    <section
      ref={card}
      tabIndex={-1}
      aria-label="Sign out"
      className="grid gap-2 rounded-card border bg-surface p-3 outline-none"
    >
      <p>
        {count === 0
          ? 'Sign out of GoPath in this browser?'
          : `${count === 1 ? 'One note has' : `${count} notes have`} changes that are only on this device. Signing out deletes them.`}
      </p>
      {error !== null && <p className="text-danger">{error}</p>}
      <div className="flex justify-end gap-2">
        <PlainButton variant="ghost" onClick={onCancel}>
          Cancel
        </PlainButton>
        <PlainButton variant={count === 0 ? 'primary' : 'danger'} onClick={run} busy={busy}>
          {count === 0 ? 'Sign out' : 'Delete and sign out'}
        </PlainButton>
      </div>
    </section>
  );
}
