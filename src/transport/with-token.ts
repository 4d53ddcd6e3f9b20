import { AppError } from '#shared/kernel/errors.ts';
import { endpoints } from './endpoints.ts';
import { sendGraphQL, sendRest } from './http.ts';
import type { Transport } from './transport.ts';

/** The source of tokens: the web session (`session-web.ts`), or a person's session in the extension (`session.ts`). */
export interface TokenSession {
  /** Returns a token that is probably valid; null when nobody is signed in. */
  accessToken(): Promise<string | null>;
  /** Replaces a refused token; returns null when the session ended. */
  renew(refused: string): Promise<string | null>;
  /** Called when the server ended the session: deletes the person's data except drafts. */
  end(reason: string): void | Promise<void>;
}

/** Returns the error for no session, which differs from an ended session: there is nothing to report. */
function noSession(): AppError {
  return new AppError('UNAUTHENTICATED', 'Sign in to continue.', { fields: { session: 'none' } });
}

/**
 * Creates requests with the person's token: adds it (API-001), renews it once after a 401 and then ends the session
 * (API-002). Network and server errors never sign anyone out.
 * @param server the server's address; '' for the page's origin
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
    rest: async (request, signal) =>
      'isPublic' in endpoints[request.endpoint]
        ? sendRest(await server(), request, null, signal)
        : withToken(request.endpoint === 'me', async (token) =>
            sendRest(await server(), request, token, signal),
          ),
  };
}
