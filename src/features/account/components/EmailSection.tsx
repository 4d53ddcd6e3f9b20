import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { type ChangeEmailInput, changeEmailInput } from '#shared/account/schema.ts';
import { MAX_EMAIL } from '#shared/session/schema.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { useChangeEmail } from '../mutations.ts';
import { showFormError } from '../form-error.ts';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';

/** Changes the person's email address, once they have opened the link in an email to the new one. */
export function EmailSection({ email }: { email: string }) {
  const change = useChangeEmail();
  const form = useForm<ChangeEmailInput>({
    resolver: zodResolver(changeEmailInput),
    defaultValues: { email: '', current_password: '' },
  });
  const { register, handleSubmit, formState, reset } = form;
  const { errors } = formState;

  const submit = handleSubmit(async (values) => {
    if (change.isPending) return;
    try {
      await change.mutateAsync(values);
      reset();
    } catch (error) {
      showFormError(error, form, 'Could not change the address. Try again.');
    }
  });

  return (
    <Card title="Email">
      <p className="mb-3 wrap-anywhere">
        Your address is <strong className="font-medium">{email}</strong>.
      </p>
      {change.isSuccess && (
        <p className="mb-3 rounded-control bg-sunken px-3 py-2 wrap-anywhere" role="status">
          We emailed a link to {change.variables.email}. Your address changes when you confirm it.
        </p>
      )}
      <form noValidate className="grid max-w-96 gap-4" onSubmit={(event) => void submit(event)}>
        <TextField
          label="New email"
          type="email"
          autoComplete="email"
          maxLength={MAX_EMAIL}
          required
          error={errors.email?.message}
          {...register('email')}
        />
        <CurrentPasswordField error={errors.current_password?.message} field={register('current_password')} />
        <Button type="submit" variant="primary" className="justify-self-start" busy={change.isPending}>
          Change email
        </Button>
      </form>
    </Card>
  );
}
