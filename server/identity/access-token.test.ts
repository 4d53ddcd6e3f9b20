import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, generateSecret, type JWTPayload, SignJWT } from 'jose';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type AccessTokenVerifier, createAccessTokenVerifier } from './access-token.ts';

const ISSUER = 'https://gopath.test/oidc';
const AUDIENCE = 'https://gopath.test/api';
const { privateKey, publicKey } = await generateKeyPair('ES256');
const key = { ...(await exportJWK(publicKey)), kid: 'ours', alg: 'ES256', use: 'sig' };
const now = () => Math.floor(Date.now() / 1000);

let verifier: AccessTokenVerifier;
beforeEach(() => {
  verifier = createAccessTokenVerifier({
    issuer: ISSUER,
    audience: AUDIENCE,
    keys: { keys: [key] },
    maxLifetimeSeconds: 600,
  });
});

function payload(change: JWTPayload = {}): JWTPayload {
  return {
    iss: ISSUER,
    aud: AUDIENCE,
    sub: 'subject',
    jti: randomUUID(),
    sid: 'session',
    iat: now(),
    exp: now() + 600,
    ...change,
  };
}

function sign(claims: JWTPayload, header: object = {}, by: Parameters<SignJWT['sign']>[0] = privateKey) {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'ours', ...header })
    .sign(by);
}

describe('an access token', () => {
  it('of ours names the person and the sign-in', async () => {
    expect(await verifier.verify(await sign(payload()))).toEqual({
      issuer: ISSUER,
      subject: 'subject',
      sessionId: 'session',
      signedInAt: expect.any(Number),
      issuedAt: expect.any(Number),
    });
    const signedInAt = now() - 5000;
    const identity = await verifier.verify(await sign(payload({ auth_time: signedInAt })));
    expect(identity?.signedInAt).toBe(signedInAt);
  });

  it('without a session is its own session', async () => {
    const jti = randomUUID();
    const identity = await verifier.verify(await sign(payload({ jti, sid: undefined })));
    expect(identity?.sessionId).toBe(jti);
  });

  it.each([
    ['another audience', () => ({ aud: 'https://other.test/api' })],
    ['no audience', () => ({ aud: undefined })],
    ['another issuer', () => ({ iss: 'https://other.test/oidc' })],
    ['no issuer', () => ({ iss: undefined })],
    ['no subject', () => ({ sub: undefined })],
    ['no id', () => ({ jti: undefined })],
    ['no time of issue', () => ({ iat: undefined })],
    ['no end', () => ({ exp: undefined })],
    ['an end in the past', () => ({ iat: now() - 500, exp: now() - 6 })],
    ['a start in the future', () => ({ nbf: now() + 60 })],
    ['a time of issue in the future', () => ({ iat: now() + 60, exp: now() + 120 })],
    ['a longer lifetime than ours', (iat = now()) => ({ iat, exp: iat + 601 })],
    ['an old time of issue', () => ({ iat: now() - 700, exp: now() + 60 })],
  ])('with %s is refused', async (_name, change) => {
    expect(await verifier.verify(await sign(payload(change())))).toBeNull();
  });

  it.each(['JWT', 'id_token+jwt', 'logout+jwt', undefined])('of the type %s is refused', async (typ) => {
    expect(await verifier.verify(await sign(payload(), { typ }))).toBeNull();
  });

  it('signed by another key or algorithm is refused', async () => {
    const other = await generateKeyPair('ES256');
    const symmetric = await generateSecret('HS256');
    const es384 = await generateKeyPair('ES384');
    expect(await verifier.verify(await sign(payload(), {}, other.privateKey))).toBeNull();
    expect(await verifier.verify(await sign(payload(), { alg: 'HS256' }, symmetric))).toBeNull();
    expect(await verifier.verify(await sign(payload(), { alg: 'ES384' }, es384.privateKey))).toBeNull();
    const [, body] = (await sign(payload())).split('.');
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url');
    expect(await verifier.verify(`${none}.${body}.`)).toBeNull();
  });

  it('with a published key of an algorithm that we do not use is refused', async () => {
    const es384 = await generateKeyPair('ES384');
    const published = { ...(await exportJWK(es384.publicKey)), kid: 'theirs', use: 'sig' };
    const open = createAccessTokenVerifier({
      issuer: ISSUER,
      audience: AUDIENCE,
      keys: { keys: [published] },
      maxLifetimeSeconds: 600,
    });
    const token = await sign(payload(), { alg: 'ES384', kid: 'theirs' }, es384.privateKey);
    expect(await open.verify(token)).toBeNull();
  });

  it('that is no token, changed or too long is refused', async () => {
    const token = await sign(payload());
    const [header, , signature] = token.split('.');
    const body = Buffer.from(JSON.stringify(payload({ sub: 'other' }))).toString('base64url');
    for (const text of ['', 'a.b.c', '\0', `${header}.${body}.${signature}`, `${token}x`]) {
      expect(await verifier.verify(text)).toBeNull();
    }
    expect(await verifier.verify(await sign(payload({ padding: 'x'.repeat(4096) })))).toBeNull();
  });

  it('is refused after its end, also when it was verified before', async () => {
    const token = await sign(payload({ exp: now() + 60 }));
    expect(await verifier.verify(token)).not.toBeNull();
    vi.useFakeTimers({ now: Date.now() + 70_000, toFake: ['Date'] });
    try {
      expect(await verifier.verify(token)).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  it.each(['RS256', 'PS256', 'EdDSA'])('signed with %s is accepted', async (alg) => {
    const pair = await generateKeyPair(alg);
    const published = { ...(await exportJWK(pair.publicKey)), kid: 'theirs', alg, use: 'sig' };
    const theirs = createAccessTokenVerifier({
      issuer: ISSUER,
      audience: AUDIENCE,
      keys: { keys: [published] },
      maxLifetimeSeconds: 600,
    });
    const token = await sign(payload(), { alg, kid: 'theirs' }, pair.privateKey);
    expect(await theirs.verify(token)).not.toBeNull();
  });

  it('is verified once while it is cached', async () => {
    const find = vi.fn<() => CryptoKey>(() => publicKey);
    const counted = createAccessTokenVerifier({
      issuer: ISSUER,
      audience: AUDIENCE,
      keys: find,
      maxLifetimeSeconds: 600,
    });
    const tokens = [await sign(payload()), await sign(payload())];
    for (const token of [...tokens, ...tokens, ...tokens]) {
      expect(await counted.verify(token)).not.toBeNull();
    }
    expect(find).toHaveBeenCalledTimes(2);
  });

  it('throws when the key lookup fails, which does not make a token invalid', async () => {
    const broken = createAccessTokenVerifier({
      issuer: ISSUER,
      audience: AUDIENCE,
      keys: () => Promise.reject(new Error('unreachable')),
      maxLifetimeSeconds: 600,
    });
    await expect(broken.verify(await sign(payload()))).rejects.toThrow('unreachable');
  });
});
