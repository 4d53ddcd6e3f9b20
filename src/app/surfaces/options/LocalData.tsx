import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { userQueries } from '#src/features/users/queries.ts';
import { clearSurfaceCache } from '#src/lib/surface-cache.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { CancelButton } from '#src/ui/buttons/CancelButton.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { showError, showSuccess } from '#src/ui/feedback/snackbar.ts';
import { deleteUnsent, isAllShown, readUnsent, UNSENT_CHANGED } from '../../shell/offline/unsent-data.ts';

const NOTHING_UNSENT = { all: '', toDelete: '', idsToDelete: [] as string[], isEditing: false };

/**
 * Shows and deletes the data on this device: the popup's cache and the person's unsent data. Drafts in open editors are
 * kept, because the person stays signed in and may be writing.
 */
export function LocalData({ isSignedIn }: { isSignedIn: boolean }) {
  const { data: me } = useQuery({ ...userQueries.me(), enabled: isSignedIn });
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const unsent = useQuery({
    queryKey: ['unsent', me?.id, 'waiting'],
    queryFn: async () => {
      if (me === undefined) return NOTHING_UNSENT;
      const [all, waiting] = await Promise.all([readUnsent(me), readUnsent(me, 'waiting')]);
      return {
        all: all.text,
        toDelete: waiting.text,
        idsToDelete: waiting.ids,
        isEditing: all.drafts > waiting.drafts,
      };
    },
    staleTime: 0,
  });
  const { all, toDelete, idsToDelete, isEditing } = unsent.data ?? NOTHING_UNSENT;

  async function ask() {
    // Editors beside this page may have stored drafts since it was shown.
    await unsent.refetch();
    setChanged(false);
    setAsking(true);
  }

  async function clear() {
    // An editor that was closed after the question leaves a draft that the question did not name.
    const { data: latest = NOTHING_UNSENT } = await unsent.refetch();
    if (!isAllShown(latest.idsToDelete, idsToDelete)) {
      setChanged(true);
      return;
    }
    try {
      await clearSurfaceCache();
      if (me !== undefined) await deleteUnsent(me, 'waiting');
    } catch {
      showError('Could not clear the local data. Try again.');
      return;
    }
    setAsking(false);
    await client.invalidateQueries();
    showSuccess('Local data cleared');
  }

  return (
    <Card title="On this device">
      <p className="text-muted">
        {all === ''
          ? 'A copy of the popup, so that it opens quickly. There are no unsent changes.'
          : `A copy of the popup, and changes that are not sent yet: ${all}.`}
      </p>
      <div className="mt-3">
        <Button onClick={() => void ask()}>Clear local data</Button>
      </div>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Clear local data?"
        description={[
          isChanged && UNSENT_CHANGED,
          toDelete === ''
            ? 'The popup will load its data again when you open it.'
            : `These are only on this device and will be deleted: ${toDelete}.`,
          isEditing && 'Drafts in open editors are kept.',
        ]
          .filter(Boolean)
          .join(' ')}
        actions={
          <>
            <CancelButton onClick={() => setAsking(false)} />
            <Button variant={toDelete === '' ? 'primary' : 'danger'} onClick={() => void clear()}>
              Clear
            </Button>
          </>
        }
      />
    </Card>
  );
}
