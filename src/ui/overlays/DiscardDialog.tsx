import { Button } from '../buttons/Button.tsx';
import { Dialog } from './Dialog.tsx';

/** Asks before discarding what the person wrote in a form. */
export function DiscardDialog({
  open,
  title,
  description = 'This permanently deletes what you wrote.',
  discardLabel,
  busy = false,
  onKeep,
  onDiscard,
}: {
  open: boolean;
  title: string;
  /** What is lost. */
  description?: string | undefined;
  discardLabel: string;
  /** Shows a spinner while the server discards the changes. */
  busy?: boolean;
  /** Closes the dialog. */
  onKeep: () => void;
  onDiscard: () => void;
}) {
  return (
    <Dialog
      open={open}
      onClose={onKeep}
      width="small"
      title={title}
      description={description}
      busy={busy}
      busyLabel="Discarding"
      actions={
        <>
          <Button onClick={onKeep}>Keep editing</Button>
          <Button variant="danger" onClick={onDiscard}>
            {discardLabel}
          </Button>
        </>
      }
    />
  );
}
