import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { AppError, ERROR_CODES, type ErrorCode, type FieldErrors } from '#shared/kernel/errors.ts';

/** The answer of REST for a failure. */
export interface Problem {
  code: ErrorCode;
  /** In words, safe to show. */
  detail: string;
  fields?: FieldErrors;
  current?: unknown;
}

const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'BAD_REQUEST',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  413: 'TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'RATE_LIMITED',
};

/** PostgreSQL's refusals of values that passed as text: no such thing can be stored or found. */
const INVALID_VALUES = new Set(['22021', '22P05', '22003', '22P02', '22025', '22007', '22008']);

/**
 * The one mapper: whatever was thrown becomes a coded error. What is not ours or the framework's is INTERNAL, and
 * its own message stays on the server.
 */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof pg.DatabaseError && INVALID_VALUES.has(error.code ?? '')) {
    return new AppError('INVALID_INPUT', 'The input holds characters or numbers that cannot be stored.');
  }
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  const code = typeof status === 'number' ? BY_STATUS[status] : undefined;
  if (code !== undefined && error instanceof Error) return new AppError(code, error.message);
  return new AppError('INTERNAL', 'Something went wrong on our side. Nothing was changed.', {});
}

export function toProblem(error: AppError): Problem {
  return {
    code: error.code,
    detail: error.message,
    ...(error.fields === undefined ? {} : { fields: error.fields }),
    ...(error.current === undefined ? {} : { current: error.current }),
  };
}

/** Answers every failure of a route as a {@link Problem}. */
export function registerErrorHandling(server: FastifyInstance) {
  server.setErrorHandler((error, request, reply) => {
    const known = toAppError(error);
    if (known.code === 'INTERNAL') request.log.error({ err: error }, 'unexpected failure');
    return reply.status(ERROR_CODES[known.code]).send(toProblem(known));
  });
}
