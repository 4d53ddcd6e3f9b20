import { Button } from '#src/ui/Button.tsx';
import { CancelButton } from '#src/ui/CancelButton.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';

/** Asks before something is taken off the roadmap. */
export function ConfirmDelete({
  open,
  title,
  description,
  busy,
  onCancel,
  onConfirm,
}: {
  open: boolean;
  title: string;
  /** What goes with it. */
  description: string;
  busy: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}) {
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      title={title}
      description={description}
      width="small"
      busy={busy}
      actions={
        <>
          <CancelButton onClick={onCancel} />
          <Button variant="danger" onClick={onConfirm}>
            Delete
          </Button>
        </>
      }
    />
  );
}
