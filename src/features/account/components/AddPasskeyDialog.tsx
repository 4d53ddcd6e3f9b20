import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { ACCOUNT_LIMITS, type AddPasskeyForm, addPasskeyForm } from '#shared/account/schema.ts';
import { Banner } from '#src/ui/feedback/Banner.tsx';
import { FormDialog } from '#src/ui/overlays/FormDialog.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { showFormError } from '../form-error.ts';
import { passkeyProblem, useAddPasskey } from '../passkey-mutations.ts';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';

/** Adds a passkey: a name and the password, then the browser asks for the device. */
export function AddPasskeyDialog({
  onAdded,
  onClose,
}: {
  /** Gets the new recovery codes; empty if the account already had some. */
  onAdded: (recoveryCodes: string[]) => void;
  onClose: () => void;
}) {
  const id = useId();
  const add = useAddPasskey();
  const form = useForm<AddPasskeyForm>({
    resolver: zodResolver(addPasskeyForm),
    defaultValues: { name: '', current_password: '' },
  });
  const { register, handleSubmit, setError, formState } = form;
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (values) => {
    try {
      onAdded(await add.mutateAsync(values));
    } catch (error) {
      const message = passkeyProblem(error);
      if (message !== undefined) return setError('root', { message });
      showFormError(error, form, 'Could not add the passkey. Try again.');
    }
  });
  return (
    <FormDialog
      onClose={onClose}
      width="small"
      title="Add a passkey"
      description="Your browser then asks for your fingerprint, face, PIN or security key."
      form={id}
      submitLabel="Continue"
      isBusy={isSubmitting}
    >
      <form id={id} noValidate className="grid gap-3" onSubmit={(event) => void submit(event)}>
        {errors.root?.message !== undefined && <Banner tone="danger">{errors.root.message}</Banner>}
        <TextField
          label="Name"
          hint="A name to recognize it by, such as 'My laptop'."
          autoComplete="off"
          maxLength={ACCOUNT_LIMITS.passkeyName}
          required
          data-autofocus
          error={errors.name?.message}
          {...register('name')}
        />
        <CurrentPasswordField error={errors.current_password?.message} field={register('current_password')} />
      </form>
    </FormDialog>
  );
}
