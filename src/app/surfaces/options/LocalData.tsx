import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { userQueries } from '#src/features/users/queries.ts';
import { clearSurfaceCache } from '#src/lib/surface-cache.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { CancelButton } from '#src/ui/buttons/CancelButton.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { showError, showSuccess } from '#src/ui/feedback/snackbar.ts';
import { forgetUnsent, readUnsent, unsentText } from '../../shell/offline/unsent-data.ts';

/** Shows and deletes the data on this device: the popup's cache and the person's unsent data. */
export function LocalData({ isSignedIn }: { isSignedIn: boolean }) {
  const { data: me } = useQuery({ ...userQueries.me(), enabled: isSignedIn });
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const unsent = useQuery({
    queryKey: ['unsent', me?.id],
    queryFn: async () => (me === undefined ? '' : unsentText(await readUnsent(me))),
    staleTime: 0,
  });
  const unsentSummary = unsent.data ?? '';

  async function clear() {
    try {
      await clearSurfaceCache();
      if (me !== undefined) await forgetUnsent(me);
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
        {unsentSummary === ''
          ? 'A copy of the popup, so that it opens quickly. There are no unsent changes.'
          : `A copy of the popup, and changes that are not sent yet: ${unsentSummary}.`}
      </p>
      <div className="mt-3">
        <Button onClick={() => setAsking(true)}>Clear local data</Button>
      </div>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Clear local data?"
        description={
          unsentSummary === ''
            ? 'The popup will load its data again when you open it.'
            : `These are only on this device and will be deleted: ${unsentSummary}.`
        }
        actions={
          <>
            <CancelButton onClick={() => setAsking(false)} />
            <Button variant={unsentSummary === '' ? 'primary' : 'danger'} onClick={() => void clear()}>
              Clear
            </Button>
          </>
        }
      />
    </Card>
  );
}
