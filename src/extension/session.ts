import { clearSurfaceCache } from '#src/lib/surface-cache.ts';
import { AppError, unavailable, unreachable } from '#shared/kernel/errors.ts';
import { SESSION_ENDED } from '#shared/session/messages.ts';
import { publish, readPublished } from '#src/messaging/published.ts';
import { REQUEST_TIMEOUT_MS } from '#src/transport/request-timeout.ts';
import type { SignInMode } from '#src/transport/transport.ts';
import type { TokenSession } from '#src/transport/with-token.ts';
import { authorize, readSignInConfig, requestTokens } from './oidc.ts';
import {
  deleteTokens,
  isSamePerson,
  type PersonAtServer,
  readAccess,
  readEnded,
  readSession,
  type StoredSession,
  writeEnded,
  writeSession,
} from './token-store.ts';

/** How long before its expiry a token is renewed. */
const LEEWAY_MS = 30_000;

/** The maximum number of pending sign-outs that are stored. */
const MAX_ENDED = 10;

/** Runs changes of the session one after the other, because each one depends on the stored session. */
let changes: Promise<unknown> = Promise.resolve();
function changeInTurn<T>(change: () => Promise<T>): Promise<T> {
  const run = changes.then(change);
  changes = run.catch(() => undefined);
  return run;
}

/**
 * The renewals in progress by person, shared by all requests that need them. If the worker is killed during one, the
 * next worker repeats it with the stored refresh token, which stays valid until its successor is used.
 */
const renewals = new Map<string, Promise<string | null>>();

async function renewTokens(person: PersonAtServer): Promise<string | null> {
  const session = await readSession();
  if (session === null || !isSamePerson(session, person)) return null;
  const tokens = await requestTokens(session.tokenEndpoint, {
    grant_type: 'refresh_token',
    client_id: session.clientId,
    refresh_token: session.refreshToken,
  });
  return changeInTurn(async () => {
    // The person may have signed out or switched accounts during the request.
    if ((await readSession())?.refreshToken !== session.refreshToken)
      return (await readAccess(person))?.token ?? null;
    if (tokens === null) {
      await endLocally(SESSION_ENDED);
      return null;
    }
    const refreshToken = tokens.refreshToken ?? session.refreshToken;
    await writeSession(
      { ...session, refreshToken },
      { token: tokens.accessToken, expiresAt: tokens.expiresAt },
    );
    return tokens.accessToken;
  });
}

function renewOnce(person: PersonAtServer): Promise<string | null> {
  const key = `${person.server} ${person.subject}`;
  const renewal = renewals.get(key) ?? renewTokens(person).finally(() => renewals.delete(key));
  renewals.set(key, renewal);
  return renewal;
}

/** Deletes the person's tokens and cached data. Drafts stay. */
async function endLocally(reason: string | null): Promise<void> {
  await deleteTokens();
  await clearSurfaceCache();
  await publish('signIn', { status: 'out', reason });
}

