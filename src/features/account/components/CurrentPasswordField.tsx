import type { UseFormRegisterReturn } from 'react-hook-form';
import { ACCOUNT_LIMITS } from '#shared/account/schema.ts';
import { TextField } from '#src/ui/fields/TextField.tsx';

/** Asks for the current password, which confirms a change. */
export function CurrentPasswordField({
  label = 'Your password',
  hasFocus = false,
  error,
  field,
}: {
  label?: string;
  /** Whether it gets the focus when its dialog opens. */
  hasFocus?: boolean;
  error: string | undefined;
  /** What `register('current_password')` returns. */
  field: UseFormRegisterReturn;
}) {
  return (
    <TextField
      label={label}
      type="password"
      autoComplete="current-password"
      maxLength={ACCOUNT_LIMITS.password}
      required
      {...(hasFocus && { 'data-autofocus': true })}
      error={error}
      {...field}
    />
  );
}
