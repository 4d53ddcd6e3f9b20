import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { AppError } from '#shared/kernel/errors.ts';
import { email, RESET_FAILED } from '#shared/session/schema.ts';
import { resetPassword } from '#src/transport/transport.ts';
import { Banner } from '#src/ui/feedback/Banner.tsx';
import { Button } from '#src/ui/buttons/Button.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { BackToSignIn } from './BackToSignIn.tsx';

const form = z.object({ email });

/** Returns whether the server's message explains what to change. */
function hasReason(error: Error): boolean {
  return error instanceof AppError && ['BAD_REQUEST', 'INVALID_INPUT', 'RATE_LIMITED'].includes(error.code);
}

/** Requests an email with a password reset link (AUTH-009, AUTH-035, AUTH-036). */
export function ForgotPasswordPage() {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(form),
    defaultValues: { email: '' },
  });
  const reset = useMutation({ mutationFn: (values: z.infer<typeof form>) => resetPassword(values.email) });
  const { error } = reset;
  return (
    <>
      <title>Forgot password · GoPath</title>
      <h1 className="text-2xl font-semibold">{reset.isSuccess ? 'Check your email' : 'Forgot password'}</h1>
      {reset.isSuccess ? (
        <p className="mt-1 text-muted" role="status">
          If there is an account with this address, we sent a link to choose a new password.
        </p>
      ) : (
        <form noValidate onSubmit={handleSubmit((values) => reset.mutate(values))}>
          <p className="mt-1 mb-4 text-muted">We’ll email you a link to choose a new password.</p>
          {error !== null && (
            <div className="mb-4">
              <Banner tone="danger">{hasReason(error) ? error.message : RESET_FAILED}</Banner>
            </div>
          )}
          <TextField
            label="Email"
            type="email"
            autoComplete="username"
            required
            error={formState.errors.email?.message}
            {...register('email')}
          />
          <Button type="submit" variant="primary" className="mt-4 w-full" busy={reset.isPending}>
            Send link
          </Button>
        </form>
      )}
      <BackToSignIn />
    </>
  );
}
