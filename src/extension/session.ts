import { clearSurfaceCache } from '#src/lib/surface-cache.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { publish, readPublished } from '#src/messaging/published.ts';
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

/** How long before its end a token is renewed. */
const LEEWAY_MS = 30_000;

/** At most so many sign-outs wait for their server. */
const MAX_ENDED = 10;

/**
 * The renewal under way, for requests that arrive meanwhile. When the worker is killed in the middle, the next one
 * starts again with the former refresh token, which the provider accepts for another 30 seconds.
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
  // Somebody may have signed out, or in as another person, while the provider answered.
  if ((await readSession())?.refreshToken !== session.refreshToken)
    return (await readAccess())?.token ?? null;
  if (tokens === null) {
    await endLocally('Your session is over. Sign in to continue.');
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

/** Forgets the person's tokens and what pages kept of their data. Drafts are not touched here. */
async function endLocally(reason: string | null): Promise<void> {
  await forgetTokens();
  await clearSurfaceCache();
  await publish('signIn', { status: 'out', reason });
}

/** Tells a server that a sign-in is over. @throws AppError when it cannot be told now */
async function revoke(session: StoredSession): Promise<void> {
  // A fresh token: the revocation asks for one, and the last one may have run out while offline.
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
    });
  } catch {
    throw new AppError('NETWORK', 'The server could not be reached.');
  }
  if (!response.ok && response.status !== 401) {
    throw new AppError('UNAVAILABLE', 'The server could not answer.');
  }
}

/** Revokes what was signed out while its server was away. */
export async function revokeEnded(): Promise<void> {
  const waiting: StoredSession[] = [];
  for (const session of await readEnded()) {
    try {
      await revoke(session);
    } catch {
      waiting.push(session);
    }
  }
  await writeEnded(waiting);
}

/** The session as the gateway needs it. */
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

  /** Works offline too: this device forgets at once, the server hears of it when it can be reached. */
  async signOut() {
    const session = await readSession();
    if (session !== null) await writeEnded([...(await readEnded()), session].slice(-MAX_ENDED));
    await endLocally(null);
    await revokeEnded();
  },

  end: endLocally,
};

/** Signs in at the chosen server; a former sign-in ends. @throws AppError */
export async function signIn(mode: SignInMode): Promise<void> {
  const server = await readPublished('server');
  const config = await readSignInConfig(server);
  const { subject, refreshToken, accessToken, expiresAt } = await authorize(config, mode);
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

/** Talks to another server from now on: https, or this computer. @throws AppError when none of ours answers there */
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
