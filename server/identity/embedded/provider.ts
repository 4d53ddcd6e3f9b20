import { Provider, type Configuration, interactionPolicy } from 'oidc-provider';
import type { Config } from '../../config.ts';
import { hostCookieName, secureCookieName } from '../../http/cookies.ts';
import type { Database } from '../../db/database.ts';
import { hashOf } from '../../lib/hash.ts';
import type { Accounts } from './accounts/accounts.ts';
import type { Devices, SignInPlace } from './devices.repository.ts';
import type { ProviderSecrets } from './secrets/secrets.repository.ts';
import { DISABLED_PATH, MOUNT } from './flows/flow.ts';
import { createOidcAdapter } from './oidc.repository.ts';

/** The scope of our access tokens: API access as the person. */
export const API_SCOPE = 'gopath';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
export const ACCESS_TOKEN_SECONDS = 10 * MINUTE;
/** Sliding: each renewal issues a refresh token with the full lifetime, up to the maximum lifetime of a sign-in. */
const REFRESH_TOKEN_SECONDS = 30 * DAY;
const SIGN_IN_SECONDS = 180 * DAY;

/** Returns the lifetime of a refresh token: 30 days after the last renewal, at most 180 days after the sign-in. */
function refreshTokenSeconds(signedInAt: number | undefined): number {
  const now = Math.floor(Date.now() / 1000);
  return Math.max(1, Math.min(REFRESH_TOKEN_SECONDS, (signedInAt ?? now) + SIGN_IN_SECONDS - now));
}

/**
 * Returns the sign-in policy. Every sign-in asks for the password (see noSessions in oidc.repository.ts) and grants our
 * own clients full access. If the password changes during the sign-in, it is required again. People who are disabled in
 * the meantime are sent to a page that says so.
 */
function signInPolicy(accounts: Accounts) {
  const { base, Check } = interactionPolicy;
  const prompts = base();
  const login = prompts.get('login');
  login?.checks.clear();
  login?.checks.add(
    new Check('sign_in', 'Sign-in is required', async (ctx) => {
      const login = ctx.oidc.result?.login as { accountId: string; passwordVersion?: string } | undefined;
      if (login === undefined || ctx.oidc.account === undefined) return Check.REQUEST_PROMPT;
      const isCurrent = (await accounts.passwordVersion(login.accountId)) === login.passwordVersion;
      return isCurrent ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT;
    }),
  );
  prompts.get('consent')?.checks.clear();
  return prompts;
}

/** The web app and the extension. Both are public: PKCE proves who started a sign-in. */
function clientsOf({ publicUrl, identity }: Config): NonNullable<Configuration['clients']> {
  const publicClient = {
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    id_token_signed_response_alg: 'ES256',
  } as const;
  return [
    {
      ...publicClient,
      client_id: identity.webClientId,
      redirect_uris: [`${publicUrl}/auth/callback/`],
    },
    {
      ...publicClient,
      client_id: identity.extensionClientId,
      redirect_uris: identity.extensionRedirectUris,
    },
  ];
}

/** The cookies that bind a sign-in to the browser that started it. */
function cookiesOf({ publicUrl }: Config, keys: ProviderSecrets['cookieKeys']): Configuration['cookies'] {
  return {
    keys,
    short: { httpOnly: true, sameSite: 'lax', signed: true },
    long: { httpOnly: true, sameSite: 'lax', signed: true, path: '/' },
    names: {
      session: hostCookieName(publicUrl, 'gopath_oidc'),
      // Limited to the path of one sign-in, so that two tabs can sign in at the same time.
      interaction: secureCookieName(publicUrl, 'gopath_interaction'),
      resume: secureCookieName(publicUrl, 'gopath_resume'),
    },
  };
}

/** Turns off what our clients do not use, and issues access tokens for our API as JWTs. */
function featuresOf(audience: string): Configuration['features'] {
  return {
    devInteractions: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    dPoP: { enabled: false },
    userinfo: { enabled: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => audience,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        scope: API_SCOPE,
        audience,
        accessTokenFormat: 'jwt',
        accessTokenTTL: ACCESS_TOKEN_SECONDS,
        jwt: { sign: { alg: 'ES256' } },
      }),
    },
  };
}

