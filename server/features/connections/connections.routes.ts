import type { RouteContext } from '../../http/route-context.ts';

/** Registers the connections for staff. */
export function registerConnectionRoutes({ server, services, authentication }: RouteContext) {
  server.get('/api/connections/', async (request) => {
    const actor = await authentication.requireActor(request);
    return services.connections.list(actor);
  });

  server.post('/api/connections/simplybook/sync/', async (request, reply) => {
    const actor = await authentication.requireActor(request);
    await services.connections.sync(actor);
    return reply.status(202).send({ started: true });
  });
}
