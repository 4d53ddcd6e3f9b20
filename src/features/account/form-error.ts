import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { AppError } from '#shared/kernel/errors.ts';
import { showFieldErrors } from '#src/lib/field-errors.ts';
import { showError } from '#src/ui/feedback/snackbar.ts';

/** Shows why the server refused a form: at its fields, otherwise as a snackbar. */
export function showFormError<Values extends FieldValues>(
  error: unknown,
  form: Pick<UseFormReturn<Values>, 'getValues' | 'setError'>,
  fallback: string,
): void {
  if (showFieldErrors(error, form)) return;
  const isLimited = error instanceof AppError && error.code === 'RATE_LIMITED';
  showError(isLimited ? error.message : fallback);
}
