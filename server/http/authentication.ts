import type { FastifyRequest } from 'fastify';
import type { Actor } from '#shared/kernel/actor.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { VIEW_AS_HEADER } from '#shared/users/view-as.ts';
import type { AccessTokenVerifier, TokenIdentity } from '../identity/access-token.ts';
import type { Identity } from '../identity/identity.ts';
import type { NoViewer, Viewers } from './viewers.ts';
import { viewAsParent } from './view-as.ts';
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
   * Returns the signed-in person, or the virtual parent they view as, and rejects writes with read-only access.
   * @throws AppError UNAUTHENTICATED with the reason as message, FORBIDDEN, NOT_FOUND
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
      const { method, routeOptions, headers } = request;
      const route = `${method} ${routeOptions.url ?? request.url}`;
      const student = headers[VIEW_AS_HEADER];
      const actor = student === undefined ? viewer : viewAsParent(viewer, student, route);
      if (method !== 'GET' && method !== 'HEAD') requireWriteAccess(actor, route, request.body);
      return actor;
    },
  };
}
