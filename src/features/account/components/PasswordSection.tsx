import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { type ChangePasswordInput, changePasswordInput } from '#shared/account/schema.ts';
import { PASSWORD } from '#shared/session/schema.ts';
import { Button } from '#src/ui/buttons/Button.tsx';
import { Card } from '#src/ui/display/Card.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { showFormError } from '../form-error.ts';
import { changePassword } from '../mutations.ts';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';

/** Changes the person's password, which signs them out everywhere. */
export function PasswordSection({ email, onChanged }: { email: string; onChanged: () => void }) {
  const form = useForm<ChangePasswordInput>({
    resolver: zodResolver(changePasswordInput),
    defaultValues: { current_password: '', password: '' },
  });
  const { register, handleSubmit, formState } = form;
  const { errors } = formState;

  const submit = handleSubmit(async (values) => {
    try {
      await changePassword(values);
      onChanged();
    } catch (error) {
      showFormError(error, form, 'Could not change the password. Try again.');
    }
  });

  return (
    <Card title="Password">
      <form noValidate className="grid max-w-96 gap-4" onSubmit={(event) => void submit(event)}>
        {/* Password managers store it with the new password. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <CurrentPasswordField
          label="Current password"
          error={errors.current_password?.message}
          field={register('current_password')}
        />
        <TextField
          label="New password"
          type="password"
          autoComplete="new-password"
          maxLength={PASSWORD.max}
          required
          hint={`At least ${PASSWORD.min} characters. Several unrelated words work well. You will be signed out everywhere.`}
          error={errors.password?.message}
          {...register('password')}
        />
        <Button type="submit" variant="primary" className="justify-self-start" busy={formState.isSubmitting}>
          Change password
        </Button>
      </form>
    </Card>
  );
}
