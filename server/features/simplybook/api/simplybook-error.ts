import { AppError } from '#shared/kernel/errors.ts';
import type { ConnectionError } from '#shared/connections/responses.ts';

/**
 * `refused`: SimplyBook.me rejects this request, such as a time that is taken. `missing`: it does not know
 * the object.
 */
export type SimplybookErrorKind = ConnectionError | 'refused' | 'missing';

/** A failed request to SimplyBook.me. It never contains the text of the response, which can contain names. */
export class SimplybookError extends Error {
  readonly kind: SimplybookErrorKind;

  constructor(kind: SimplybookErrorKind) {
    super(`SimplyBook.me: ${kind}`);
    this.name = 'SimplybookError';
    this.kind = kind;
  }
}

/** Runs a request for a person. @throws AppError UNAVAILABLE when SimplyBook.me fails or does not respond */
export async function forPerson<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof SimplybookError) {
      throw new AppError('UNAVAILABLE', 'The booking system does not answer. Try again in a few minutes.');
    }
    throw error;
  }
}
