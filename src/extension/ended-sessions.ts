/**
 * Sessions that were ended on this device and not yet on their server, for example because it was unreachable. They
 * stay in the token store until the server has confirmed.
 */
import { unavailable, unreachable } from '#shared/kernel/errors.ts';
import { REQUEST_TIMEOUT_MS } from '#src/transport/request-timeout.ts';
import { refreshTokens } from './oidc.ts';
import { readEndedSessions, type StoredSession, writeEndedSessions } from './token-store.ts';

/** The maximum number of stored sessions; the oldest are dropped. */
const MAX_ENDED = 10;

/** Stores an ended session, which {@link revokeEndedSessions} revokes. */
export async function addEndedSession(session: StoredSession): Promise<void> {
  await writeEndedSessions([...(await readEndedSessions()), session].slice(-MAX_ENDED));
}

/** Revokes the stored sessions. Those whose server cannot be reached stay for the next call. */
export async function revokeEndedSessions(): Promise<void> {
  for (const session of await readEndedSessions()) {
    try {
      await revoke(session);
    } catch {
      continue;
    }
    // Read again: a sign-out during the request may have added one.
    const stored = await readEndedSessions();
    await writeEndedSessions(stored.filter(({ refreshToken }) => refreshToken !== session.refreshToken));
  }
}

/** Revokes a session on its server. @throws AppError when the server cannot be reached */
async function revoke(session: StoredSession): Promise<void> {
  // Revoking needs an access token, and the last one may have expired while offline.
  const tokens = await refreshTokens(session);
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
