import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import pg from 'pg';
import { AppError, ERROR_CODES, type ErrorCode, type ErrorJson, notFound } from '#shared/kernel/errors.ts';

/** The body of a failed REST response. */
export interface Problem extends Omit<ErrorJson, 'message'> {
  /** The message, safe to show. */
  detail: string;
}

const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'BAD_REQUEST',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  413: 'TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'RATE_LIMITED',
};

/** PostgreSQL's error codes for invalid values: no such value can be stored or found. */
const INVALID_VALUES = new Set(['22021', '22P05', '22003', '22P02', '22025', '22007', '22008']);

const FOREIGN_KEY_VIOLATION = '23503';

/** Returns whether a new row refers to one that another request has deleted in the meantime. */
function isMissingReference(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === FOREIGN_KEY_VIOLATION &&
    error.message.startsWith('insert or update')
  );
}

/** PostgreSQL's error classes for a failover or restart: connection, resources, shutdown, read-only. */
const UNREACHABLE_STATES = /^(08|53|57P0[1-5]|25006)/;
const UNREACHABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENOTFOUND',
]);
const UNREACHABLE_MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout)/;

/**
 * Returns whether a query failed because the database is unreachable, for example during a failover. A write may
 * still have been committed.
 */
function isDatabaseUnreachable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return UNREACHABLE_STATES.test(error.code ?? '');
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnreachable);
  if (!(error instanceof Error)) return false;
  return (
    UNREACHABLE_CODES.has((error as NodeJS.ErrnoException).code ?? '') ||
    UNREACHABLE_MESSAGES.test(error.message)
  );
}

/** PostgreSQL's code of a statement that ran longer than the limit, or that an administrator canceled. */
const STATEMENT_CANCELED = '57014';

function isStatementCanceled(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === STATEMENT_CANCELED;
}

/** Returns whether the client disconnected before its request or response was complete. */
export function isDisconnect(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return (
    code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET' || code === 'ERR_HTTP_REQUEST_TIMEOUT'
  );
}

const INTERNAL_MESSAGE =
  'Something went wrong on our side. Check whether your change was saved, then try again.';

/** The seconds before a client retries when the server is unavailable. */
export const RETRY_AFTER_SECONDS = 3;

/** Maps every thrown value to a coded error. Unknown errors become INTERNAL, and their message stays on the server. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof pg.DatabaseError && INVALID_VALUES.has(error.code ?? '')) {
    return new AppError('INVALID_INPUT', 'The input holds characters or numbers that cannot be stored.');
  }
  if (isMissingReference(error)) return notFound();
  if (isDatabaseUnreachable(error)) {
    return new AppError('UNAVAILABLE', 'GoPath cannot reach its database. Try again in a few seconds.');
  }
  if (isStatementCanceled(error)) {
    return new AppError('UNAVAILABLE', 'GoPath needed too long for this. Try again in a few seconds.');
  }
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  const code = typeof status === 'number' ? BY_STATUS[status] : undefined;
  if (code !== undefined && error instanceof Error) return new AppError(code, error.message);
  return new AppError('INTERNAL', INTERNAL_MESSAGE);
}

/** Returns whether an error is logged and reported: a failure on our side, or a statement that is too slow. */
export function isUnexpected(error: unknown): boolean {
  return toAppError(error).code === 'INTERNAL' || isStatementCanceled(error);
}

/** Returns the REST form of an error. */
export function toProblem(error: AppError): Problem {
  const { message: detail, ...rest } = error.toJSON();
  return { ...rest, detail };
}

/** An error in the log. */
interface LoggedError {
  type: string;
  message: string;
  stack: string;
  [field: string]: unknown;
}

/**
 * Returns what the log contains of an error. Other fields, such as `detail` of PostgreSQL's errors, can quote the row
 * that violates a constraint: personal data.
 */
export function toLoggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  const { code, table, constraint } = error as Error & Partial<pg.DatabaseError>;
  return {
    type: error.constructor.name,
    message: error.message,
    stack: error.stack ?? '',
    code,
    table,
    constraint,
    ...(error.cause instanceof Error && { cause: toLoggedError(error.cause) }),
  };
}

/** Reports an unexpected failure to monitoring. */
export type ReportError = (error: unknown) => void;

/**
 * Maps the error of a route. Logs and reports it if it is unexpected, and adds Retry-After if the server is
 * unavailable.
 */
export function handleRouteError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  report: ReportError,
): AppError {
  const known = toAppError(error);
  if (request.raw.destroyed && isDisconnect(error)) request.log.info('client disconnected');
  else if (isUnexpected(error)) {
    request.log.error({ err: error }, 'unexpected failure');
    report(error);
  }
  if (known.code === 'UNAVAILABLE') reply.header('retry-after', String(RETRY_AFTER_SECONDS));
  return known;
}

/** Sends every error of a route as a {@link Problem}. */
export function registerErrorHandling(server: FastifyInstance, report: ReportError = () => undefined) {
  server.setErrorHandler((error, request, reply) => {
    const known = handleRouteError(error, request, reply, report);
    // The headers of a download whose first rows could not be read.
    reply.removeHeader('content-disposition').removeHeader('content-encoding');
    return reply
      .status(ERROR_CODES[known.code])
      .type('application/json; charset=utf-8')
      .send(toProblem(known));
  });
}
