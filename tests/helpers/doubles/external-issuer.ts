/** Another organisation's identity provider, for the tests of signing in with one. */
import { createServer, type Server } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';
import { getFreePort } from '../server/free-port.ts';
import { TEST_PUBLIC_URL } from '../server/public-url.ts';

export const AUDIENCE = 'https://api.gopath.test';

/** Starts another organisation's identity provider: one instance per process, with its own keys and people. */
export async function startExternalIssuer() {
  const port = await getFreePort();
  const issuer = `http://127.0.0.1:${port}`;
  const people = new Map<string, { email: string; email_verified: boolean }>();
  /** The settings in which providers differ. A change applies from the next request on. */
  const settings = { audience: AUDIENCE, sendsRefreshTokens: true, sendsSessionIds: false };
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'their-gopath',
        client_secret: 'a secret of theirs',
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: [`${TEST_PUBLIC_URL}/auth/callback/`],
        grant_types: ['authorization_code', 'refresh_token'],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'one', alg: 'ES256', use: 'sig' } as never] },
    cookies: { keys: ['external'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    // The session in which the browser signs in to all servers, as in Keycloak.
    extraTokenClaims: ({ oidc }) =>
      settings.sendsSessionIds ? { sid: `single sign-on of ${oidc.account?.accountId}` } : {},
    rotateRefreshToken: () => settings.sendsRefreshTokens,
    ttl: { Interaction: 600, Session: 600, Grant: 3600, AccessToken: 300, IdToken: 300, RefreshToken: 3600 },
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true, allowedPolicy: () => true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => AUDIENCE,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: 'api',
          audience: settings.audience,
          accessTokenFormat: 'jwt',
          accessTokenTTL: 300,
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
    async loadExistingGrant(ctx) {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client?.clientId ?? '',
        accountId: ctx.oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email offline_access');
      grant.addResourceScope(AUDIENCE, 'api');
      await grant.save();
      return grant;
    },
    interactions: { url: (_ctx, { uid }) => `/choose/${uid}` },
    findAccount: (_ctx, sub) => {
      const person = people.get(sub);
      return person && { accountId: sub, claims: () => ({ sub, ...person }) };
    },
  });
  provider.use(async (ctx, next) => {
    await next();
    if (!settings.sendsRefreshTokens && ctx.path === '/token') {
      delete (ctx.body as { refresh_token?: string }).refresh_token;
    }
  });
  const handle = provider.callback();
  let server: Server | undefined;

  async function start() {
    const started = createServer((request, response) => {
      const subject = /^\/choose\/[^?]+\?as=(.*)$/.exec(request.url ?? '')?.[1];
      if (subject === undefined) {
        void handle(request, response);
        return;
      }
      void provider.interactionFinished(request, response, { login: { accountId: subject }, consent: {} });
    });
    server = started;
    await new Promise<void>((resolve) => started.listen(port, '127.0.0.1', resolve));
  }

  await start();
  return {
    issuer,
    people,
    settings,
    start,
    stop: () =>
      new Promise<void>((resolve) => {
        server?.closeAllConnections();
        server?.close(() => resolve());
      }),
  };
}
