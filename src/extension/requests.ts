import type { Transport } from '#src/transport/transport.ts';
import { createTokenRequests } from '#src/transport/with-token.ts';
import { openSession } from './session.ts';

/**
 * Opens the requests of the signed-in person to their server. They fail once the person has signed out, and are never
 * sent with the token of someone who signs in later.
 */
export async function openRequests(): Promise<Pick<Transport, 'graphql' | 'rest'>> {
  const session = await openSession();
  return createTokenRequests(session, () => session.server);
}
