/** The only module that stores tokens: refresh tokens in storage.local, access tokens in memory. */
import { browser } from 'wxt/browser';

/** A signed-in person with their server: another server can have the same subject. */
export interface PersonAtServer {
  server: string;
  subject: string;
}

/** A session at one server, with the data to renew and end it. */
export interface StoredSession extends PersonAtServer {
  tokenEndpoint: string;
  clientId: string;
  refreshToken: string;
}

/** An access token in storage.session: memory that outlives the worker but not the browser. */
export interface StoredAccess {
  token: string;
  expiresAt: number;
}

const SESSION_KEY = 'secret.session';
const ENDED_KEY = 'secret.ended';
const ACCESS_KEY = 'secret.access';

/** Denies content scripts access to both storage areas. */
export async function lockTokenStores(): Promise<void> {
  const onlyOurs = { accessLevel: 'TRUSTED_CONTEXTS' } as const;
  // Firefox has no access levels, and its content scripts never see storage.session.
  await Promise.all([
    browser.storage.session.setAccessLevel?.(onlyOurs),
    browser.storage.local.setAccessLevel?.(onlyOurs),
  ]);
}

/** Returns whether two values are about the same person at the same server. */
export function isSamePerson(a: PersonAtServer, b: PersonAtServer): boolean {
  return a.subject === b.subject && a.server === b.server;
}

/** Returns the stored session; null when nobody is signed in. */
export async function readSession(): Promise<StoredSession | null> {
  return ((await browser.storage.local.get(SESSION_KEY))[SESSION_KEY] as StoredSession | undefined) ?? null;
}

/** Stores a session with its newest tokens, the refresh token first. */
export async function writeSession(session: StoredSession, access: StoredAccess): Promise<void> {
  const { server, subject } = session;
  await browser.storage.local.set({ [SESSION_KEY]: session });
  await browser.storage.session.set({ [ACCESS_KEY]: { ...access, server, subject } });
}

/**
 * Returns a person's stored access token, which may have expired; null after a restart of the browser, and when the
 * token belongs to someone else.
 */
export async function readAccess(person: PersonAtServer): Promise<StoredAccess | null> {
  const stored = await browser.storage.session.get(ACCESS_KEY);
  const access = stored[ACCESS_KEY] as (StoredAccess & PersonAtServer) | undefined;
  return access !== undefined && isSamePerson(access, person) ? access : null;
}

/** Deletes the session with its tokens. Ended sessions that wait for their revocation stay. */
export async function deleteTokens(): Promise<void> {
  await browser.storage.session.remove(ACCESS_KEY);
  await browser.storage.local.remove(SESSION_KEY);
}

/** Returns the ended sessions that wait for their revocation. */
export async function readEndedSessions(): Promise<StoredSession[]> {
  return ((await browser.storage.local.get(ENDED_KEY))[ENDED_KEY] as StoredSession[] | undefined) ?? [];
}

/** Replaces the sessions that {@link readEndedSessions} returns. */
export async function writeEndedSessions(sessions: readonly StoredSession[]): Promise<void> {
  if (sessions.length === 0) await browser.storage.local.remove(ENDED_KEY);
  else await browser.storage.local.set({ [ENDED_KEY]: sessions });
}
