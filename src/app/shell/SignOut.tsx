import { useEffect, useRef, useState } from 'react';
import { draftStore } from '#src/features/notes/drafts/draft-store.ts';
import { forgetDrafts } from '#src/features/notes/drafts/note-session.ts';
import { useSignOut } from '#src/features/session/sign-out.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';

/** So many drafts are named. */
const NAMED = 5;

/** Signs out; where drafts lie on this device, asks before they go with the person. */
export function SignOut({ owner, onStay }: { owner: string; onStay: () => void }) {
  const signOut = useSignOut();
  const [titles, setTitles] = useState<readonly string[]>([]);
  const latest = useRef({ signOut, onStay });
  latest.current = { signOut, onStay };

  const leave = () => {
    latest.current.onStay();
    latest.current.signOut(() => forgetDrafts(owner));
  };
  const leaveAtOnce = useRef(leave);
  useEffect(() => {
    void draftStore
      .of(owner)
      .catch(() => [])
      .then((drafts) => {
        if (drafts.length === 0) leaveAtOnce.current();
        else setTitles(drafts.map(({ values }) => values.title.trim() || 'Without a name'));
      });
  }, [owner]);

  return (
    <Dialog
      open={titles.length > 0}
      onClose={onStay}
      width="small"
      title={
        titles.length === 1 ? 'Sign out and lose 1 draft?' : `Sign out and lose ${titles.length} drafts?`
      }
      description="They are only on this device. To keep them, open and save them first."
      actions={
        <>
          <Button onClick={onStay}>Cancel</Button>
          <Button variant="danger" onClick={leave}>
            Sign out
          </Button>
        </>
      }
    >
      <ul className="list-disc pl-5">
        {titles.slice(0, NAMED).map((title, index) => (
          // Names may be alike; the list never changes its order.
          // eslint-disable-next-line react/no-array-index-key
          <li key={index} className="truncate">
            {title}
          </li>
        ))}
        {titles.length > NAMED && <li>and {titles.length - NAMED} more</li>}
      </ul>
    </Dialog>
  );
}
