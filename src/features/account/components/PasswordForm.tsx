import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { type CurrentPasswordInput, currentPasswordInput } from '#shared/account/schema.ts';
import { showFormError } from '../form-error.ts';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';

/** Asks for the current password. Its submit button is outside, with `form={id}`. */
export function PasswordForm({
  id,
  send,
  onBusy,
}: {
  id: string;
  /** Sends the password, and continues. */
  send: (input: CurrentPasswordInput) => Promise<void>;
  onBusy: (isBusy: boolean) => void;
}) {
  const form = useForm<CurrentPasswordInput>({
    resolver: zodResolver(currentPasswordInput),
    defaultValues: { current_password: '' },
  });
  const { register, handleSubmit, formState } = form;
  const submit = handleSubmit(async (values) => {
    onBusy(true);
    try {
      await send(values);
    } catch (error) {
      showFormError(error, form, 'Could not continue. Try again.');
    } finally {
      onBusy(false);
    }
  });
  return (
    <form id={id} noValidate onSubmit={(event) => void submit(event)}>
      <CurrentPasswordField
        hasFocus
        error={formState.errors.current_password?.message}
        field={register('current_password')}
      />
    </form>
  );
}
