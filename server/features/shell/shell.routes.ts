import type { RouteContext } from '../../http/route-context.ts';

/** What the frame of the app asks beside its features. A crash may come before any sign-in. */
export function registerShellRoutes({ server, services }: RouteContext) {
  server.post('/api/crash_reports/', { bodyLimit: 16 * 1024 }, async (request, reply) => {
    const crash = await services.shell.takeCrashReport(request.ip, request.body);
    request.log.error({ crash }, 'a page crashed');
    return reply.status(204).send();
  });
}
