import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { userQueries } from '#src/features/users/queries.ts';
import { clearSurfaceCache } from '#src/lib/surface-cache.ts';
import { Button } from '#src/ui/Button.tsx';
import { CancelButton } from '#src/ui/CancelButton.tsx';
import { Card } from '#src/ui/Card.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { showSuccess } from '#src/ui/snackbar.ts';
import { forgetUnsent, readUnsent, unsentWords } from '../../shell/unsent-data.ts';

/** What this device keeps: the popup's copy, and what the person wrote that the server does not have, which is theirs alone to delete. */
export function LocalData({ isSignedIn }: { isSignedIn: boolean }) {
  const { data: me } = useQuery({ ...userQueries.me(), enabled: isSignedIn });
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const unsent = useQuery({
    queryKey: ['unsent', me?.id],
    queryFn: async () => (me === undefined ? '' : unsentWords(await readUnsent(me))),
    staleTime: 0,
  });
  const words = unsent.data ?? '';

  async function clear() {
    await clearSurfaceCache();
    if (me !== undefined) await forgetUnsent(me);
    setAsking(false);
    await client.invalidateQueries();
    showSuccess('Local data cleared');
  }

  return (
    <Card title="On this device">
      <p className="text-muted">
        {words === ''
          ? 'A copy of what the popup shows, so that it opens at once. Nothing that you wrote waits here.'
          : `A copy of what the popup shows, and what the server does not have yet: ${words}.`}
      </p>
      <div className="mt-3">
        <Button onClick={() => setAsking(true)}>Clear local data</Button>
      </div>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Clear local data?"
        description={
          words === ''
            ? 'The popup loads everything anew when you open it next.'
            : `Only on this device, and lost then: ${words}.`
        }
        actions={
          <>
            <CancelButton onClick={() => setAsking(false)} />
            <Button variant={words === '' ? 'primary' : 'danger'} onClick={() => void clear()}>
              Clear
            </Button>
          </>
        }
      />
    </Card>
  );
}
