import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify, type JWTVerifyGetKey } from 'jose';

/** The claims of an access token. The person's state is read on each request. */
export interface TokenIdentity {
  /** The `users.issuer` of the person. */
  issuer: string;
  subject: string;
  /** The sign-in of this token, which a sign-out revokes. */
  sessionId: string;
  /** When the person signed in, in seconds since 1970; by default when the token was issued. */
  signedInAt: number;
  /** When the token was issued, in seconds since 1970. */
  issuedAt: number;
}

/** Verifies access tokens. */
export interface AccessTokenVerifier {
  /** @returns null for an invalid token */
  verify(token: string): Promise<TokenIdentity | null>;
}

interface Verified {
  identity: TokenIdentity;
  expiresAt: number;
}

const MAX_CACHED = 5000;
const MAX_TOKEN_LENGTH = 4096;
const CLOCK_TOLERANCE_SECONDS = 5;

/**
 * Creates a verifier for one issuer. Issuer, audience, algorithm, type and maximum lifetime are pinned. A verified
 * signature is cached until the token expires, because verifying one costs as much as a database query.
 * @param options.storedIssuer the `users.issuer` of the people; by default the issuer in the tokens
 * @param options.keys the issuer's public keys
 */
export function createAccessTokenVerifier(options: {
  issuer: string;
  storedIssuer?: string;
  audience: string;
  keys: JWTVerifyGetKey | JSONWebKeySet;
  maxLifetimeSeconds: number;
}): AccessTokenVerifier {
  const keys = typeof options.keys === 'function' ? options.keys : createLocalJWKSet(options.keys);
  const cache = new Map<string, Verified>();

  async function check(token: string): Promise<Verified | null> {
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer: options.issuer,
        audience: options.audience,
        algorithms: ['ES256', 'RS256', 'PS256', 'EdDSA'],
        typ: 'at+jwt',
        requiredClaims: ['sub', 'exp', 'iat', 'jti'],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        // Without it a token from the future would be valid until its own date.
        maxTokenAge: options.maxLifetimeSeconds,
      });
      const [issuedAt, expiresAt] = [Number(payload.iat), Number(payload.exp)];
      if (expiresAt - issuedAt > options.maxLifetimeSeconds) return null;
      const session = typeof payload['sid'] === 'string' ? payload['sid'] : payload.jti;
      const authTime = payload['auth_time'];
      return {
        identity: {
          issuer: options.storedIssuer ?? options.issuer,
          subject: String(payload.sub),
          sessionId: String(session),
          signedInAt: typeof authTime === 'number' ? authTime : issuedAt,
          issuedAt,
        },
        expiresAt: expiresAt * 1000,
      };
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
      throw error;
    }
  }

  return {
    async verify(token) {
      if (token.length > MAX_TOKEN_LENGTH) return null;
      const known = cache.get(token);
      if (known !== undefined) {
        if (known.expiresAt > Date.now()) return known.identity;
        cache.delete(token);
      }
      const verified = await check(token);
      if (verified === null) return null;
      if (cache.size >= MAX_CACHED) cache.delete(cache.keys().next().value as string);
      cache.set(token, verified);
      return verified.identity;
    },
  };
}
