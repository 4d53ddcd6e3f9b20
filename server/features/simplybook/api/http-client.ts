import { setTimeout } from 'node:timers/promises';
import type { Config } from '../../../config.ts';
import type { CallLimits } from './call-limits.ts';
import { check, session as sessionResponse } from './responses.ts';
import { SimplybookError } from './simplybook-error.ts';

/** What the client reports about each finished request. */
export interface ConnectionReport {
  succeeded(): Promise<void>;
  failed(error: SimplybookError): Promise<void>;
}

/** The account that the client signs in with. */
export type ApiAccount = Pick<NonNullable<Config['simplybook']>, 'company' | 'login' | 'apiKey' | 'apiUrl'>;

/** What every request of the client uses. */
export interface HttpOptions {
  limits: CallLimits;
  report: ConnectionReport;
  timeoutMs?: number;
  retryDelayMs?: number;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

interface RequestOptions {
  query?: Record<string, string>;
  body?: object;
  /** Whether nobody waits for the answer. */
  isBackground?: boolean;
  /** Whether repeating it has no second effect. */
  isRepeatable?: boolean;
}

const TRIES = 3;
/** Tokens live for one hour. */
const TOKEN_MS = 55 * 60_000;
const MAX_PAUSE_SECONDS = 60;
const MAX_BYTES = 5_000_000;

/** Creates the HTTP client: signs in, refreshes its token, retries, and stays in the limits. */
export function createHttpClient(
  { company, login, apiKey, apiUrl }: ApiAccount,
  { limits, report, timeoutMs = 10_000, retryDelayMs = 300 }: HttpOptions,
) {
  let session: { token: string; refreshToken: string | null; until: number } | null = null;
  let signingIn: Promise<string> | null = null;

  /** Sends one request. @returns its status and body @throws SimplybookError `unreachable` */
  async function send(method: Method, path: string, options: RequestOptions, token: string | null) {
    const url = new URL(apiUrl + path);
    for (const [name, value] of Object.entries(options.query ?? {})) url.searchParams.set(name, value);
    return limits.run(options.isBackground === true, async () => {
      try {
        const response = await fetch(url, {
          method,
          redirect: 'error',
          headers: {
            'content-type': 'application/json',
            'x-company-login': company,
            ...(token === null ? {} : { 'x-token': token }),
          },
          ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
          signal: AbortSignal.timeout(timeoutMs),
        });
        const text = await response.text();
        return { status: response.status, text, retryAfter: Number(response.headers.get('retry-after')) };
      } catch {
        throw new SimplybookError('unreachable');
      }
    });
  }

  /** Sends a request until it has a final answer. Only a repeatable one is sent again when its effect is unknown. */
  async function sendWithRetries(
    method: Method,
    path: string,
    options: RequestOptions,
    token: string | null,
  ) {
    const isRepeatable = options.isRepeatable ?? method !== 'POST';
    for (let tried = 1; ; tried += 1) {
      let failure: SimplybookError;
      try {
        const answer = await send(method, path, options, token);
        if (answer.status === 429) {
          await limits.pause(Math.min(MAX_PAUSE_SECONDS, answer.retryAfter > 0 ? answer.retryAfter : tried));
          failure = new SimplybookError('limit');
        } else if (answer.status >= 500) {
          failure = new SimplybookError('unreachable');
        } else {
          return answer;
        }
      } catch (error) {
        if (!(error instanceof SimplybookError)) throw error;
        failure = error;
        if (failure.kind === 'limit') throw failure;
      }
      // A request that was refused because of the limits had no effect.
      if (tried >= TRIES || (!isRepeatable && failure.kind !== 'limit')) throw failure;
      await setTimeout(retryDelayMs * 2 ** (tried - 1) * (0.5 + Math.random()));
    }
  }

  /** Gets a new token: with the refresh token when it works, else with the API key. */
  async function signIn(isBackground: boolean): Promise<string> {
    const open = async (path: string, body: object) =>
      sendWithRetries('POST', path, { body, isBackground, isRepeatable: true }, null);
    const refreshToken = session?.refreshToken ?? null;
    session = null;
    let answer =
      refreshToken === null
        ? null
        : await open('/admin/auth/refresh-token', { company, refresh_token: refreshToken });
    if (answer === null || answer.status >= 400) {
      answer = await open('/admin/auth', { company, login, password: apiKey });
    }
    if (answer.status >= 400) throw new SimplybookError('credentials');
    const { token, refresh_token: next } = check(sessionResponse, parseJson(answer.text));
    session = { token, refreshToken: next ?? null, until: Date.now() + TOKEN_MS };
    return token;
  }

  /** Returns a valid token. Parallel calls share one sign-in. */
  async function tokenFor(isBackground: boolean): Promise<string> {
    if (session !== null && session.until > Date.now()) return session.token;
    signingIn ??= signIn(isBackground).finally(() => {
      signingIn = null;
    });
    return signingIn;
  }

  /**
   * Sends a request with a token, and again with a new one if it is refused.
   * @returns the parsed body
   * @throws SimplybookError
   */
  async function request(method: Method, path: string, options: RequestOptions): Promise<unknown> {
    const token = await tokenFor(options.isBackground === true);
    let answer = await sendWithRetries(method, path, options, token);
    if (answer.status === 401 || answer.status === 403) {
      // The token has expired, or was revoked. A request that is refused with a new one is forbidden.
      if (session?.token === token) session = { ...session, until: 0 };
      answer = await sendWithRetries(method, path, options, await tokenFor(options.isBackground === true));
      if (answer.status === 401) throw new SimplybookError('credentials');
    }
    if (answer.status === 404) throw new SimplybookError('missing');
    if (answer.status >= 400) throw new SimplybookError('refused');
    return parseJson(answer.text);
  }

  /** Sends a request and reports its result. @returns the parsed body @throws SimplybookError */
  return async function call(method: Method, path: string, options: RequestOptions = {}): Promise<unknown> {
    try {
      const answer = await request(method, path, options);
      await report.succeeded();
      return answer;
    } catch (error) {
      if (error instanceof SimplybookError) {
        if (error.kind === 'refused' || error.kind === 'missing') await report.succeeded();
        else await report.failed(error);
      }
      throw error;
    }
  };
}

function parseJson(text: string): unknown {
  if (text === '') return null;
  if (text.length > MAX_BYTES) throw new SimplybookError('unexpected');
  try {
    return JSON.parse(text);
  } catch {
    throw new SimplybookError('unexpected');
  }
}
