import { z } from 'zod';
import { signUpSession } from '#shared/sign-up/schema.ts';
import { parseInput } from '../../lib/parse-input.ts';
import type { RouteContext } from '../../http/route-context.ts';

const sessionQuery = z.object({ session_id: signUpSession });

/**
 * Registers the requests of /sign_up_continued/, which need the session in its address instead of a sign-in, and the
 * way back to the page for a signed-in student.
 */
export function registerSignUpRoutes({ server, services, authentication }: RouteContext) {
  server.post('/api/me/sign_up/', async (request) => {
    return services.signUp.resume(await authentication.requireActor(request));
  });

  server.get('/api/sign_up/', async (request) => {
    const { session_id: session } = parseInput(sessionQuery, request.query);
    return services.signUp.open(session, request.ip);
  });

  server.post('/api/create_stripe_checkout_session/', async (request) => {
    return services.signUp.continue(request.body, request.ip);
  });
}
