import { clearSurfaceCache } from '#src/lib/surface-cache.ts';
import { AppError, unavailable, unreachable } from '#shared/kernel/errors.ts';
import { SESSION_ENDED } from '#shared/session/messages.ts';
import { publish, readPublished } from '#src/messaging/published.ts';
import { REQUEST_TIMEOUT_MS } from '#src/transport/request-timeout.ts';
import type { SignInMode } from '#src/transport/transport.ts';
import type { TokenSession } from '#src/transport/with-token.ts';
import { authorize, readSignInConfig, requestTokens } from './oidc.ts';
import {
  forgetTokens,
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

/**
 * The renewal in progress, shared by all requests that need it. If the worker is killed during it, the next worker
 * repeats it with the stored refresh token, which stays valid until its successor is used.
 */
let renewal: Promise<string | null> | null = null;

async function renewTokens(): Promise<string | null> {
  const session = await readSession();
  if (session === null) return null;
  const tokens = await requestTokens(session.tokenEndpoint, {
    grant_type: 'refresh_token',
    client_id: session.clientId,
    refresh_token: session.refreshToken,
  });
  // The person may have signed out or switched accounts during the request.
  if ((await readSession())?.refreshToken !== session.refreshToken)
    return (await readAccess())?.token ?? null;
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
}

function renewOnce(): Promise<string | null> {
  renewal ??= renewTokens().finally(() => {
    renewal = null;
  });
  return renewal;
}

/** Deletes the person's tokens and cached data. Drafts stay. */
async function endLocally(reason: string | null): Promise<void> {
  await forgetTokens();
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

/** The session for the gateway. */
export const workerSession: TokenSession = {
  async accessToken() {
    const access = await readAccess();
    if (access !== null && access.expiresAt - LEEWAY_MS > Date.now()) return access.token;
    return renewOnce();
  },

  async renew(refused) {
    const access = await readAccess();
    if (access !== null && access.token !== refused) return access.token;
    return renewOnce();
  },

  /** Works offline: signs out on this device immediately, and on the server as soon as it is reachable. */
  async signOut() {
    const session = await readSession();
    if (session !== null) await writeEnded([...(await readEnded()), session].slice(-MAX_ENDED));
    await endLocally(null);
    await revokeEnded();
  },

  end: endLocally,
};

/** Signs in at the chosen server and ends a previous sign-in. @throws AppError */
export async function signIn(mode: SignInMode): Promise<void> {
  const server = await readPublished('server');
  const config = await readSignInConfig(server);
  const { subject, refreshToken, accessToken, expiresAt } = await authorize(server, config, mode);
  if ((await readSession()) !== null) await workerSession.signOut();
  await writeSession(
    {
      server,
      subject,
      refreshToken,
      tokenEndpoint: config.token_endpoint,
      clientId: config.extension.client_id,
    },
    { token: accessToken, expiresAt },
  );
  await publish('signIn', { status: 'in', subject });
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
  await workerSession.signOut();
  await publish('server', server);
}
