/** The authorization code flow with PKCE (S256) of a public client, set up by the server's `/api/session/config/`. */
import { browser } from 'wxt/browser';
import { AppError, unavailable, UNAVAILABLE_MESSAGE, unreachable } from '#shared/kernel/errors.ts';
import type { SessionConfig } from '#shared/session/responses.ts';
import { codeChallenge, randomText } from '#src/transport/pkce.ts';
import { REQUEST_TIMEOUT_MS } from '#src/transport/request-timeout.ts';
import type { SignInMode } from '#src/transport/transport.ts';

/** The tokens of a response of the token endpoint. */
export interface Tokens {
  accessToken: string;
  expiresAt: number;
  /** Absent when the provider does not rotate refresh tokens. */
  refreshToken: string | undefined;
  idToken: string | undefined;
}

async function ask(url: string, init: RequestInit = {}): Promise<{ status: number; body: unknown }> {
  let response: Response;
  try {
    response = await fetch(url, {
      ...init,
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
  } catch {
    throw unreachable();
  }
  return { status: response.status, body: await response.json().catch(() => null) };
}

/** Asks the provider to email a reset link (AUTH-035). @throws AppError with its message */
export async function requestPasswordReset(server: string, email: string): Promise<void> {
  const { extension } = await readSignInConfig(server);
  const { status, body } = await ask(`${server}/api/session/password_reset/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_id: extension.client_id,
      email,
      connection: 'Username-Password-Authentication',
    }),
  });
  if (status === 200) return;
  const { detail } = (body ?? {}) as { detail?: unknown };
  throw new AppError(
    status >= 500 ? 'UNAVAILABLE' : 'BAD_REQUEST',
    typeof detail === 'string' ? detail : UNAVAILABLE_MESSAGE,
  );
}

/**
 * Refuses a configuration that would send one server's tokens to another, because a server can return any endpoints and
 * audience. Both endpoints must be on the issuer's origin. The issuer must be on the server's own origin; an external
 * issuer can only issue tokens for an audience on that origin.
 * @throws AppError BAD_REQUEST
 */
export function requireOwnEndpoints(server: string, config: SessionConfig): void {
  const originOf = (address: unknown) =>
    typeof address === 'string' ? URL.parse(address)?.origin : undefined;
  const origin = originOf(config.issuer);
  const isOneIssuer =
    origin !== undefined &&
    originOf(config.authorization_endpoint) === origin &&
    originOf(config.token_endpoint) === origin;
  if (!isOneIssuer || (origin !== server && originOf(config.audience) !== server)) {
    throw new AppError('BAD_REQUEST', 'This server’s sign-in belongs to another address. Check the address.');
  }
}

/**
 * Reads the sign-in configuration of a server. @throws AppError NETWORK, or BAD_REQUEST when it is not a GoPath server
 */
export async function readSignInConfig(server: string): Promise<SessionConfig> {
  const { status, body } = await ask(`${server}/api/session/config/`);
  if (status >= 500) throw unavailable();
  const config = body as Partial<SessionConfig> | null;
  const isComplete = [
    config?.issuer,
    config?.authorization_endpoint,
    config?.token_endpoint,
    config?.extension?.client_id,
  ].every((value) => typeof value === 'string' && value !== '');
  if (status !== 200 || !isComplete)
    throw new AppError('BAD_REQUEST', 'There is no GoPath server at this address.');
  requireOwnEndpoints(server, config as SessionConfig);
  return config as SessionConfig;
}

/**
 * Calls the token endpoint.
 * @returns null when the grant is no longer valid
 * @throws AppError NETWORK or UNAVAILABLE when the outcome is unknown; the session then stays
 */
export async function requestTokens(
  endpoint: string,
  parameters: Record<string, string>,
): Promise<Tokens | null> {
  const { status, body } = await ask(endpoint, { method: 'POST', body: new URLSearchParams(parameters) });
  const answer = (body ?? {}) as Record<string, unknown>;
  if (status === 400 && answer['error'] === 'invalid_grant') return null;
  if (status !== 200 || typeof answer['access_token'] !== 'string') {
    throw unavailable();
  }
  const { refresh_token: refreshToken, id_token: idToken, expires_in: seconds } = answer;
  return {
    accessToken: answer['access_token'],
    expiresAt: Date.now() + (typeof seconds === 'number' ? seconds : 60) * 1000,
    refreshToken: typeof refreshToken === 'string' ? refreshToken : undefined,
    idToken: typeof idToken === 'string' ? idToken : undefined,
  };
}

/** Reads the subject of an ID token. It came straight from the token endpoint, so its signature is not checked. */
function subjectOf(idToken: string, nonce: string): string | null {
  try {
    const text = atob((idToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    const claims = JSON.parse(text) as { sub?: unknown; nonce?: unknown };
    return typeof claims.sub === 'string' && claims.nonce === nonce ? claims.sub : null;
  } catch {
    return null;
  }
}

/**
 * Returns whether the response contains our issuer (RFC 9207). Our own provider always sends it; an external one can
 * omit it.
 */
export function isFromIssuer({ issuer }: SessionConfig, server: string, answered: string | null): boolean {
  if (answered === null) return URL.parse(issuer)?.origin !== server;
  return answered === issuer;
}

function refused(message = 'The sign-in was not completed.'): AppError {
  return new AppError('UNAUTHENTICATED', message);
}

/**
 * Opens the provider's sign-in page in a browser window.
 * @throws AppError UNAUTHENTICATED when it is closed or the response does not match the request
 */
export async function authorize(
  server: string,
  config: SessionConfig,
  mode: SignInMode,
): Promise<{ subject: string; accessToken: string; expiresAt: number; refreshToken: string }> {
  const [state, nonce, verifier] = [randomText(), randomText(), randomText()];
  const redirectUri = browser.identity.getRedirectURL();
  const url = new URL(config.authorization_endpoint);
  url.search = new URLSearchParams({
    ...config.authorization_parameters,
    response_type: 'code',
    client_id: config.extension.client_id,
    redirect_uri: redirectUri,
    scope: config.scope,
    state,
    nonce,
    code_challenge: await codeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(mode === 'sign_up' ? { screen_hint: 'sign_up' } : {}),
  }).toString();

  let answered: string | undefined;
  try {
    answered = await browser.identity.launchWebAuthFlow({ url: url.href, interactive: true });
  } catch {
    throw refused();
  }
  const answer = answered === undefined ? null : URL.parse(answered)?.searchParams;
  const code = answer?.get('code');
  if (!answer || answer.get('state') !== state || !code) throw refused();
  if (!isFromIssuer(config, server, answer.get('iss'))) throw refused();

  const tokens = await requestTokens(config.token_endpoint, {
    grant_type: 'authorization_code',
    client_id: config.extension.client_id,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    code,
  });
  const subject = tokens?.idToken === undefined ? null : subjectOf(tokens.idToken, nonce);
  if (tokens?.refreshToken === undefined || subject === null) throw refused();
  return { ...tokens, refreshToken: tokens.refreshToken, subject };
}
