import { AppError, unavailable, unreachable } from '#shared/kernel/errors.ts';
import { SESSION_ENDED } from '#shared/session/messages.ts';
import type { AccessToken } from '#shared/session/responses.ts';
import { deleteLastPages } from '#src/lib/last-pages/storage.ts';
import { dropEarly, earlyKey, takeEarly } from './early-responses.ts';
import { deleteLastResponses } from './last-responses.ts';
import { isPagePerson, personOf, setPagePerson } from './page-person.ts';
import { REQUEST_TIMEOUT_MS } from './request-timeout.ts';
import { SESSION_LOCK, SESSION_REFRESH } from './session-names.ts';
import type { TokenSession } from './with-token.ts';

/** A token is renewed this long before it expires. */
const LEEWAY_MS = 30_000;

interface Token {
  value: string;
  expiresAt: number;
}

/** The access token is only in memory; a reload gets a new one with the HttpOnly cookie. */
let token: Token | null = null;
let renewal: Promise<string | null> | null = null;
/** Whether this page is being loaded again, because the session is another person's. */
let isReloading = false;
const endListeners = new Set<(reason: string) => void>();

function storeToken(answer: AccessToken) {
  token = { value: answer.access_token, expiresAt: Date.now() + answer.expires_in * 1000 };
}

/** Starts the session of a sign-in on this page. */
export function startWebSession(answer: AccessToken) {
  // Early responses were requested with the cookie of the previous session.
  dropEarly();
  setPagePerson(personOf(answer.access_token));
  storeToken(answer);
}

/** Calls back when the server ended the session. @returns a function that stops it */
export function onSessionEnd(listener: (reason: string) => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/** Returns the error of requests that are not sent. As a network error, it keeps unsaved text. */
function someoneElse(): AppError {
  return new AppError('NETWORK', 'Someone else signed in in this browser. Reload the page.');
}

/** Loads this page again for the person who signed in in another tab. */
function reloadForOtherPerson() {
  token = null;
  isReloading = true;
  dropEarly();
  // The last look of this page is stored when it is hidden, and must not be shown to the other person.
  deleteLastPages();
  addEventListener('visibilitychange', deleteLastPages);
  location.reload();
}

/** Requests a new access token. It has a timeout, because all tabs wait for it. */
async function requestRefresh(): Promise<Response> {
  // Safe to abort: the cookie stays valid, and the server keeps the renewed refresh token.
  const init = { method: 'POST', signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) } as const;
  return fetch(SESSION_REFRESH, { ...init, credentials: 'same-origin', cache: 'no-store' });
}

async function refresh(): Promise<string | null> {
  if (isReloading) throw someoneElse();
  let response: Response;
  try {
    response = (await takeEarly(earlyKey(SESSION_REFRESH))) ?? (await requestRefresh());
  } catch {
    throw unreachable();
  }
  // 204: not signed in. 401: the session ended.
  if (response.status === 204 || response.status === 401) {
    token = null;
    return null;
  }
  if (!response.ok) throw unavailable();
  const answer = (await response.json().catch(() => {
    throw unreachable();
  })) as AccessToken;
  if (!isPagePerson(personOf(answer.access_token))) {
    reloadForOtherPerson();
    throw someoneElse();
  }
  storeToken(answer);
  return answer.access_token;
}

/** Renews once at a time, in this tab and across tabs: a refresh token can be used once. */
function renewOnce(): Promise<string | null> {
  renewal ??= navigator.locks.request(SESSION_LOCK, refresh).finally(() => {
    renewal = null;
  });
  return renewal;
}

/** A session that the person can end. */
export interface WebSession extends TokenSession {
  /** Ends the session on the server and deletes the token. */
  signOut(): Promise<void>;
}

/** The web app's session for its transport. */
export const webSession: WebSession = {
  async accessToken() {
    if (token !== null && token.expiresAt - LEEWAY_MS > Date.now()) return token.value;
    const wasSignedIn = token !== null;
    const renewed = await renewOnce();
    if (renewed === null && wasSignedIn) void webSession.end(SESSION_ENDED);
    return renewed;
  },
  async renew(refused) {
    if (token !== null && token.value !== refused) return token.value;
    return renewOnce();
  },
  async signOut() {
    try {
      const response = await fetch('/api/session/', {
        method: 'DELETE',
        credentials: 'same-origin',
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      });
      if (!response.ok && response.status !== 401) throw unavailable();
    } catch (error) {
      throw error instanceof AppError ? error : unreachable();
    }
    token = null;
    dropEarly();
    await deleteLastResponses();
  },
  end(reason) {
    token = null;
    dropEarly();
    void deleteLastResponses();
    for (const listener of endListeners) listener(reason);
  },
};
