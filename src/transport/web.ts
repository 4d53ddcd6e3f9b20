import { deliverReports } from './report-outbox.ts';
import { beginSignIn, requestPasswordReset } from './sign-in-web.ts';
import type { Transport } from './transport.ts';
import { createTokenRequests, type TokenSession } from './with-token.ts';

/** The web app's way to the server. */
export function createWebTransport(session: TokenSession): Transport {
  const server = createTokenRequests(session, () => '');
  return {
    ...server,
    signIn: beginSignIn,
    requestPasswordReset,
    deliverReports: () => deliverReports(server),
    signOut: () => session.signOut(),
  };
}
