import type { FastifyRequest } from 'fastify';
import type { Actor } from '#shared/kernel/actor.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { AccessTokenVerifier, TokenIdentity } from '../identity/access-token.ts';
import type { Identity } from '../identity/identity.ts';
import type { NoViewer, Viewers } from './viewers.ts';
import { requireWriteAccess } from './write-guard.ts';

const REASONS: Record<NoViewer, string> = {
  unknown: 'There is no account for this sign-in.',
  disabled: 'This account is disabled.',
  signed_out: 'You have been signed out.',
};

function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([^\s,]+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** Resolves the bearer token of a request to its actor. */
export interface Authentication {
  /**
   * Returns the signed-in person, and rejects writes of people with read-only access.
   * @throws AppError UNAUTHENTICATED with the reason as message, FORBIDDEN
   */
  requireActor(request: FastifyRequest): Promise<Actor>;
  /** Returns the token's claims, even if its person cannot sign in. @throws AppError UNAUTHENTICATED */
  requireToken(request: FastifyRequest): Promise<TokenIdentity>;
}

/** @param linkPerson called once for a valid token without a person */
export function createAuthentication({
  verifier,
  viewers,
  linkPerson,
}: {
  verifier: AccessTokenVerifier;
  viewers: Viewers;
  linkPerson: Identity['linkPerson'];
}): Authentication {
  async function requireToken(request: FastifyRequest): Promise<TokenIdentity> {
    const token = bearerToken(request);
    const identity = token === undefined ? null : await verifier.verify(token);
    if (identity === null) throw new AppError('UNAUTHENTICATED', 'Sign in to continue.');
    return identity;
  }
  return {
    requireToken,
    async requireActor(request) {
      const identity = await requireToken(request);
      let viewer = await viewers.load(identity);
      if (viewer === 'unknown') {
        const accessToken = bearerToken(request) ?? '';
        if (await linkPerson(identity, { accessToken })) viewer = await viewers.load(identity);
      }
      if (typeof viewer === 'string') throw new AppError('UNAUTHENTICATED', REASONS[viewer]);
      const { method, routeOptions } = request;
      if (method !== 'GET' && method !== 'HEAD') {
        requireWriteAccess(viewer, `${method} ${routeOptions.url ?? request.url}`);
      }
      return viewer;
    },
  };
}
