import { useId, useState } from 'react';
import type { CurrentPasswordInput } from '#shared/account/schema.ts';
import { FormDialog } from '#src/ui/overlays/FormDialog.tsx';
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
    <FormDialog
      onClose={onClose}
      width="small"
      title={title}
      description={description}
      form={id}
      submitLabel={submitLabel}
      danger={danger}
      isBusy={isBusy}
    >
      <PasswordForm
        id={id}
        onBusy={setBusy}
        send={async (input) => {
          await send(input);
          onClose();
        }}
      />
    </FormDialog>
  );
}
