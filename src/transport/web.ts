import { beginSignIn, requestPasswordReset } from './sign-in-web.ts';
import type { Transport } from './transport.ts';
import { createTokenRequests, type TokenSession } from './with-token.ts';

/** The web app's way to the server. */
export function createWebTransport(session: TokenSession): Transport {
  return {
    ...createTokenRequests(session, () => ''),
    signIn: beginSignIn,
    requestPasswordReset,
    signOut: () => session.signOut(),
  };
}
