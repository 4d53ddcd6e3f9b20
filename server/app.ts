import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import websocket from '@fastify/websocket';
import Fastify, { type FastifyInstance } from 'fastify';
import { AppError } from '#shared/kernel/errors.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { registerCleanUp } from './db/clean-up.ts';
import type { Database } from './db/database.ts';
import { DocumentCache } from './graphql/documents.ts';
import { registerGraphQL } from './graphql/handler.ts';
import { schema } from './schema.ts';
import { closeConnectionsOnStop } from './http/close-connections.ts';
import { createAuthentication } from './http/authentication.ts';
import { registerErrorHandling, toAppError, toLoggedError } from './http/errors.ts';
import { registerMonitoringRoutes } from './monitoring/monitoring.routes.ts';
import { createMonitoring } from './monitoring/monitoring.ts';
import { registerRoutes } from './routes.ts';
import { registerSecurityHeaders } from './http/security-headers.ts';
import { Viewers } from './http/viewers.ts';
import type { AccessTokenVerifier } from './identity/access-token.ts';
import { createIdentity } from './identity/create-identity.ts';
import type { Identity } from './identity/identity.ts';
import { createJobs, type Jobs } from './jobs/queue.ts';
import { createMail } from './mail/mail.ts';
import { registerOutbox } from './mail/outbox.ts';
import { createStorage } from './storage/storage.ts';
import { createServices, type Services } from './services.ts';

/** Shared by the servers of a process (tests start many), because documents depend on the schema only. */
const documents = new DocumentCache(schema);

/** The parts of a server that start.ts and tests choose. */
export interface AppOptions {
  config: Config;
  database: Database;
  /** Verifies access tokens; by default the identity provider's. Tests set their own. */
  verifier?: AccessTokenVerifier;
  clock?: Clock;
  /** Whether this process runs jobs from the queue. */
  workers?: boolean;
  /** Receives the log lines instead of the standard output. */
  logTo?: { write(line: string): void };
  /** The allowed GraphQL documents; null allows any document. */
  operations: ReadonlySet<string> | null;
}

/** A configured server that does not listen yet: start.ts and tests start it. */
export interface App {
  server: FastifyInstance;
  services: Services;
  jobs: Jobs;
  identity: Identity;
}

/** Creates the server with its services, routes and GraphQL schema. The caller starts it. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, database, operations, clock = systemClock, workers = true } = options;
  const server = Fastify({
    logger: {
      level: config.logLevel,
      ...(options.logTo && { stream: options.logTo }),
      // URLs contain search text and names, so log lines have the route's pattern instead.
      serializers: {
        req: (request) => ({ method: request.method, route: request.routeOptions?.url ?? '(none)' }),
        err: toLoggedError,
      },
    },
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    genReqId: () => randomUUID(),
    bodyLimit: 256 * 1024,
    requestTimeout: 30_000,
    // Starting the job queue takes more than the default 10 seconds on a slow machine.
    pluginTimeout: 60_000,
    routerOptions: { ignoreTrailingSlash: false },
  });

  closeConnectionsOnStop(server);
  const monitoring = createMonitoring(config);
  registerErrorHandling(server, monitoring.reportError);
  registerSecurityHeaders(server, config);
  await server.register(cookie);
  // Meeting rooms send session descriptions (SDP); one with six videos has 30 kB.
  await server.register(websocket, { options: { maxPayload: 64 * 1024 } });
  await server.register(compress, { threshold: 2048, globalDecompression: false });

  const jobs = createJobs(database, {
    workers,
    onFailure(job, error) {
      const { code } = toAppError(error);
      if (code === 'INTERNAL') {
        server.log.error({ err: error, job }, 'job failed');
        monitoring.reportError(error);
      } else server.log.warn({ code, job }, 'job failed');
    },
  });
  registerCleanUp(jobs, database);
  const mail = createMail({ config, database, jobs });
  const identity = await createIdentity({
    config,
    database,
    jobs,
    mail,
    reportError: monitoring.reportError,
  });
  const services = createServices({
    config,
    database,
    clock,
    jobs,
    mail,
    identity,
    storage: createStorage(config),
  });
  const authentication = createAuthentication({
    verifier: options.verifier ?? identity.verifier,
    viewers: new Viewers(database),
    linkPerson: identity.linkPerson,
  });
  server.addHook('onReady', () => jobs.start());
  server.addHook('onClose', async () => {
    await jobs.stop();
    mail.close();
    await monitoring.close();
  });

  server.get('/healthz', () => ({ status: 'ok' }));
  server.get('/readyz', async () => {
    try {
      await database.ping();
    } catch {
      throw new AppError('UNAVAILABLE', 'The database does not answer.');
    }
    return { status: 'ready' };
  });

  registerOutbox(server, { config, database });
  await identity.register(server);
  registerMonitoringRoutes(server, { config, database, monitoring });
  registerRoutes({ server, services, authentication, config, monitoring });
  registerGraphQL(server, {
    documents,
    services,
    authentication,
    allowed: operations,
    report: monitoring.reportError,
  });

  return { server, services, jobs, identity };
}
