import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { AppError } from '#shared/kernel/errors.ts';
import { showError } from '#src/ui/feedback/snackbar.ts';

/** Shows why the server refused a form: at the fields that it names, otherwise as a snackbar. */
export function showFormError<Values extends FieldValues>(
  error: unknown,
  names: readonly Path<Values>[],
  setError: UseFormSetError<Values>,
  fallback: string,
): void {
  const fields = error instanceof AppError ? (error.fields ?? {}) : {};
  const wrong = names.filter((name) => fields[name] !== undefined);
  wrong.forEach((name, index) =>
    setError(name, { message: fields[name] ?? '' }, { shouldFocus: index === 0 }),
  );
  if (wrong.length > 0) return;
  const isLimited = error instanceof AppError && error.code === 'RATE_LIMITED';
  showError(isLimited ? error.message : fallback);
}
