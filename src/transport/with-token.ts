import { AppError } from '#shared/kernel/errors.ts';
import { sendGraphQL, sendRest } from './http.ts';
import type { Transport } from './transport.ts';

/** Where the tokens come from: `session-web.ts`, and in the extension's worker `session.ts`. */
export interface TokenSession {
  /** A token that should still be good; null when nobody is signed in. */
  accessToken(): Promise<string | null>;
  /** A new token in place of one that was refused; null when the session is over. */
  renew(refused: string): Promise<string | null>;
  /** Ends the session on the server and forgets the token. */
  signOut(): Promise<void>;
  /** The server no longer accepts this session: drafts stay, everything else of the person goes. */
  end(reason: string): void | Promise<void>;
}

/** Nobody is signed in here: not a session that ended, so there is nothing to tell. */
function noSession(): AppError {
  return new AppError('UNAUTHENTICATED', 'Sign in to continue.', { fields: { session: 'none' } });
}

/**
 * Requests with the person's token: adds it (API-001), renews it once after a 401 and then ends the session
 * (API-002). Trouble of the network or the server never signs anyone out.
 * @param server the server's address; '' for the page's own
 */
export function createTokenRequests(
  session: TokenSession,
  server: () => string | Promise<string>,
): Pick<Transport, 'graphql' | 'rest'> {
  async function withToken<T>(isOwnState: boolean, send: (token: string) => Promise<T>): Promise<T> {
    const token = await session.accessToken();
    if (token === null) throw noSession();
    try {
      return await send(token);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'UNAUTHENTICATED') throw error;
      const renewed = await session.renew(token);
      if (renewed === null) {
        if (!isOwnState) await session.end(error.message);
        throw error;
      }
      try {
        return await send(renewed);
      } catch (again) {
        const refused = again instanceof AppError && again.code === 'UNAUTHENTICATED';
        if (refused && !isOwnState) await session.end(again.message);
        throw again;
      }
    }
  }

  return {
    graphql: (request, signal) =>
      withToken(false, async (token) => sendGraphQL(await server(), request, token, signal)),
    rest: (request, signal) =>
      withToken(request.endpoint === 'me', async (token) => sendRest(await server(), request, token, signal)),
  };
}
