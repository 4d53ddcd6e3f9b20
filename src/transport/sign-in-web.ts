import { AppError } from '#shared/kernel/errors.ts';
import { paths } from '#shared/kernel/paths.ts';
import { type OpenInvitation, openInvitation } from '#shared/invitations/responses.ts';
import { type SessionConfig, sessionConfig, signInAnswer } from '#shared/session/responses.ts';
import { codeChallenge, randomText } from './pkce.ts';
import { keepToken } from './session-web.ts';
import type { SignInMode } from './transport.ts';

/** What this tab needs when the provider sends it back. */
const STORE = 'gopath-sign-in';

interface StartedSignIn {
  state: string;
  verifier: string;
  /** Sent along with the sign-in's end. */
  invitation?: { token: string; is_of_age: boolean };
}

/** An invitation that somebody signs in, or gets an account, to accept. */
export interface AcceptedInvitation extends Pick<OpenInvitation, 'email' | 'way'> {
  token: string;
  isOfAge: boolean;
}

/** How a sign-in ended that was begun for an invitation. */
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
      signal: AbortSignal.timeout(20_000),
    });
  } catch {
    throw new AppError('NETWORK', 'The server could not be reached.');
  }
  const answer = (await response.json().catch(() => null)) as { detail?: string } | null;
  if (!response.ok) {
    const code =
      response.status >= 500 ? 'UNAVAILABLE' : response.status === 404 ? 'NOT_FOUND' : 'BAD_REQUEST';
    throw new AppError(code, answer?.detail ?? 'The server could not answer.');
  }
  return answer;
}

async function readConfig(): Promise<SessionConfig> {
  return sessionConfig.parse(await call('/api/session/config/'));
}

/** Leaves for the identity provider: authorization code with PKCE. @returns false: nobody is signed in yet */
export async function beginSignIn(mode: SignInMode, invited?: AcceptedInvitation): Promise<boolean> {
  const config = await readConfig();
  const started: StartedSignIn = { state: randomText(), verifier: randomText() };
  if (invited !== undefined) started.invitation = { token: invited.token, is_of_age: invited.isOfAge };
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
 * Finishes what {@link beginSignIn} began, with the address that the provider led back to.
 * @throws AppError with the reason
 */
export async function completeSignIn(search: string): Promise<SignInEnd> {
  const answer = new URLSearchParams(search);
  const started = JSON.parse(sessionStorage.getItem(STORE) ?? 'null') as StartedSignIn | null;
  sessionStorage.removeItem(STORE);
  const code = answer.get('code');
  if (started === null || answer.get('state') !== started.state || code === null) {
    throw new AppError('UNAUTHENTICATED', 'Signing in did not work. Try again.');
  }
  const tokens = signInAnswer.parse(
    await call('/api/session/', {
      code,
      code_verifier: started.verifier,
      redirect_uri: callbackUrl(),
      invitation: started.invitation,
    }),
  );
  keepToken(tokens);
  const { invitation } = started;
  return {
    invitation:
      invitation === undefined
        ? null
        : { token: invitation.token, isAccepted: tokens.invitation_accepted === true },
  };
}

/**
 * What the holder of an invitation's link may know of it (AUTH-014); nobody needs to be signed in.
 * @throws AppError NOT_FOUND when the link does not work
 */
export async function lookAtInvitation(token: string): Promise<OpenInvitation> {
  return openInvitation.parse(await call(`/api/invitations/${encodeURIComponent(token)}/`));
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
