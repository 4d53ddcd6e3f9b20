import { useEffect, useRef, useState } from 'react';
import type { Me } from '#shared/users/responses.ts';
import { useSignOut } from '#src/features/session/sign-out.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { CancelButton } from '#src/ui/buttons/CancelButton.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { deleteUnsent, isAllShown, readUnsent, type Unsent, UNSENT_CHANGED } from '../offline/unsent-data.ts';

/** The maximum number of names shown. */
const MAX_TITLES = 5;

/** Signs out. Asks first when this would delete unsent data on this device. */
export function SignOut({
  me,
  onStay,
  onLeft,
}: {
  me: Me;
  onStay: () => void;
  /** Called instead of going to the sign-in page. */
  onLeft?: () => void;
}) {
  const signOut = useSignOut();
  const [unsent, setUnsent] = useState<Unsent | null>(null);
  const [isChanged, setChanged] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const latest = useRef({ signOut, onStay });
  latest.current = { signOut, onStay };

  const leave = () => {
    latest.current.onStay();
    latest.current.signOut(() => deleteUnsent(me), onLeft);
  };
  const leaveAtOnce = useRef(leave);
  useEffect(() => {
    void readUnsent(me).then((found) => {
      if (found.names.length === 0) leaveAtOnce.current();
      else setUnsent(found);
    });
    // Read once, when sign-out starts.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [me.pk]);

  if (unsent === null) return null;

  async function confirm(shown: Unsent) {
    setBusy(true);
    // Another tab may have stored text since the question.
    const found = await readUnsent(me);
    setBusy(false);
    if (isAllShown(found.ids, shown.ids)) return leave();
    setUnsent(found);
    setChanged(true);
  }

  return (
    <Dialog
      open
      onClose={onStay}
      width="small"
      title={`Sign out and lose ${unsent.text}?`}
      description={[
        isChanged && UNSENT_CHANGED,
        'Only on this device.',
        unsent.drafts > 0 && 'Open and save drafts to keep them.',
        unsent.reports + unsent.tasks > 0 &&
          'Bug reports and task changes are sent when the server can be reached.',
      ]
        .filter(Boolean)
        .join(' ')}
      actions={
        <>
          <CancelButton onClick={onStay} />
          <Button variant="danger" writes={false} busy={isBusy} onClick={() => void confirm(unsent)}>
            Sign out
          </Button>
        </>
      }
    >
      <ul className="list-disc pl-5">
        {unsent.names.slice(0, MAX_TITLES).map((title, index) => (
          // Names can repeat; the order never changes.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className="truncate">
            {title}
          </li>
        ))}
        {unsent.names.length > MAX_TITLES && <li>and {unsent.names.length - MAX_TITLES} more</li>}
      </ul>
    </Dialog>
  );
}
