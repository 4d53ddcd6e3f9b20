/**
 * The one vocabulary of failures, the same over GraphQL (`extensions.code`), REST (`code` of the problem) and the
 * extension's messages. Screens choose their words by the code.
 */
export const ERROR_CODES = {
  /** No valid sign-in. */
  UNAUTHENTICATED: 401,
  /** Missing or forbidden: nothing tells them apart. */
  NOT_FOUND: 404,
  /** The person may see the thing, but not do this to it. */
  FORBIDDEN: 403,
  /** The input breaks a rule; `fields` says which. */
  INVALID_INPUT: 422,
  /** Someone else changed it first; `current` holds what is stored now. */
  CONFLICT: 409,
  RATE_LIMITED: 429,
  TOO_LARGE: 413,
  /** The request itself is malformed. */
  BAD_REQUEST: 400,
  UNSUPPORTED_MEDIA_TYPE: 415,
  METHOD_NOT_ALLOWED: 405,
  /** The server cannot answer now; trying again is safe. */
  UNAVAILABLE: 503,
  /** The client could not reach the server. */
  NETWORK: 0,
  INTERNAL: 500,
} as const;
export type ErrorCode = keyof typeof ERROR_CODES;

/** Messages by the name of the input field they belong to. */
export type FieldErrors = Readonly<Record<string, string>>;

/** An {@link AppError} as JSON: in GraphQL's `extensions`, in REST's problems and in the extension's messages. */
export interface ErrorJson {
  code: ErrorCode;
  message: string;
  fields?: FieldErrors;
  current?: unknown;
}

/** A failure with a code that every surface understands. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  /** For CONFLICT: the stored state that the caller's change did not know. */
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
   * Rebuilds an error from its JSON form, however much of it has arrived.
   * @param fallback used for what is missing or unknown
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

/** Whether the server could not be reached or cannot answer now: nothing is wrong with the request. */
export function isOffline(error: unknown): error is AppError {
  return error instanceof AppError && (error.code === 'NETWORK' || error.code === 'UNAVAILABLE');
}

/** Returns whether the server may have done the failed request: no response says that it refused. */
export function mayBeDone(error: unknown): boolean {
  const unanswered: readonly ErrorCode[] = ['NETWORK', 'UNAVAILABLE', 'INTERNAL', 'UNAUTHENTICATED'];
  return !(error instanceof AppError) || unanswered.includes(error.code);
}

/** The error for anything that is missing or not visible to the person (API-011). */
export function notFound(): AppError {
  return new AppError('NOT_FOUND', 'The resource you were looking for could not be found.');
}

/** A broken rule of one field. */
export function invalid(field: string, message: string): AppError {
  return new AppError('INVALID_INPUT', message, { fields: { [field]: message } });
}
