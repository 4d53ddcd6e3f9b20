import { AppError } from '#shared/kernel/errors.ts';
import { paths } from '#shared/kernel/paths.ts';
import { accessToken, type SessionConfig, sessionConfig } from '#shared/session/answers.ts';
import { codeChallenge, randomText } from './pkce.ts';
import { keepToken } from './session-web.ts';
import type { SignInMode } from './transport.ts';

/** What this tab needs when the provider sends it back. */
const STORE = 'gopath-sign-in';

interface StartedSignIn {
  state: string;
  verifier: string;
}

function callbackUrl(): string {
  return location.origin + paths.signInCallback;
}

async function call(path: string, body?: object): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(path, {
      ...(body === undefined
        ? {}
        : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.timeout(20_000),
    });
  } catch {
    throw new AppError('NETWORK', 'The server could not be reached.');
  }
  const answer = (await response.json().catch(() => null)) as { detail?: string } | null;
  if (!response.ok) {
    const code = response.status >= 500 ? 'UNAVAILABLE' : 'BAD_REQUEST';
    throw new AppError(code, answer?.detail ?? 'The server could not answer.');
  }
  return answer;
}

async function readConfig(): Promise<SessionConfig> {
  return sessionConfig.parse(await call('/api/session/config/'));
}

/** Leaves for the identity provider: authorization code with PKCE. @returns false: nobody is signed in yet */
export async function beginSignIn(mode: SignInMode): Promise<boolean> {
  const config = await readConfig();
  const started: StartedSignIn = { state: randomText(), verifier: randomText() };
  sessionStorage.setItem(STORE, JSON.stringify(started));
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: config.web.client_id,
    redirect_uri: callbackUrl(),
    scope: config.scope,
    state: started.state,
    code_challenge: await codeChallenge(started.verifier),
    code_challenge_method: 'S256',
    ...config.authorization_parameters,
    ...(mode === 'sign_up' ? { screen_hint: 'sign_up' } : {}),
  });
  location.assign(`${config.authorization_endpoint}?${query}`);
  return false;
}

/**
 * Finishes what {@link beginSignIn} began, with the address that the provider led back to.
 * @throws AppError with the reason
 */
export async function completeSignIn(search: string): Promise<void> {
  const answer = new URLSearchParams(search);
  const started = JSON.parse(sessionStorage.getItem(STORE) ?? 'null') as StartedSignIn | null;
  sessionStorage.removeItem(STORE);
  const code = answer.get('code');
  if (started === null || answer.get('state') !== started.state || code === null) {
    throw new AppError('UNAUTHENTICATED', 'Signing in did not work. Try again.');
  }
  const tokens = await call('/api/session/', {
    code,
    code_verifier: started.verifier,
    redirect_uri: callbackUrl(),
  });
  keepToken(accessToken.parse(tokens));
}

/** AUTH-035 @throws AppError with the provider's message */
export async function requestPasswordReset(email: string): Promise<void> {
  const { web } = await readConfig();
  await call('/api/session/password_reset/', {
    client_id: web.client_id,
    email,
    connection: 'Username-Password-Authentication',
  });
}
