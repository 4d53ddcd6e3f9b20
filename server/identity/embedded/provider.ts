import { Provider, type Configuration, interactionPolicy } from 'oidc-provider';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import type { Accounts } from './accounts.ts';
import type { ProviderSecrets } from './secrets.ts';
import { createOidcAdapter } from './store.ts';

/** What an access token of ours allows: acting as the person at the API. */
export const API_SCOPE = 'gopath';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
const ACCESS_TOKEN_SECONDS = 10 * MINUTE;
/** Sliding: each renewal gives a new refresh token with a full term. */
const REFRESH_TOKEN_SECONDS = 30 * DAY;

/** Every sign-in asks for the password (see noSessions in store.ts) and grants our own clients everything. */
function policy() {
  const { base, Check } = interactionPolicy;
  const prompts = base();
  const login = prompts.get('login');
  login?.checks.clear();
  login?.checks.add(
    new Check('sign_in', 'Sign-in is required', (ctx) =>
      ctx.oidc.result?.login === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
    ),
  );
  prompts.get('consent')?.checks.clear();
  return prompts;
}

/** The embedded OpenID Connect provider. Its pages are in interactions.ts. */
export function createProvider({
  config,
  database,
  accounts,
  secrets,
  issuer,
}: {
  config: Config;
  database: Database;
  accounts: Accounts;
  secrets: ProviderSecrets;
  issuer: string;
}): Provider {
  const { audience } = config.identity;
  const publicClient = {
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    id_token_signed_response_alg: 'ES256',
  } as const;
  const settings: Configuration = {
    adapter: createOidcAdapter(database),
    clients: [
      {
        ...publicClient,
        client_id: config.identity.webClientId,
        redirect_uris: [`${config.publicUrl}/auth/callback/`],
      },
      {
        ...publicClient,
        client_id: config.identity.extensionClientId,
        redirect_uris: config.identity.extensionRedirectUris,
      },
    ],
    jwks: { keys: secrets.signingKeys as NonNullable<Configuration['jwks']>['keys'] },
    cookies: {
      keys: secrets.cookieKeys,
      short: { httpOnly: true, sameSite: 'lax', signed: true },
      long: { httpOnly: true, sameSite: 'lax', signed: true, path: '/oidc' },
      names: { session: 'gopath_oidc', interaction: 'gopath_interaction', resume: 'gopath_resume' },
    },
    scopes: ['openid', 'offline_access'],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
    },
    // No userinfo call is needed: the ID token says it all.
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    pkce: { required: () => true },
    extraParams: ['screen_hint', 'invitation'],
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      revocation: { enabled: true, allowedPolicy: () => true },
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
    },
    ttl: {
      AuthorizationCode: MINUTE,
      AccessToken: ACCESS_TOKEN_SECONDS,
      IdToken: ACCESS_TOKEN_SECONDS,
      RefreshToken: REFRESH_TOKEN_SECONDS,
      Interaction: 60 * MINUTE,
      Session: 60 * MINUTE,
      // A grant lives as long as its refresh tokens follow each other; the clean-up takes it after them.
      Grant: 3650 * DAY,
    },
    rotateRefreshToken: true,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: () => false,
    revokeGrantPolicy: () => true,
    // Only the extension's worker asks from an origin of its own; PKCE and rotation protect what it asks for.
    clientBasedCORS: (_ctx, origin, client) =>
      client.clientId === config.identity.extensionClientId && /^(chrome|moz)-extension:\/\//.test(origin),
    interactions: {
      policy: policy(),
      url: (_ctx, interaction) => `/oidc/interaction/${interaction.uid}/`,
    },
    // The grant is the sign-in: a new one each time, so that ending one device's leaves the others alone.
    async loadExistingGrant(ctx) {
      const { client, session } = ctx.oidc;
      const grant = new ctx.oidc.provider.Grant({
        clientId: client?.clientId ?? '',
        accountId: session?.accountId ?? '',
      });
      grant.addOIDCScope('openid offline_access email profile');
      grant.addResourceScope(audience, API_SCOPE);
      await grant.save();
      return grant;
    },
    extraTokenClaims: (_ctx, token) => ('grantId' in token ? { sid: token.grantId } : {}),
    async findAccount(_ctx, subject) {
      const account = await accounts.find(subject);
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
      // Shown by the page of interactions.ts, which has the look and the policy of the others.
      ctx.status = 303;
      ctx.redirect(`${config.publicUrl}/oidc/error/?reason=${encodeURIComponent(error)}`);
    },
  };
  const provider = new Provider(issuer, settings);
  // The proxy's own headers are set by mount.ts, from PUBLIC_URL.
  provider.proxy = true;
  return provider;
}
