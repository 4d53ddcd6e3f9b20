import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { AppError, notFound } from '#shared/kernel/errors.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import { toProblem } from '../../http/errors.ts';
import { createRateLimit } from '../../lib/rate-limits.ts';
import { MOUNT } from './flows/flow.ts';
import { messagePage } from './pages/layout.ts';

/** Our own requests have about 700 characters. Accepted requests are stored for an hour. */
const MAX_AUTHORIZATION_LENGTH = 2048;
const MAX_TOKEN_REQUEST_BYTES = 8 * 1024;
/** The most started sign-ins of one IP address, which a whole school can share. */
const MAX_STARTED = 600;

/** The provider's endpoints that our clients use; every other path below /oidc is Not Found. */
const ENDPOINTS: Readonly<Record<string, RegExp>> = {
  GET: /^\/oidc\/(auth(\/[\w-]+)?|jwks|\.well-known\/openid-configuration)$/,
  POST: /^\/oidc\/token$/,
  OPTIONS: /^\/oidc\/(token|jwks|\.well-known\/openid-configuration)$/,
};

/**
 * Makes the provider build its URLs from PUBLIC_URL, whatever the caller or a proxy sends. X-Forwarded-For stays,
 * because request.ip and the rate limits use it.
 */
export function setPublicHost(request: FastifyRequest, publicUrl: URL): void {
  const { headers } = request.raw;
  headers.host = publicUrl.host;
  delete headers['x-forwarded-host'];
  headers['x-forwarded-proto'] = publicUrl.protocol.slice(0, -1);
}

/** Answers unknown paths of the provider: a page for people, the usual problem for programs. */
function answerUnknownPaths(provider: Provider, config: Config): void {
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.status !== 404 || Boolean(ctx.body)) return;
    ctx.set('cache-control', 'no-store');
    const missing = notFound();
    if (ctx.accepts('json', 'html') === 'html') {
      ctx.type = 'text/html; charset=utf-8';
      ctx.body = messagePage({
        title: 'Not Found',
        text: missing.message,
        link: { label: 'Open GoPath', href: `${config.publicUrl}/` },
      });
    } else {
      ctx.body = toProblem(missing);
    }
    ctx.status = 404;
  });
}

/** Returns a function that limits the data that anonymous requests can store. It throws an AppError. */
function createRequestLimit(database: Database) {
  const started = createRateLimit(database, {
    name: 'authorization',
    attempts: MAX_STARTED,
    seconds: 15 * 60,
  });

  return async function limitRequest(request: FastifyRequest): Promise<void> {
    if (request.url.length > MAX_AUTHORIZATION_LENGTH) {
      throw new AppError('BAD_REQUEST', 'This address is too long.');
    }
    if (Number(request.headers['content-length'] ?? 0) > MAX_TOKEN_REQUEST_BYTES) {
      throw new AppError('TOO_LARGE', 'This request is too large.');
    }
    if (request.method === 'GET' && request.url.startsWith(`${MOUNT}/auth?`)) {
      await started.require(request.ip);
    }
  };
}

/** Returns the path in the provider; unused endpoints map to a path that does not exist. */
function pathFor(request: FastifyRequest, url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  const isUsed = ENDPOINTS[request.method]?.test(path) ?? false;
  return isUsed ? url.slice(MOUNT.length) : '/not-found';
}

/** Passes all paths below /oidc that are not pages to the provider, which reads the body itself. */
export async function mountEndpoints(
  parent: FastifyInstance,
  { provider, config, database }: { provider: Provider; config: Config; database: Database },
): Promise<void> {
  const publicUrl = new URL(config.publicUrl);
  const limitRequest = createRequestLimit(database);
  answerUnknownPaths(provider, config);

  await parent.register(async (server) => {
    server.removeAllContentTypeParsers();
    server.addContentTypeParser('*', (_request, _payload, done) => done(null));
    const handle = provider.callback();
    server.route({
      method: ['GET', 'POST', 'HEAD', 'OPTIONS'],
      url: `${MOUNT}/*`,
      handler: async (request, reply) => {
        await limitRequest(request);
        setPublicHost(request, publicUrl);
        for (const [name, value] of Object.entries(reply.getHeaders())) {
          if (value !== undefined) reply.raw.setHeader(name, value);
        }
        reply.hijack();
        const raw = request.raw as typeof request.raw & { originalUrl?: string };
        raw.originalUrl = raw.url ?? '';
        raw.url = pathFor(request, raw.originalUrl);
        void handle(raw, reply.raw);
      },
    });
  });
}
