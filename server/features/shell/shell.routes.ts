import type { RouteContext } from '../../http/route-context.ts';

/** Registers the routes of the app's frame. A crash can happen before any sign-in. */
export function registerShellRoutes({ server, services, monitoring }: RouteContext) {
  server.post('/api/crash_reports/', { bodyLimit: 16 * 1024 }, async (request, reply) => {
    const crash = await services.shell.acceptCrashReport(request.ip, request.body);
    request.log.error({ crash }, 'a page crashed');
    monitoring.reportCrash(crash);
    return reply.status(204).send();
  });
}
