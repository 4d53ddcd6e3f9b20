import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import type { Passkey } from '#shared/account/responses.ts';
import { ACCOUNT_LIMITS, type RenamePasskeyInput, renamePasskeyInput } from '#shared/account/schema.ts';
import { FormDialog } from '#src/ui/overlays/FormDialog.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { showFormError } from '../form-error.ts';
import { useRenamePasskey } from '../passkey-mutations.ts';

/** Renames a passkey. */
export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const id = useId();
  const rename = useRenamePasskey(passkey);
  const form = useForm<RenamePasskeyInput>({
    resolver: zodResolver(renamePasskeyInput),
    defaultValues: { name: passkey.name },
  });
  const { register, handleSubmit, formState } = form;
  const submit = handleSubmit(async (values) => {
    try {
      await rename.mutateAsync(values);
      onClose();
    } catch (error) {
      showFormError(error, form, 'Could not rename the passkey. Try again.');
    }
  });
  return (
    <FormDialog
      onClose={onClose}
      width="small"
      title="Rename passkey"
      form={id}
      submitLabel="Save name"
      isBusy={formState.isSubmitting}
    >
      <form id={id} noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label="Name"
          autoComplete="off"
          maxLength={ACCOUNT_LIMITS.passkeyName}
          required
          data-autofocus
          error={formState.errors.name?.message}
          {...register('name')}
        />
      </form>
    </FormDialog>
  );
}
