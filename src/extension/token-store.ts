/** The only module that stores tokens: refresh tokens in storage.local, access tokens in memory. */
import { browser } from 'wxt/browser';

/** A signed-in person with their server: another server can have the same subject. */
export interface PersonAtServer {
  server: string;
  subject: string;
}

/** A sign-in at one server, with the data to renew and end it. */
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

const SESSION = 'secret.session';
const ENDED = 'secret.ended';
const ACCESS = 'secret.access';

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

/** Returns the stored sign-in; null when nobody is signed in. */
export async function readSession(): Promise<StoredSession | null> {
  return ((await browser.storage.local.get(SESSION))[SESSION] as StoredSession | undefined) ?? null;
}

/** Stores a sign-in with its newest tokens, the refresh token first. */
export async function writeSession(session: StoredSession, access: StoredAccess): Promise<void> {
  const { server, subject } = session;
  await browser.storage.local.set({ [SESSION]: session });
  await browser.storage.session.set({ [ACCESS]: { ...access, server, subject } });
}

/**
 * Returns a person's stored access token, which may have expired; null after a restart of the browser, and when the
 * token belongs to someone else.
 */
export async function readAccess(person: PersonAtServer): Promise<StoredAccess | null> {
  const stored = await browser.storage.session.get(ACCESS);
  const access = stored[ACCESS] as (StoredAccess & PersonAtServer) | undefined;
  return access !== undefined && isSamePerson(access, person) ? access : null;
}

/** Deletes the sign-in with its tokens. Ended sign-ins that wait for their revocation stay. */
export async function deleteTokens(): Promise<void> {
  await browser.storage.session.remove(ACCESS);
  await browser.storage.local.remove(SESSION);
}

/** Reads the sign-ins that ended while their server was unreachable. */
export async function readEnded(): Promise<StoredSession[]> {
  return ((await browser.storage.local.get(ENDED))[ENDED] as StoredSession[] | undefined) ?? [];
}

/** Replaces the sign-ins that {@link readEnded} returns. */
export async function writeEnded(sessions: readonly StoredSession[]): Promise<void> {
  if (sessions.length === 0) await browser.storage.local.remove(ENDED);
  else await browser.storage.local.set({ [ENDED]: sessions });
}