/** Revokes a sign-in at its server. @throws AppError when the server cannot be reached */
async function revoke(session: StoredSession): Promise<void> {
  // Revoking needs an access token, and the last one may have expired while offline.
  const tokens = await requestTokens(session.tokenEndpoint, {
    grant_type: 'refresh_token',
    client_id: session.clientId,
    refresh_token: session.refreshToken,
  });
  if (tokens === null) return;
  let response: Response;
  try {
    response = await fetch(`${session.server}/api/session/revoke/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: tokens.refreshToken ?? session.refreshToken }),
      credentials: 'omit',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
  } catch {
    throw unreachable();
  }
  if (!response.ok && response.status !== 401) throw unavailable();
}

/** Revokes sign-ins that ended while their server was unreachable. */
export async function revokeEnded(): Promise<void> {
  for (const session of await readEnded()) {
    try {
      await revoke(session);
    } catch {
      continue;
    }
    // Read again: a sign-out during the request may have added one.
    const waiting = await readEnded();
    await writeEnded(waiting.filter(({ refreshToken }) => refreshToken !== session.refreshToken));
  }
}

/** Stores an ended sign-in, which {@link revokeEnded} revokes. */
async function addEnded(session: StoredSession): Promise<void> {
  await writeEnded([...(await readEnded()), session].slice(-MAX_ENDED));
}

/** Signs out on this device. */
async function signOutLocally(): Promise<void> {
  const session = await readSession();
  if (session !== null) await addEnded(session);
  await endLocally(null);
}

/** Works offline: signs out on this device immediately, and on the server as soon as it is reachable. */
export async function signOut(): Promise<void> {
  await changeInTurn(signOutLocally);
  await revokeEnded();
}

/** Ends a person's session that their server ended. Does nothing once they signed out, or someone else signed in. */
async function endSession(person: PersonAtServer, reason: string): Promise<void> {
  const session = await readSession();
  const signIn = await readPublished('signIn');
  // Without a session, a failed renewal has ended it, and this reason is more precise.
  const isTheirs =
    session === null ? signIn.status === 'out' && signIn.reason !== null : isSamePerson(session, person);
  if (isTheirs) await endLocally(reason);
}

/** The session of the person who was signed in when it was opened. It never uses the tokens of anyone else. */
export interface PersonSession extends TokenSession {
  /** The server of the tokens, to which they are sent. */
  server: string;
  /** Null when nobody was signed in. */
  subject: string | null;
}

/** Opens the session of the signed-in person for one request, or for several that belong together. */
export async function openSession(): Promise<PersonSession> {
  const person = await readSession();
  if (person === null) {
    return {
      server: await readPublished('server'),
      subject: null,
      accessToken: async () => null,
      renew: async () => null,
      end: () => undefined,
    };
  }
  return {
    server: person.server,
    subject: person.subject,

    async accessToken() {
      const access = await readAccess(person);
      if (access !== null && access.expiresAt - LEEWAY_MS > Date.now()) return access.token;
      return renewOnce(person);
    },

    async renew(refused) {
      const access = await readAccess(person);
      if (access !== null && access.token !== refused) return access.token;
      return renewOnce(person);
    },

    end: (reason) => changeInTurn(() => endSession(person, reason)),
  };
}

/**
 * Signs in at the chosen server and ends a previous sign-in.
 * @throws AppError UNAUTHENTICATED when the sign-in is not completed, or the server was changed during it
 */
export async function signIn(mode: SignInMode): Promise<void> {
  const server = await readPublished('server');
  const config = await readSignInConfig(server);
  const { subject, refreshToken, accessToken, expiresAt } = await authorize(server, config, mode);
  const session = {
    server,
    subject,
    refreshToken,
    tokenEndpoint: config.token_endpoint,
    clientId: config.extension.client_id,
  };
  const isStarted = await changeInTurn(async () => {
    // The server may have been changed while the window was open.
    if ((await readPublished('server')) !== server) {
      await addEnded(session);
      return false;
    }
    if ((await readSession()) !== null) await signOutLocally();
    await writeSession(session, { token: accessToken, expiresAt });
    await publish('signIn', { status: 'in', subject });
    return true;
  });
  void revokeEnded();
  if (!isStarted) throw new AppError('UNAUTHENTICATED', 'The server address was changed. Sign in again.');
}

/** Switches to another server: https, or this computer. @throws AppError when it is not a GoPath server */
export async function setServer(address: string): Promise<void> {
  const url = URL.parse(address);
  const isSafe =
    url?.protocol === 'https:' ||
    (url?.protocol === 'http:' && /^(localhost|127\.0\.0\.1)$/.test(url.hostname));
  if (url === null || !isSafe) {
    throw new AppError('INVALID_INPUT', 'Enter an address that begins with https://.');
  }
  const server = url.origin;
  if (server === (await readPublished('server'))) return;
  await readSignInConfig(server);
  await changeInTurn(async () => {
    await signOutLocally();
    await publish('server', server);
  });
  // Not awaited: the page deletes unsent data next, before anyone signs in at the new server.
  void revokeEnded();
}
