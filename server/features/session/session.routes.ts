import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#shared/kernel/errors.ts';
import { passwordResetInput, revokeInput, signInInput } from '#shared/session/schema.ts';
import { parseInput } from '../../lib/parse-input.ts';
import { hostCookieName } from '../../http/cookies.ts';
import { requireSameOrigin } from '../../http/origin.ts';
import type { RouteContext } from '../../http/route-context.ts';
import { SESSION_DAYS } from './session.repository.ts';

/** Registers `/api/session/…`: the web app's sign-in, renewal and sign-out. */
export function registerSessionRoutes({ server, services, authentication, config }: RouteContext) {
  const cookie = hostCookieName(config.publicUrl, 'gopath_session');
  const options: CookieSerializeOptions = {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: config.publicUrl.startsWith('https:'),
  };

  function setCookie(reply: FastifyReply, secret: string) {
    reply.setCookie(cookie, secret, { ...options, maxAge: SESSION_DAYS * 24 * 3600 });
  }

  function secretOf(request: FastifyRequest): string | undefined {
    return request.cookies[cookie]?.match(/^[A-Za-z0-9_-]{43}$/)?.[0];
  }

  server.get('/api/session/config/', () => services.session.describe());

  server.post('/api/session/', async (request, reply) => {
    requireSameOrigin(request, config.publicUrl);
    const { response, secret } = await services.session.signIn(
      parseInput(signInInput, request.body),
      request.ip,
    );
    if (secret !== undefined) setCookie(reply, secret);
    return response;
  });

  server.post('/api/session/refresh/', async (request, reply) => {
    requireSameOrigin(request, config.publicUrl);
    const secret = secretOf(request);
    // Not an error: signed-out visitors request this too.
    if (secret === undefined) return reply.status(204).send();
    try {
      const response = await services.session.refresh(secret);
      setCookie(reply, secret);
      return response;
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNAUTHENTICATED') reply.clearCookie(cookie, options);
      throw error;
    }
  });

  server.delete('/api/session/', async (request, reply) => {
    requireSameOrigin(request, config.publicUrl);
    const secret = secretOf(request);
    const endedSession = secret === undefined ? undefined : await services.session.signOut(secret);
    if (request.headers.authorization !== undefined) {
      const token = await authentication.requireToken(request);
      if (token.sessionId !== endedSession) await services.session.revoke(token);
    }
    reply.clearCookie(cookie, options);
    return reply.status(204).send();
  });

  /** For the extension's worker, which has its own tokens. It reads no cookie, so every origin can call it. */
  server.post('/api/session/revoke/', async (request, reply) => {
    const token = await authentication.requireToken(request);
    const input = parseInput(revokeInput, request.body ?? {});
    await services.session.revoke(token, input.refresh_token);
    return reply.status(204).send();
  });

  server.post('/api/session/password_reset/', async (request) => {
    const input = parseInput(passwordResetInput, request.body);
    await services.session.requestPasswordReset(input, request.ip);
    return { detail: 'If this address has an account, we sent a link to choose a new password.' };
  });
}
