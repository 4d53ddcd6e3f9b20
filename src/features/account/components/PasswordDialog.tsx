import { useId, useState } from 'react';
import type { CurrentPasswordInput } from '#shared/account/schema.ts';
import { Button } from '#src/ui/Button.tsx';
import { CancelButton } from '#src/ui/CancelButton.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { PasswordForm } from './PasswordForm.tsx';

/** Asks for the password to confirm a change. It closes after the change. */
export function PasswordDialog({
  title,
  description,
  submitLabel,
  danger = false,
  send,
  onClose,
}: {
  title: string;
  description: string;
  submitLabel: string;
  danger?: boolean;
  send: (input: CurrentPasswordInput) => Promise<void>;
  onClose: () => void;
}) {
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  return (
    <Dialog
      open
      onClose={onClose}
      width="small"
      title={title}
      description={description}
      actions={
        <>
          <CancelButton onClick={onClose} />
          <Button type="submit" form={id} variant={danger ? 'danger' : 'primary'} busy={isBusy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <PasswordForm
        id={id}
        onBusy={setBusy}
        send={async (input) => {
          await send(input);
          onClose();
        }}
      />
    </Dialog>
  );
}
