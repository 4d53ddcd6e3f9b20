import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { createAccessTokenVerifier } from '#server/identity/access-token.ts';

export const TEST_ISSUER = 'https://issuer.test';
export const TEST_AUDIENCE = 'https://gopath.test/api';

const { privateKey, publicKey } = await generateKeyPair('ES256');

const keys = { keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256', use: 'sig' }] };

/** Creates a verifier that accepts the tokens of {@link issueToken}, which have real signatures by a test key. */
export function createTestVerifier(maxLifetimeSeconds: number) {
  return createAccessTokenVerifier({
    issuer: TEST_ISSUER,
    audience: TEST_AUDIENCE,
    keys,
    maxLifetimeSeconds,
  });
}

/** Accepts test tokens that live as long as those in production. */
export const testVerifier = createTestVerifier(600);

/** Creates an access token like the identity provider's. */
export function issueToken(
  subject: string,
  overrides: {
    sessionId?: string;
    audience?: string;
    issuer?: string;
    expiresIn?: string;
    type?: string;
  } = {},
): Promise<string> {
  return new SignJWT({ sid: overrides.sessionId ?? randomUUID() })
    .setProtectedHeader({ alg: 'ES256', typ: overrides.type ?? 'at+jwt' })
    .setIssuer(overrides.issuer ?? TEST_ISSUER)
    .setAudience(overrides.audience ?? TEST_AUDIENCE)
    .setSubject(subject)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime(overrides.expiresIn ?? '5m')
    .sign(privateKey);
}