/** The lifetimes in seconds. */
const TTL: Configuration['ttl'] = {
  AuthorizationCode: MINUTE,
  AccessToken: ACCESS_TOKEN_SECONDS,
  IdToken: ACCESS_TOKEN_SECONDS,
  RefreshToken: (ctx, token) => refreshTokenSeconds((ctx.oidc.entities.RotatedRefreshToken ?? token).iiat),
  Interaction: 60 * MINUTE,
  Session: 60 * MINUTE,
  // A grant ends with its last refresh token; the clean-up job deletes it.
  Grant: 3650 * DAY,
};

/** Creates the embedded OpenID Connect provider. Its pages are in flows/. */
export function createProvider({
  config,
  database,
  accounts,
  devices,
  secrets,
  issuer,
}: {
  config: Config;
  database: Database;
  accounts: Accounts;
  devices: Devices;
  secrets: ProviderSecrets;
  issuer: string;
}): Provider {
  const { audience, webClientId, extensionClientId } = config.identity;
  const settings: Configuration = {
    adapter: createOidcAdapter(database),
    clients: clientsOf(config),
    jwks: { keys: secrets.signingKeys as NonNullable<Configuration['jwks']>['keys'] },
    cookies: cookiesOf(config, secrets.cookieKeys),
    scopes: ['openid', 'offline_access'],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
    },
    // The ID token contains all claims; there is no userinfo endpoint.
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    pkce: { required: () => true },
    extraParams: {
      screen_hint: null,
      // The parameters are stored, and the token of an invitation is a secret.
      invitation(ctx, token) {
        if (token !== undefined && ctx.oidc.params !== undefined)
          ctx.oidc.params['invitation'] = hashOf(token);
      },
    },
    features: featuresOf(audience),
    ttl: TTL,
    rotateRefreshToken: true,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: () => false,
    revokeGrantPolicy: () => true,
    // Only the extension's worker calls from another origin; PKCE and rotation protect its tokens.
    clientBasedCORS: (_ctx, origin, client) =>
      client.clientId === extensionClientId && /^(chrome|moz)-extension:\/\//.test(origin),
    interactions: {
      policy: signInPolicy(accounts),
      url: ({ oidc: { result, account } }, { uid }) =>
        result?.login !== undefined && account === undefined ? DISABLED_PATH : `${MOUNT}/interaction/${uid}/`,
    },
    // One grant per sign-in, so that signing out on one device leaves the others signed in.
    async loadExistingGrant(ctx) {
      const { client, session } = ctx.oidc;
      const grant = new ctx.oidc.provider.Grant({
        clientId: client?.clientId ?? '',
        accountId: session?.accountId ?? '',
      });
      grant.addOIDCScope('openid offline_access email profile');
      grant.addResourceScope(audience, API_SCOPE);
      const sessionId = await grant.save();
      const place = (ctx.oidc.result?.login as { place?: SignInPlace } | undefined)?.place;
      if (place !== undefined) {
        const isWeb = client?.clientId === webClientId;
        await devices.add(sessionId, isWeb ? 'web' : 'extension', place);
      }
      return grant;
    },
    extraTokenClaims: (_ctx, token) => ('grantId' in token ? { sid: token.grantId } : {}),
    async findAccount(_ctx, subject, token) {
      const signedInAt = token !== undefined && 'authTime' in token ? token.authTime : undefined;
      const account = await accounts.find(subject, signedInAt);
      if (account === undefined) return undefined;
      return {
        accountId: subject,
        claims: () => ({
          sub: subject,
          email: account.email,
          email_verified: true,
          name: `${account.firstName} ${account.lastName}`,
          given_name: account.firstName,
          family_name: account.lastName,
        }),
      };
    },
    renderError(ctx, { error }) {
      // Redirects to our own page, which has our styles and content security policy.
      ctx.status = 303;
      ctx.redirect(`${config.publicUrl}/oidc/error/?reason=${encodeURIComponent(error)}`);
    },
  };
  const provider = new Provider(issuer, settings);
  // endpoints.ts sets the proxy headers from PUBLIC_URL.
  provider.proxy = true;
  return provider;
}
