import { AppError, unreachable } from '#shared/kernel/errors.ts';
import { paths } from '#shared/kernel/paths.ts';
import { type OpenInvitation, openInvitation } from '#shared/invitations/responses.ts';
import { type SessionConfig, sessionConfig, signInResponse } from '#shared/session/responses.ts';
import { errorOf, readJson } from './http.ts';
import { codeChallenge, randomText } from './pkce.ts';
import { REQUEST_TIMEOUT_MS } from './request-timeout.ts';
import { startWebSession } from './session-web.ts';
import { deleteSignUp, signUpToComplete } from './sign-up-session.ts';
import type { SignInMode } from './transport.ts';

/** Stores the state of this tab's sign-in until the provider redirects back. */
const STORE = 'gopath-sign-in';

interface StartedSignIn {
  state: string;
  verifier: string;
  /** The expected issuer of the response (RFC 9207). */
  issuer: string;
  /** The invitation to accept, sent when the sign-in completes. */
  invitation?: { token: string; birthday?: string; consent: boolean };
}

/** An invitation that the sign-in accepts. */
export interface AcceptedInvitation extends Pick<OpenInvitation, 'email' | 'way'> {
  token: string;
  /** The data that a new person entered. */
  person: { birthday?: string; consent: boolean };
}

/** The result of a sign-in, and of its invitation. */
export interface SignInEnd {
  invitation: { token: string; isAccepted: boolean } | null;
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
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
  } catch {
    throw unreachable();
  }
  const json = await readJson(response);
  if (!response.ok) throw errorOf(response.status, json);
  return json;
}

async function readConfig(): Promise<SessionConfig> {
  return sessionConfig.parse(await call('/api/session/config/'));
}

/**
 * Redirects to the identity provider: authorization code with PKCE. @returns false, because the sign-in is not complete
 */
export async function beginSignIn(mode: SignInMode, invited?: AcceptedInvitation): Promise<boolean> {
  const config = await readConfig();
  const started: StartedSignIn = {
    state: randomText(),
    verifier: randomText(),
    issuer: config.issuer,
  };
  if (invited !== undefined) started.invitation = { token: invited.token, ...invited.person };
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
    ...(invited?.way === 'password' ? { screen_hint: 'invitation', invitation: invited.token } : {}),
    ...(invited?.way === 'sign_in' ? { login_hint: invited.email } : {}),
  });
  location.assign(`${config.authorization_endpoint}?${query}`);
  return false;
}

/**
 * Completes the sign-in that {@link beginSignIn} started, from the address of the provider's redirect.
 * @throws AppError with the reason
 */
export async function completeSignIn(search: string): Promise<SignInEnd> {
  const parameters = new URLSearchParams(search);
  const started = JSON.parse(sessionStorage.getItem(STORE) ?? 'null') as StartedSignIn | null;
  sessionStorage.removeItem(STORE);
  const code = parameters.get('code');
  const isOurs =
    started !== null &&
    parameters.get('state') === started.state &&
    (parameters.get('iss') ?? started.issuer) === started.issuer;
  if (!isOurs || code === null) {
    throw new AppError('UNAUTHENTICATED', 'Could not sign in. Try again.');
  }
  const tokens = signInResponse.parse(
    await call('/api/session/', {
      code,
      code_verifier: started.verifier,
      redirect_uri: callbackUrl(),
      invitation: started.invitation,
      sign_up: signUpToComplete() ?? undefined,
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    }),
  );
  deleteSignUp();
  startWebSession(tokens);
  const { invitation } = started;
  return {
    invitation:
      invitation === undefined
        ? null
        : { token: invitation.token, isAccepted: tokens.invitation_accepted === true },
  };
}

/**
 * Reads the invitation of a link (AUTH-014) without a sign-in.
 * @throws AppError NOT_FOUND when the link does not work
 */
export async function readOpenInvitation(token: string): Promise<OpenInvitation> {
  return openInvitation.parse(await call(`/api/invitations/${encodeURIComponent(token)}/`));
}

/** Asks the provider to email a reset link (AUTH-035). @throws AppError with its message */
export async function requestPasswordReset(email: string): Promise<void> {
  const { web } = await readConfig();
  await call('/api/session/password_reset/', {
    client_id: web.client_id,
    email,
    connection: 'Username-Password-Authentication',
  });
}
