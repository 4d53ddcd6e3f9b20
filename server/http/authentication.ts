import type { FastifyRequest } from 'fastify';
import type { Actor } from '#shared/kernel/actor.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { AccessTokenVerifier, TokenIdentity } from '../identity/access-token.ts';
import type { NoViewer, Viewers } from './viewers.ts';

const REASONS: Record<NoViewer, string> = {
  unknown: 'There is no account for this sign-in.',
  disabled: 'This account is disabled.',
  signed_out: 'You have been signed out.',
};

/** Turns the bearer token of a request into the person who acts. */
export interface Authentication {
  /** @throws AppError UNAUTHENTICATED, with the reason as message */
  requireActor(request: FastifyRequest): Promise<Actor>;
  /** The token's own statement, also when its person may not act. @throws AppError UNAUTHENTICATED */
  requireToken(request: FastifyRequest): Promise<TokenIdentity>;
}

export function createAuthentication(verifier: AccessTokenVerifier, viewers: Viewers): Authentication {
  async function requireToken(request: FastifyRequest): Promise<TokenIdentity> {
    const match = /^Bearer ([^\s,]+)$/i.exec(request.headers.authorization ?? '');
    const identity = match?.[1] === undefined ? null : await verifier.verify(match[1]);
    if (identity === null) throw new AppError('UNAUTHENTICATED', 'Sign in to continue.');
    return identity;
  }
  return {
    requireToken,
    async requireActor(request) {
      const viewer = await viewers.load(await requireToken(request));
      if (typeof viewer === 'string') throw new AppError('UNAUTHENTICATED', REASONS[viewer]);
      return viewer;
    },
  };
}
