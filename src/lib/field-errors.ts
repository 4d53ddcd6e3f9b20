import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { AppError } from '#shared/kernel/errors.ts';

/** Returns the server's message about a field that it refused; undefined for other fields and errors. */
export function fieldErrorOf(error: unknown, field: string): string | undefined {
  return error instanceof AppError ? error.fields?.[field] : undefined;
}

/**
 * Shows the server's messages at the fields of a form that it refused, and focuses the first one.
 * @returns whether a field shows one; otherwise the form must show that it failed
 */
export function showFieldErrors<Values extends FieldValues>(
  error: unknown,
  { getValues, setError }: Pick<UseFormReturn<Values>, 'getValues' | 'setError'>,
): boolean {
  let isShown = false;
  for (const name of Object.keys(getValues()) as Path<Values>[]) {
    const message = fieldErrorOf(error, name);
    if (message === undefined) continue;
    setError(name, { message }, { shouldFocus: !isShown });
    isShown = true;
  }
  return isShown;
}
