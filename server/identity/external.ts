import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { AppError } from '#shared/kernel/errors.ts';
import { type AccessTokenVerifier, createAccessTokenVerifier, type TokenIdentity } from './access-token.ts';
import { linkByEmail, revokeSession } from './identity.repository.ts';
import type { Identity, IdentityDependencies } from './identity.ts';
import { readTokenResponse } from './tokens.ts';

const TIMEOUT_MS = 8_000;
/** How long a sign-in without a person is cached before it is looked up again. */
const RETRY_LINK_MS = 60_000;
const MAX_UNLINKED = 5_000;

const discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
  revocation_endpoint: z.url().optional(),
});
type Discovery = z.infer<typeof discovery>;

/** Our own tokens live 10 minutes; an external provider's can live at most an hour. */
const MAX_LIFETIME_SECONDS = 3600;

const verifiedEmailClaims = z.object({ sub: z.string(), email: z.string(), email_verified: z.literal(true) });

function unavailable() {
  return new AppError('UNAVAILABLE', 'The identity provider is not responding. Try again.');
}

async function call(url: string, init: RequestInit = {}): Promise<{ status: number; body: unknown }> {
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : null,
    };
  } catch {
    throw unavailable();
  }
}

/** Connects to an external identity provider by its discovery document. It can be down when the server starts. */
export function createExternalIdentity({ config, database }: IdentityDependencies, issuer: string): Identity {
  const { audience, webClientId, webClientSecret, extensionClientId } = config.identity;
  let found:
    | Promise<{ metadata: Discovery; keys: JWTVerifyGetKey; verifier: AccessTokenVerifier }>
    | undefined;
  const unlinkedSubjects = new Map<string, number>();

  async function discover() {
    const { status, body } = await call(`${issuer}/.well-known/openid-configuration`);
    const metadata = discovery.safeParse(body);
    if (status !== 200 || !metadata.success || metadata.data.issuer.replace(/\/$/, '') !== issuer) {
      throw unavailable();
    }
    const remote = createRemoteJWKSet(new URL(metadata.data.jwks_uri), { timeoutDuration: TIMEOUT_MS });
    const keys: JWTVerifyGetKey = async (header, token) => {
      try {
        return await remote(header, token);
      } catch (error) {
        // An unknown key makes the token invalid; anything else is a connection problem.
        if (error instanceof errors.JWKSNoMatchingKey) throw error;
        throw unavailable();
      }
    };
    const verifier = createAccessTokenVerifier({
      issuer: metadata.data.issuer,
      audience,
      keys,
      maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
    });
    return { metadata: metadata.data, keys, verifier };
  }

  function provider() {
    found ??= discover().catch((error: unknown) => {
      found = undefined;
      throw error;
    });
    return found;
  }

  async function post(url: string, parameters: Record<string, string>) {
    const form = new URLSearchParams({ client_id: webClientId, ...parameters });
    if (webClientSecret !== undefined) form.set('client_secret', webClientSecret);
    return call(url, { method: 'POST', body: form });
  }

  /** Reads the person's claims from the ID token, or from the userinfo endpoint. */
  async function claimsOf(accessToken: string, idToken: string | undefined): Promise<unknown> {
    const { metadata, keys } = await provider();
    if (idToken !== undefined) {
      let payload: JWTPayload;
      try {
        ({ payload } = await jwtVerify(idToken, keys, { issuer: metadata.issuer, audience: webClientId }));
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
      if (payload['email'] !== undefined) return payload;
    }
    if (metadata.userinfo_endpoint === undefined) return null;
    const { body } = await call(metadata.userinfo_endpoint, {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    return body;
  }

  async function verifiedEmail(
    { subject }: Pick<TokenIdentity, 'subject'>,
    { accessToken, idToken }: { accessToken: string; idToken?: string | undefined },
  ): Promise<string | null> {
    const claims = verifiedEmailClaims.safeParse(await claimsOf(accessToken, idToken));
    return claims.success && claims.data.sub === subject ? claims.data.email : null;
  }

  return {
    issuer,
    accounts: null,
    devices: null,
    secondFactors: null,
    passkeys: null,
    emailChanges: null,
    verifiedEmail,
    // Invited people sign in with the email address that the provider has verified.
    setInvitationHandler: () => undefined,
    verifier: { verify: async (token) => (await provider()).verifier.verify(token) },
    register: () => Promise.resolve(),
    // The external provider has its own page for this.
    requestPasswordReset: () => Promise.resolve(),

    async describe() {
      const { metadata } = await provider();
      return {
        issuer: metadata.issuer,
        authorization_endpoint: metadata.authorization_endpoint,
        token_endpoint: metadata.token_endpoint,
        audience,
        scope: 'openid email profile offline_access',
        authorization_parameters: {
          prompt: 'consent',
          audience,
          ...(URL.canParse(audience) ? { resource: audience } : {}),
        },
        web: { client_id: webClientId },
        extension: { client_id: extensionClientId },
        sign_up: false,
      };
    },

    async requestTokens(parameters) {
      const { metadata } = await provider();
      const { status, body } = await post(metadata.token_endpoint, parameters);
      return readTokenResponse(status, body);
    },

    async endSession(sessionId, refreshToken) {
      await revokeSession(database, sessionId);
      if (refreshToken === undefined) return;
      try {
        const { metadata } = await provider();
        if (metadata.revocation_endpoint === undefined) return;
        await post(metadata.revocation_endpoint, { token: refreshToken, token_type_hint: 'refresh_token' });
      } catch {
        // The session has ended here anyway, and nobody has the provider's refresh token.
      }
    },

    async linkPerson({ issuer: tokenIssuer, subject }, { accessToken, idToken }) {
      const retryAt = unlinkedSubjects.get(subject) ?? 0;
      if (idToken === undefined && retryAt > Date.now()) return false;
      const email = await verifiedEmail({ subject }, { accessToken, idToken });
      if (email !== null) {
        if (await linkByEmail(database, { issuer: tokenIssuer, subject, email })) return true;
      }
      if (unlinkedSubjects.size >= MAX_UNLINKED) unlinkedSubjects.clear();
      unlinkedSubjects.set(subject, Date.now() + RETRY_LINK_MS);
      return false;
    },
  };
}
