import type { FastifyRequest } from 'fastify';
import { AppError } from '#shared/kernel/errors.ts';

/**
 * Rejects requests from other sites, on routes that accept a cookie or a form.
 * @throws AppError FORBIDDEN
 */
export function requireSameOrigin(request: FastifyRequest, publicUrl: string): void {
  if (request.headers.origin !== new URL(publicUrl).origin) {
    throw new AppError('FORBIDDEN', 'This request does not come from our own pages.');
  }
}
