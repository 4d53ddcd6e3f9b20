import { useState } from 'react';
import { showError } from '#src/ui/feedback/snackbar.ts';
import { DiscardDialog } from '#src/ui/overlays/DiscardDialog.tsx';

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
    <DiscardDialog
      open={open}
      title={isNew ? 'Discard this note?' : 'Discard your changes?'}
      description={isNew ? undefined : 'The note returns to how it was when you opened it.'}
      discardLabel={isNew ? 'Discard note' : 'Discard changes'}
      busy={isBusy}
      onKeep={onKeep}
      onDiscard={() => void discard()}
    />
  );
}
