import { useState } from 'react';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { showError } from '#src/ui/feedback/snackbar.ts';

/** Asks before discarding everything that changed since the form opened. */
export function DiscardChangesDialog({
  open,
  isNew,
  revert,
  onKeep,
  onDiscarded,
}: {
  open: boolean;
  /** Whether the note did not exist when the form opened. */
  isNew: boolean;
  /** Discards the changes; false when the server could not be reached. */
  revert: () => Promise<boolean>;
  onKeep: () => void;
  onDiscarded: () => void;
}) {
  const [isBusy, setBusy] = useState(false);
  const discard = async () => {
    setBusy(true);
    const done = await revert();
    setBusy(false);
    if (done) return onDiscarded();
    showError('Could not discard your changes. Your text is saved. Try again.');
    onKeep();
  };
  return (
    <Dialog
      open={open}
      onClose={onKeep}
      width="small"
      title={isNew ? 'Discard this note?' : 'Discard your changes?'}
      description={
        isNew
          ? 'This permanently deletes what you wrote.'
          : 'The note returns to how it was when you opened it.'
      }
      busy={isBusy}
      busyLabel="Discarding"
      actions={
        <>
          <Button onClick={onKeep}>Keep editing</Button>
          <Button variant="danger" onClick={() => void discard()}>
            {isNew ? 'Discard note' : 'Discard changes'}
          </Button>
        </>
      }
    />
  );
}
