import { type RefObject, useEffect, useRef, useState } from 'react';
import { FOCUS_DELAY_MS } from '#src/lib/timing/timing.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { CancelButton } from '#src/ui/buttons/CancelButton.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';

/**
 * Moves the focus when the surrounding dialog has closed after a deletion: the button that opened it no longer exists.
 */
function FocusOnClose({ target }: { target: RefObject<string | null> }) {
  useEffect(
    () => () => {
      const id = target.current;
      if (id !== null) setTimeout(() => document.getElementById(id)?.focus(), FOCUS_DELAY_MS);
      target.current = null;
    },
    [target],
  );
  return null;
}

/** Asks before deleting something from the roadmap. */
export function ConfirmDelete({
  open,
  title,
  description,
  focusAfter,
  onClose,
  onConfirm,
}: {
  open: boolean;
  title: string;
  /** The other data that is deleted. */
  description: string;
  /** The id of the heading that gets the focus after the deletion. */
  focusAfter: string;
  onClose: () => void;
  /** Deletes; a rejection is reported by the mutation. */
  onConfirm: () => Promise<unknown>;
}) {
  const [isBusy, setBusy] = useState(false);
  const focusTarget = useRef<string | null>(null);
  const confirm = async () => {
    setBusy(true);
    focusTarget.current = await onConfirm().then(
      () => focusAfter,
      () => null,
    );
    setBusy(false);
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      description={description}
      width="small"
      busy={isBusy}
      actions={
        <>
          <CancelButton onClick={onClose} />
          <Button variant="danger" onClick={() => void confirm()}>
            Delete
          </Button>
        </>
      }
    >
      <FocusOnClose target={focusTarget} />
    </Dialog>
  );
}
