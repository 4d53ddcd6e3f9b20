import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, ERROR_CODES, notFound } from '#shared/kernel/errors.ts';
import { handleRouteError, type ReportError, toAppError, toProblem } from '../../http/errors.ts';
import { createRateLimit } from '../../lib/rate-limits.ts';
import { registerEmailChange } from './flows/change-email.ts';
import { registerInvitation } from './flows/accept-invitation.ts';
import { expiredPage, type FlowContext, MOUNT, sendPage, signInLink } from './flows/flow.ts';
import { registerPasskey } from './flows/passkey.ts';
import { registerPasswordReset } from './flows/reset-password.ts';
import { registerSecondFactor } from './flows/second-factor.ts';
import { registerSignIn } from './flows/sign-in.ts';
import { registerSignUp } from './flows/sign-up.ts';
import { messagePage } from './pages/pages.ts';
import { rememberEnds } from './repeated-forms.ts';

const QUARTER_HOUR = 15 * 60;
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

/** Returns the theme's colors, which follow the system's scheme without a script, and the pages' own styles. */
function readStylesheet(): string {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  return `${read('../../../shared/kernel/theme.css')}\n${read('./pages/identity.css')}`;
}

/** Mounts the provider and its pages at /oidc. */
export async function mountProvider(
  parent: FastifyInstance,
  dependencies: Omit<FlowContext, 'server' | 'linkUses'>,
  reportError: ReportError,
): Promise<void> {
  const { provider, config, database } = dependencies;
  const publicUrl = new URL(config.publicUrl);
  const endOf = rememberEnds(provider, config);
  const stylesheet = readStylesheet();
  const script = readFileSync(new URL('./pages/forms.js', import.meta.url));
  const font = readFileSync(
    fileURLToPath(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')),
  );

  /**
   * Makes the provider build its URLs from PUBLIC_URL, whatever the caller or a proxy sends. X-Forwarded-For stays,
   * because request.ip and the rate limits use it.
   */
  function adjust(request: FastifyRequest) {
    const { headers } = request.raw;
    headers.host = publicUrl.host;
    delete headers['x-forwarded-host'];
    headers['x-forwarded-proto'] = publicUrl.protocol.slice(0, -1);
  }

  await parent.register(async (server) => {
    await server.register(formbody, { bodyLimit: 16 * 1024 });
    server.addHook('onRequest', async (request, reply) => {
      adjust(request);
      reply.header('cache-control', 'no-store');
    });
    server.setErrorHandler((error, request, reply) => {
      const known = handleRouteError(error, request, reply, reportError);
      // The provider's error for a sign-in that ended or was started in another browser.
      if (error instanceof Error && error.name === 'SessionNotFound') {
        const end = endOf(request, reply);
        if (end !== undefined) return reply.redirect(end, 303);
        return sendPage(reply.status(400), expiredPage(config));
      }
      return sendPage(
        reply.status(ERROR_CODES[known.code]),
        messagePage({
          title: 'Something went wrong',
          text: known.message,
          link: signInLink(config, 'Back to sign in'),
        }),
      );
    });

    // The provider sends the responses of its own endpoints, so their failures do not reach the error handler.
    provider.on('server_error', (_context, error) => {
      if (toAppError(error).code !== 'INTERNAL') return;
      server.log.error({ err: error }, 'unexpected failure');
      reportError(error);
    });

    server.get(`${MOUNT}/identity.css`, (_request, reply) =>
      reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(stylesheet),
    );
    server.get(`${MOUNT}/forms.js`, (_request, reply) =>
      reply
        .type('text/javascript; charset=utf-8')
        .header('cache-control', 'public, max-age=3600')
        .send(script),
    );
    server.get(`${MOUNT}/inter.woff2`, (_request, reply) =>
      reply.type('font/woff2').header('cache-control', 'public, max-age=604800').send(font),
    );
    server.get(`${MOUNT}/error/`, (_request, reply) =>
      sendPage(
        reply.status(400),
        messagePage({
          title: 'Could not sign in',
          text: 'The sign-in could not be started or has expired. Start again.',
          link: signInLink(config),
        }),
      ),
    );

    const linkUses = createRateLimit(database, {
      name: 'identity-link',
      attempts: 100,
      seconds: QUARTER_HOUR,
    });
    const context: FlowContext = { ...dependencies, server, linkUses };
    registerSignIn(context);
    registerSignUp(context);
    registerInvitation(context);
    registerPasswordReset(context);
    registerEmailChange(context);
    registerSecondFactor(context);
    registerPasskey(context);
  });

  // Unknown paths: a page for people, the usual problem for programs.
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

  const started = createRateLimit(database, {
    name: 'authorization',
    attempts: MAX_STARTED,
    seconds: QUARTER_HOUR,
  });

  /** Limits the data that anonymous requests can store. @throws AppError */
  async function limitRequest(request: FastifyRequest): Promise<void> {
    if (request.url.length > MAX_AUTHORIZATION_LENGTH) {
      throw new AppError('BAD_REQUEST', 'This address is too long.');
    }
    if (Number(request.headers['content-length'] ?? 0) > MAX_TOKEN_REQUEST_BYTES) {
      throw new AppError('TOO_LARGE', 'This request is too large.');
    }
    if (request.method === 'GET' && request.url.startsWith(`${MOUNT}/auth?`)) {
      await started.require(request.ip);
    }
  }

  // All other paths below /oidc go to the provider, which reads the body itself.
  await parent.register(async (server) => {
    server.removeAllContentTypeParsers();
    server.addContentTypeParser('*', (_request, _payload, done) => done(null));
    const handle = provider.callback();
    server.route({
      method: ['GET', 'POST', 'HEAD', 'OPTIONS'],
      url: `${MOUNT}/*`,
      handler: async (request, reply) => {
        await limitRequest(request);
        adjust(request);
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

/** Returns the path in the provider; unused endpoints map to a path that does not exist. */
function pathFor(request: FastifyRequest, url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  const isUsed = ENDPOINTS[request.method]?.test(path) ?? false;
  return isUsed ? url.slice(MOUNT.length) : '/not-found';
}
