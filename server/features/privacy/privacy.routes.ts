import type { RouteContext } from '../../http/route-context.ts';

/** Registers the audit log and one's own events. */
export function registerPrivacyRoutes({ server, services, authentication }: RouteContext) {
  const { auditLog } = services;

  server.get('/api/audit_log/', async (request) => {
    const actor = await authentication.requireActor(request);
    return auditLog.list(actor, request.query as object);
  });

  server.get('/api/audit_log/export/', async (request, reply) => {
    const actor = await authentication.requireActor(request);
    const csv = await auditLog.csv(actor, request.query as object);
    return reply
      .headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="audit-log.csv"',
        'cache-control': 'no-store',
      })
      .send(csv);
  });

  server.get('/api/me/events/', async (request) => {
    const actor = await authentication.requireActor(request);
    return auditLog.own(actor, request.query as object);
  });
}
