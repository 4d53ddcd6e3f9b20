import { Button } from '#src/ui/buttons/Button.tsx';
import { CancelButton } from '#src/ui/buttons/CancelButton.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';

/** The question before notes are deleted. */
export function DeleteNotesDialog({
  notes,
  open,
  busy,
  onClose,
  onConfirm,
}: {
  notes: readonly { title: string }[];
  open: boolean;
  busy: boolean;
  onClose: () => void;
  onConfirm: () => void;
}) {
  const [only] = notes;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      width="small"
      title={notes.length === 1 ? 'Delete this note?' : `Delete ${notes.length} notes?`}
      description={
        notes.length === 1 && only !== undefined
          ? `This deletes “${only.title}” permanently.`
          : 'This deletes them permanently.'
      }
      busy={busy}
      busyLabel="Deleting"
      actions={
        <>
          <CancelButton onClick={onClose} />
          <Button variant="danger" onClick={onConfirm}>
            Delete
          </Button>
        </>
      }
    />
  );
}
