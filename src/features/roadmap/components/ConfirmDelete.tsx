import { useRef, useState } from 'react';
import { Button } from '#src/ui/buttons/Button.tsx';
import { CancelButton } from '#src/ui/buttons/CancelButton.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { FocusOnClose } from '#src/ui/overlays/FocusOnClose.tsx';

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
  const focusTarget = useRef<(() => void) | null>(null);
  const confirm = async () => {
    setBusy(true);
    focusTarget.current = await onConfirm().then(
      () => () => document.getElementById(focusAfter)?.focus(),
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
