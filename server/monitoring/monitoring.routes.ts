import type { FastifyInstance } from 'fastify';
import { TUNNEL_PATH } from '#shared/monitoring/scrub.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { requireSameOrigin } from '../http/origin.ts';
import { createRateLimit } from '../lib/rate-limits.ts';
import type { Monitoring } from './monitoring.ts';

const MAX_BYTES = 200 * 1024;

/** Registers the route through which browsers send their reports, so that they never connect to a third party. */
export function registerMonitoringRoutes(
  server: FastifyInstance,
  { config, database, monitoring }: { config: Config; database: Database; monitoring: Monitoring },
) {
  const reportsFromOne = createRateLimit(database, { name: 'monitoring', attempts: 60, seconds: 600 });

  void server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
    scope.post(TUNNEL_PATH, { bodyLimit: MAX_BYTES }, async (request, reply) => {
      requireSameOrigin(request, config.publicUrl);
      await reportsFromOne.require(request.ip);
      monitoring.forward(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
      return reply.status(204).send();
    });
    done();
  });
}
