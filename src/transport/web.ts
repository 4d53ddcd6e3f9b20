import { withLastResponses } from './last-responses.ts';
import type { WebSession } from './session-web.ts';
import type { Transport } from './transport.ts';
import { createTokenRequests } from './with-token.ts';

/** Creates the web app's transport. */
export function createWebTransport(session: WebSession): Transport {
  const server = withLastResponses(createTokenRequests(session, () => ''));
  return {
    ...server,
    // Loaded on demand: signed-in people do not sign in, and few send reports.
    signIn: async (...options) => (await import('./sign-in-web.ts')).beginSignIn(...options),
    requestPasswordReset: async (email) => (await import('./sign-in-web.ts')).requestPasswordReset(email),
    deliverReports: async () => (await import('./report-outbox.ts')).deliverReports(server),
    signOut: () => session.signOut(),
  };
}
