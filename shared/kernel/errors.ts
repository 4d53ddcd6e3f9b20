/**
 * The error codes of GraphQL (`extensions.code`), REST (`code` of the problem) and the extension's messages. Screens
 * choose their text by the code.
 */
export const ERROR_CODES = {
  /** No valid sign-in. */
  UNAUTHENTICATED: 401,
  /** Missing or forbidden: clients cannot tell the difference. */
  NOT_FOUND: 404,
  /** The person can see the object, but not do this. */
  FORBIDDEN: 403,
  /** The input breaks a rule; `fields` has the errors. */
  INVALID_INPUT: 422,
  /** Someone else changed it first; `current` has the stored state. */
  CONFLICT: 409,
  RATE_LIMITED: 429,
  TOO_LARGE: 413,
  /** The request itself is malformed. */
  BAD_REQUEST: 400,
  UNSUPPORTED_MEDIA_TYPE: 415,
  METHOD_NOT_ALLOWED: 405,
  /** The server or its database is unreachable or too slow; a write may still have been executed. */
  UNAVAILABLE: 503,
  /** The client could not reach the server. */
  NETWORK: 0,
  INTERNAL: 500,
} as const;
export type ErrorCode = keyof typeof ERROR_CODES;

/** Messages by input field. */
export type FieldErrors = Readonly<Record<string, string>>;

/** An {@link AppError} as JSON: in GraphQL's `extensions`, in REST's problems and in the extension's messages. */
export interface ErrorJson {
  code: ErrorCode;
  message: string;
  fields?: FieldErrors;
  current?: unknown;
}

/** An error with a code that every surface understands. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  /** For CONFLICT: the stored state, which the caller's change is not based on. */
  readonly current: unknown;

  constructor(code: ErrorCode, message: string, details: { fields?: FieldErrors; current?: unknown } = {}) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.fields = details.fields;
    this.current = details.current;
  }

  toJSON(): ErrorJson {
    const { code, message, fields, current } = this;
    return {
      code,
      message,
      ...(fields === undefined ? {} : { fields }),
      ...(current === undefined ? {} : { current }),
    };
  }

  /**
   * Parses an error from its JSON form, which can be incomplete.
   * @param fallback replaces missing or unknown parts
   */
  static parse(json: unknown, fallback: { code: ErrorCode; message: string }): AppError {
    const { code, message, fields, current } = (json ?? {}) as Record<string, unknown>;
    return new AppError(
      typeof code === 'string' && Object.hasOwn(ERROR_CODES, code) ? (code as ErrorCode) : fallback.code,
      typeof message === 'string' ? message : fallback.message,
      {
        ...(fields === null || typeof fields !== 'object' ? {} : { fields: fields as FieldErrors }),
        ...(current === undefined ? {} : { current }),
      },
    );
  }
}

/** Returns whether the server was unreachable or unavailable: the request itself is valid. */
export function isOffline(error: unknown): error is AppError {
  return error instanceof AppError && (error.code === 'NETWORK' || error.code === 'UNAVAILABLE');
}

/**
 * Returns whether the server may have executed the failed request, because no response says that it refused.
 */
export function mayBeDone(error: unknown): boolean {
  const unanswered: readonly ErrorCode[] = ['NETWORK', 'UNAVAILABLE', 'INTERNAL', 'UNAUTHENTICATED'];
  return !(error instanceof AppError) || unanswered.includes(error.code);
}

/** Creates the error for anything that is missing or not visible to the person (API-011). */
export function notFound(): AppError {
  return new AppError('NOT_FOUND', 'The resource you were looking for could not be found.');
}

/** Creates the error for a server that could not be reached. */
export function unreachable(): AppError {
  return new AppError('NETWORK', 'The server could not be reached.');
}

/** The message of an error that a server sent without one. */
export const UNAVAILABLE_MESSAGE = 'The server could not answer.';

/** Creates the error for a server that failed. */
export function unavailable(): AppError {
  return new AppError('UNAVAILABLE', UNAVAILABLE_MESSAGE);
}

/** Creates the error for a broken rule of one field. */
export function invalid(field: string, message: string): AppError {
  return new AppError('INVALID_INPUT', message, { fields: { [field]: message } });
}
