/** Signing in and out, and the tokens of the signed-in person's requests. */
import { clearSurfaceCache } from '#src/lib/surface-cache.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { SESSION_ENDED } from '#shared/session/messages.ts';
import { publish, readPublished } from '#src/messaging/published.ts';
import type { SignInMode } from '#src/transport/transport.ts';
import type { TokenSession } from '#src/transport/with-token.ts';
import { addEndedSession, revokeEndedSessions } from './ended-sessions.ts';
import { authorize, readSignInConfig, refreshTokens } from './oidc.ts';
import { createSerialQueue } from './serial-queue.ts';
import {
  deleteTokens,
  isSamePerson,
  type PersonAtServer,
  readAccess,
  readSession,
  writeSession,
} from './token-store.ts';

/** How long before its expiry an access token is renewed. */
const RENEW_BEFORE_MS = 30_000;

/** Runs changes of the session one after the other, because each one depends on the stored session. */
const changeInTurn = createSerialQueue();

/**
 * Signs in at the chosen server and ends a previous session.
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
      await addEndedSession(session);
      return false;
    }
    if ((await readSession()) !== null) await signOutLocally();
    await writeSession(session, { token: accessToken, expiresAt });
    await publish('signIn', { status: 'in', subject });
    return true;
  });
  void revokeEndedSessions();
  if (!isStarted) throw new AppError('UNAUTHENTICATED', 'The server address was changed. Sign in again.');
}

/** Works offline: signs out on this device immediately, and on the server as soon as it is reachable. */
export async function signOut(): Promise<void> {
  await changeInTurn(signOutLocally);
  await revokeEndedSessions();
}

/** Switches to another server: https, or this computer. @throws AppError when it is not a GoPath server */
export async function setServer(address: string): Promise<void> {
  const server = originOf(address);
  if (server === (await readPublished('server'))) return;
  await readSignInConfig(server);
  await changeInTurn(async () => {
    await signOutLocally();
    await publish('server', server);
  });
  // Not awaited: the page deletes unsent data next, before anyone signs in at the new server.
  void revokeEndedSessions();
}

/** Returns the origin of a server's address. @throws AppError INVALID_INPUT unless its connection is safe */
function originOf(address: string): string {
  const url = URL.parse(address);
  const isSafe =
    url?.protocol === 'https:' ||
    (url?.protocol === 'http:' && /^(localhost|127\.0\.0\.1)$/.test(url.hostname));
  if (url === null || !isSafe) {
    throw new AppError('INVALID_INPUT', 'Enter an address that begins with https://.');
  }
  return url.origin;
}

/** Signs out on this device, and stores the session to revoke it on its server. */
async function signOutLocally(): Promise<void> {
  const session = await readSession();
  if (session !== null) await addEndedSession(session);
  await deleteSession(null);
}

/**
 * Deletes the person's tokens and cached data. Drafts stay.
 * @param reason why the server ended the session; null when the person signed out
 */
async function deleteSession(reason: string | null): Promise<void> {
  await deleteTokens();
  await clearSurfaceCache();
  await publish('signIn', { status: 'out', reason });
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
      if (access !== null && access.expiresAt - RENEW_BEFORE_MS > Date.now()) return access.token;
      return renewOnce(person);
    },

    async renew(refused) {
      const access = await readAccess(person);
      // Another request may have renewed it already.
      if (access !== null && access.token !== refused) return access.token;
      return renewOnce(person);
    },

    end: (reason) => changeInTurn(() => endRefusedSession(person, reason)),
  };
}

/** Ends a session that the server refused. Does nothing once the person signed out, or someone else signed in. */
async function endRefusedSession(person: PersonAtServer, reason: string): Promise<void> {
  const session = await readSession();
  const signIn = await readPublished('signIn');
  // Without a session, a failed renewal has ended it, and this reason is more precise.
  const isTheirs =
    session === null ? signIn.status === 'out' && signIn.reason !== null : isSamePerson(session, person);
  if (isTheirs) await deleteSession(reason);
}

/**
 * The pending renewals by person, shared by all requests that need them. If the worker is stopped during one, the next
 * worker repeats it with the stored refresh token, which stays valid until its successor is used.
 */
const renewals = new Map<string, Promise<string | null>>();

/** Renews a person's access token, or waits for their pending renewal. @returns null when the session ended */
function renewOnce(person: PersonAtServer): Promise<string | null> {
  const key = `${person.server} ${person.subject}`;
  const renewal = renewals.get(key) ?? renewAccess(person).finally(() => renewals.delete(key));
  renewals.set(key, renewal);
  return renewal;
}

async function renewAccess(person: PersonAtServer): Promise<string | null> {
  const session = await readSession();
  if (session === null || !isSamePerson(session, person)) return null;
  // Outside of the queue, so that signing out does not wait for the request.
  const tokens = await refreshTokens(session);
  return changeInTurn(async () => {
    // The person may have signed out or switched accounts during the request.
    if ((await readSession())?.refreshToken !== session.refreshToken)
      return (await readAccess(person))?.token ?? null;
    if (tokens === null) {
      await deleteSession(SESSION_ENDED);
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
