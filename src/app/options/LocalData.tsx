import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { userQueries } from '#src/features/users/queries.ts';
import { forgetKeptAnswers } from '#src/lib/keptAnswers.ts';
import { Button } from '#src/ui/Button.tsx';
import { Card } from '#src/ui/Card.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { showSuccess } from '#src/ui/snackbar.ts';
import { draftStore } from '#src/features/notes/drafts/draft-store.ts';

/** What this device keeps: the popup's copy, and the person's drafts, which are theirs alone to delete. */
export function LocalData({ isSignedIn }: { isSignedIn: boolean }) {
  const { data: me } = useQuery({ ...userQueries.me(), enabled: isSignedIn });
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const drafts = useQuery({
    queryKey: ['drafts', me?.id],
    queryFn: () => (me === undefined ? 0 : draftStore.count(String(me.pk))),
    staleTime: 0,
  });
  const count = drafts.data ?? 0;

  async function clear() {
    await forgetKeptAnswers();
    if (me !== undefined) await draftStore.deleteAll(String(me.pk));
    setAsking(false);
    await client.invalidateQueries();
    showSuccess('Local data cleared');
  }

  return (
    <Card title="On this device">
      <p className="text-muted">
        {count === 0
          ? 'A copy of what the popup shows, so that it opens at once. No drafts wait here.'
          : `A copy of what the popup shows, and ${count === 1 ? 'one draft' : `${count} drafts`} that the server does not have yet.`}
      </p>
      <div className="mt-3">
        <Button onClick={() => setAsking(true)}>Clear local data</Button>
      </div>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Clear local data?"
        description={
          count === 0
            ? 'The popup loads everything anew when you open it next.'
            : `${count === 1 ? 'One draft is' : `${count} drafts are`} only on this device and will be lost.`
        }
        actions={
          <>
            <Button variant="ghost" onClick={() => setAsking(false)}>
              Cancel
            </Button>
            <Button variant={count === 0 ? 'primary' : 'danger'} onClick={() => void clear()}>
              Clear
            </Button>
          </>
        }
      />
    </Card>
  );
}
