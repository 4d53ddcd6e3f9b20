import type { FastifyRequest } from 'fastify';
import type { AppError, ErrorCode, FieldErrors } from '#shared/kernel/errors.ts';
import { toAppError } from '../../../http/errors.ts';

/** The fields of a posted form. */
export interface Form {
  [name: string]: string | undefined;
}

/** Reads a posted form; repeated fields are dropped. */
export function readForm(request: FastifyRequest): Form {
  const body = (request.body ?? {}) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? value : undefined]),
  );
}

/** Reads the token of an emailed link from a query or a form; '' for an invalid one. */
export function tokenOf(source: unknown): string {
  const token = (source as Record<string, unknown> | null)?.['token'];
  return typeof token === 'string' && /^[A-Za-z0-9_-]{1,100}$/.test(token) ? token : '';
}

/** Returns whether a password is short enough to check; longer input would only cost time. */
export function isCheckable(password: string): boolean {
  return password.length <= 1000 && !password.includes('\0');
}

/**
 * Returns an error that the page of a form shows.
 * @throws the error itself when its code is not one of these
 */
export function toShownError(error: unknown, codes: readonly ErrorCode[]): AppError {
  const known = toAppError(error);
  if (!codes.includes(known.code)) throw error;
  return known;
}

/** Returns the properties with which a page shows an error: at the fields of its form, or else above all of them. */
export function errorProps({ message, fields }: AppError): { error: string } | { fields: FieldErrors } {
  return fields === undefined ? { error: message } : { fields };
}
