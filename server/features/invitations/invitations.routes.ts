import type { OpenInvitation } from '#shared/invitations/responses.ts';
import type { RouteContext } from '../../http/route-context.ts';

/**
 * Registers the routes of an invitation's link: reading it (anyone with the link) and accepting it (signed-in people).
 */
export function registerInvitationRoutes({ server, services, authentication }: RouteContext) {
  server.get<{ Params: { token: string } }>('/api/invitations/:token/', (request): Promise<OpenInvitation> =>
    services.invitationLinks.look(request.params.token, request.ip),
  );

  server.post<{ Params: { token: string } }>('/api/invitations/:token/accept/', async (request, reply) => {
    const actor = await authentication.requireActor(request);
    const signIn = await authentication.requireToken(request);
    await services.invitationLinks.accept(actor, request.params.token, signIn, request.ip);
    return reply.status(204).send();
  });
}
