import { AppError } from '#shared/kernel/errors.ts';
import { sendGraphQL, sendRest } from './http.ts';
import { beginSignIn, requestPasswordReset } from './sign-in-web.ts';
import type { Transport } from './transport.ts';

/** Where the web app's transport gets its tokens from (`session-web.ts`). */
export interface WebSession {
  /** A token that should still be good; null when nobody is signed in. */
  accessToken(): Promise<string | null>;
  /** A new token in place of one that was refused; null when the session is over. */
  renew(refused: string): Promise<string | null>;
  /** Ends the session on the server and forgets the token. */
  signOut(): Promise<void>;
  /** The server no longer accepts this session: drafts stay, everything else of the person goes. */
  end(reason: string): void;
}

/** Nobody is signed in here: not a session that ended, so there is nothing to tell. */
function noSession(): AppError {
  return new AppError('UNAUTHENTICATED', 'Sign in to continue.', { fields: { session: 'none' } });
}

/**
 * The web app's way to the server: adds the bearer token (API-001), renews it once after a 401 and then ends the
 * session (API-002). Trouble of the network or the server never signs anyone out.
 */
export function createWebTransport(session: WebSession): Transport {
  async function withToken<T>(isOwnState: boolean, send: (token: string) => Promise<T>): Promise<T> {
    const token = await session.accessToken();
    if (token === null) throw noSession();
    try {
      return await send(token);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'UNAUTHENTICATED') throw error;
      const renewed = await session.renew(token);
      if (renewed === null) {
        if (!isOwnState) session.end(error.message);
        throw error;
      }
      try {
        return await send(renewed);
      } catch (again) {
        const refused = again instanceof AppError && again.code === 'UNAUTHENTICATED';
        if (refused && !isOwnState) session.end(again.message);
        throw again;
      }
    }
  }

  return {
    graphql: (request, signal) => withToken(false, (token) => sendGraphQL('', request, token, signal)),
    signIn: beginSignIn,
    requestPasswordReset,
    signOut: () => session.signOut(),
    rest: (request, signal) =>
      withToken(request.endpoint === 'me', (token) => sendRest('', request, token, signal)),
  };
}
