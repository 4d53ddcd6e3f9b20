/** The authorization code flow with PKCE (S256) of a public client, set up by the server's `/api/session/config/`. */
import { browser } from 'wxt/browser';
import { AppError, unavailable, unreachable } from '#shared/kernel/errors.ts';
import type { SessionConfig } from '#shared/session/responses.ts';
import { codeChallenge, randomText } from '#src/transport/pkce.ts';
import { REQUEST_TIMEOUT_MS } from '#src/transport/request-timeout.ts';
import type { SignInMode } from '#src/transport/transport.ts';
import type { StoredSession } from './token-store.ts';

/** Sends a request without cookies. @returns the status, and the body; null unless it is JSON */
export async function fetchJson(
  url: string,
  init: RequestInit = {},
): Promise<{ status: number; body: unknown }> {
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

/**
 * Reads the sign-in configuration of a server. @throws AppError NETWORK, or BAD_REQUEST when it is not a GoPath server
 */
export async function readSignInConfig(server: string): Promise<SessionConfig> {
  const { status, body } = await fetchJson(`${server}/api/session/config/`);
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
 * Refuses a configuration that would send one server's tokens to another, because a server can return any endpoints and
 * audience. Both endpoints must be on the issuer's origin. The issuer must be on the server's own origin; an external
 * issuer can only issue tokens for an audience on that origin.
 * @throws AppError BAD_REQUEST
 */
export function requireOwnEndpoints(server: string, config: SessionConfig): void {
  const originOf = (address: unknown) =>
    typeof address === 'string' ? URL.parse(address)?.origin : undefined;
  const issuerOrigin = originOf(config.issuer);
  const isOneOrigin =
    issuerOrigin !== undefined &&
    originOf(config.authorization_endpoint) === issuerOrigin &&
    originOf(config.token_endpoint) === issuerOrigin;
  const isForThisServer = issuerOrigin === server || originOf(config.audience) === server;
  if (!isOneOrigin || !isForThisServer) {
    throw new AppError('BAD_REQUEST', 'This server’s sign-in belongs to another address. Check the address.');
  }
}

/** A signed-in person with their tokens. */
export interface Authorization {
  subject: string;
  accessToken: string;
  expiresAt: number;
  refreshToken: string;
}

/** The random values of one sign-in, which connect its response and tokens to its request. */
interface SignInSecrets {
  state: string;
  nonce: string;
  verifier: string;
}

/**
 * Signs a person in on the provider's page, in a browser window.
 * @throws AppError UNAUTHENTICATED when it is closed or the response does not match the request
 */
export async function authorize(
  server: string,
  config: SessionConfig,
  mode: SignInMode,
): Promise<Authorization> {
  const secrets = { state: randomText(), nonce: randomText(), verifier: randomText() };
  const response = await openSignInPage(await signInUrl(config, mode, secrets));
  const code = response?.get('code');
  if (!response || response.get('state') !== secrets.state || !code) throw incompleteSignIn();
  if (!isFromIssuer(config, server, response.get('iss'))) throw incompleteSignIn();

  const tokens = await requestTokens(config.token_endpoint, {
    grant_type: 'authorization_code',
    client_id: config.extension.client_id,
    redirect_uri: browser.identity.getRedirectURL(),
    code_verifier: secrets.verifier,
    code,
  });
  const subject = tokens?.idToken === undefined ? null : readSubject(tokens.idToken, secrets.nonce);
  if (tokens?.refreshToken === undefined || subject === null) throw incompleteSignIn();
  return { ...tokens, refreshToken: tokens.refreshToken, subject };
}

async function signInUrl(config: SessionConfig, mode: SignInMode, secrets: SignInSecrets): Promise<string> {
  const url = new URL(config.authorization_endpoint);
  url.search = new URLSearchParams({
    ...config.authorization_parameters,
    response_type: 'code',
    client_id: config.extension.client_id,
    redirect_uri: browser.identity.getRedirectURL(),
    scope: config.scope,
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await codeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
    ...(mode === 'sign_up' ? { screen_hint: 'sign_up' } : {}),
  }).toString();
  return url.href;
}

/** Opens the sign-in page and waits for its redirect. @returns the parameters of the redirect; null without one */
async function openSignInPage(url: string): Promise<URLSearchParams | null> {
  let redirect: string | undefined;
  try {
    redirect = await browser.identity.launchWebAuthFlow({ url, interactive: true });
  } catch {
    throw incompleteSignIn();
  }
  return redirect === undefined ? null : (URL.parse(redirect)?.searchParams ?? null);
}

/**
 * Returns whether the response is from the issuer of the configuration (RFC 9207). Our own provider always names it; an
 * external one can omit it.
 * @param responseIssuer the issuer that the response names
 */
export function isFromIssuer(
  { issuer }: SessionConfig,
  server: string,
  responseIssuer: string | null,
): boolean {
  if (responseIssuer === null) return URL.parse(issuer)?.origin !== server;
  return responseIssuer === issuer;
}

/** Reads the subject of an ID token. It came straight from the token endpoint, so its signature is not checked. */
function readSubject(idToken: string, nonce: string): string | null {
  try {
    const text = atob((idToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    const claims = JSON.parse(text) as { sub?: unknown; nonce?: unknown };
    return typeof claims.sub === 'string' && claims.nonce === nonce ? claims.sub : null;
  } catch {
    return null;
  }
}

function incompleteSignIn(): AppError {
  return new AppError('UNAUTHENTICATED', 'The sign-in was not completed.');
}

/** The tokens of a response of the token endpoint. */
export interface Tokens {
  accessToken: string;
  expiresAt: number;
  /** Absent when the provider does not rotate refresh tokens. */
  refreshToken: string | undefined;
  idToken: string | undefined;
}

/**
 * Requests new tokens for a session.
 * @returns null when the session ended
 * @throws AppError NETWORK or UNAVAILABLE when the outcome is unknown; the session then stays
 */
export function refreshTokens({
  tokenEndpoint,
  clientId,
  refreshToken,
}: StoredSession): Promise<Tokens | null> {
  return requestTokens(tokenEndpoint, {
    grant_type: 'refresh_token',
    client_id: clientId,
    refresh_token: refreshToken,
  });
}

/** Calls the token endpoint. @returns null when the grant is no longer valid */
async function requestTokens(endpoint: string, parameters: Record<string, string>): Promise<Tokens | null> {
  const { status, body } = await fetchJson(endpoint, {
    method: 'POST',
    body: new URLSearchParams(parameters),
  });
  const response = (body ?? {}) as Record<string, unknown>;
  if (status === 400 && response['error'] === 'invalid_grant') return null;
  if (status !== 200 || typeof response['access_token'] !== 'string') {
    throw unavailable();
  }
  const { refresh_token: refreshToken, id_token: idToken, expires_in: seconds } = response;
  return {
    accessToken: response['access_token'],
    expiresAt: Date.now() + (typeof seconds === 'number' ? seconds : 60) * 1000,
    refreshToken: typeof refreshToken === 'string' ? refreshToken : undefined,
    idToken: typeof idToken === 'string' ? idToken : undefined,
  };
}
