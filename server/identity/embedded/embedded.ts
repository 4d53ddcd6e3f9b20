/**
 * The embedded identity provider: accounts, the pages of signing in, and OpenID Connect for the web app and the extension.
 * oidc-provider does the protocol (its settings are in provider.ts, its storage in oidc.repository.ts). mount.ts adds our
 * pages below /oidc; endpoints.ts passes all other paths to oidc-provider. Which request goes where:
 *
 * **Sign-in.** /oidc/auth (oidc-provider) stores an unfinished sign-in, an "interaction", and redirects to its page.
 * flows/sign-in.ts checks the password (accounts/) within the limits (sign-in-limits.ts); flows/passkey.ts checks a passkey
 * instead. flows/finish-sign-in.ts redirects back to oidc-provider, which creates the grant (`loadExistingGrant` in
 * provider.ts), whose id is our session id, and redirects to the client with a code. The client exchanges the code at
 * /oidc/token; for the web app features/session does this, by `requestTokens` below.
 *
 * **Second factor.** After the password, flows/finish-sign-in.ts redirects to flows/second-factor.ts for a one-time code, or
 * flows/passkey.ts for a passkey. Accounts that need a second factor and have none go to flows/set-up-codes.ts. The rules
 * are in second-factors/; flows/interaction.ts stores what is done so far.
 *
 * **Refresh.** The client sends the refresh token to /oidc/token. oidc.repository.ts decides whether it can still be
 * exchanged, and `findAccount` (provider.ts) whether the account can still sign in. For the web app, features/session sends
 * it by `requestTokens`.
 *
 * **Sign-out.** features/session calls `endSession` below, which ends the grant and its tokens (oidc.repository.ts).
 * devices.repository.ts does the same for a device that the person ends in the settings.
 *
 * **Sign-up.** flows/sign-up.ts shows both pages; accounts/sign-ups.ts emails the link and creates the account. Invited
 * people get their account in flows/accept-invitation.ts, which is a page of a sign-in: they are signed in afterwards.
 *
 * **Password reset.** flows/reset-password.ts shows both pages. `requestPasswordReset` below limits the emails and sends the
 * link in a job; accounts/password-resets.ts sets the password and ends all sign-ins. flows/change-email.ts is the page
 * that confirms a new address.
 */
import type { FastifyInstance } from 'fastify';
import { recordAccountEvent } from '../../lib/security-log.ts';
import { createRateLimit } from '../../lib/rate-limits.ts';
import { createAccessTokenVerifier } from '../access-token.ts';
import type { Identity, IdentityDependencies, InvitationHandler } from '../identity.ts';
import { readTokenResponse } from '../tokens.ts';
import { createAccounts } from './accounts/accounts.ts';
import { createDevices } from './devices.repository.ts';
import { createEmailChanges } from './accounts/email-changes.ts';
import { createPasswordResets, type PasswordResets } from './accounts/password-resets.ts';
import { createSignUps } from './accounts/sign-ups.ts';
import { EMBEDDED_ISSUER } from './issuer.ts';
import type { RequestReset } from './flows/flow.ts';
import { createKnownDevices } from './known-devices.ts';
import { mountProvider } from './mount.ts';
import { createPasskeys } from './second-factors/passkeys.ts';
import { ACCESS_TOKEN_SECONDS, API_SCOPE, createProvider } from './provider.ts';
import { publicKeys, SecretStore } from './secrets/secrets.ts';
import { createSecondFactors } from './second-factors/second-factors.ts';
import { createSignInLimits } from './sign-in-limits.ts';
import { createSigningKeys } from './secrets/signing-keys.ts';
import { cleanUpIdentity, endGrant } from './oidc.repository.ts';

const SEND_RESET = 'identity.send-reset';

/** Creates the request for a password reset link, and the job that emails the link. */
function createResetRequests({
  database,
  jobs,
  passwordResets,
}: Pick<IdentityDependencies, 'database' | 'jobs'> & { passwordResets: PasswordResets }): RequestReset {
  const mailsToAddress = createRateLimit(database, { name: 'reset-mail', attempts: 5, seconds: 15 * 60 });
  const mailsFromIp = createRateLimit(database, { name: 'reset-mail-ip', attempts: 30, seconds: 15 * 60 });
  // Looks up the account in a job, so that the response takes the same time for every address.
  jobs.register<{ email: string }>(SEND_RESET, async ({ email }) => {
    await recordAccountEvent(database, 'password_reset_requested', email);
    await passwordResets.sendLink(email);
  });

  return async function requestPasswordReset(email, ip) {
    await mailsFromIp.require(ip);
    if (await mailsToAddress.take(email.toLowerCase())) await jobs.send(SEND_RESET, { email });
  };
}

/** Creates the embedded OpenID Connect provider. */
export async function createEmbeddedIdentity({
  config,
  database,
  jobs,
  mail,
  reportError,
}: IdentityDependencies): Promise<Identity> {
  const { publicUrl } = config;
  const tokenIssuer = `${publicUrl}/oidc`;
  const store = new SecretStore(database, config.secretsKeys);
  const secrets = await store.load();
  const accounts = createAccounts({ database, mail, publicUrl });
  const signUps = createSignUps({ database, mail, publicUrl, accounts });
  const passwordResets = createPasswordResets({ database, mail, publicUrl });
  const devices = createDevices(database);
  const emailChanges = createEmailChanges({ database, mail, publicUrl });
  const secondFactors = createSecondFactors({
    database,
    mail,
    keys: config.secretsKeys,
    isRequiredForStaff: config.identity.staffSecondFactor,
    publicUrl,
  });
  const passkeys = createPasskeys({
    database,
    mail,
    accounts,
    secondFactors,
    publicUrl,
  });
  await secondFactors.encryptAll();
  const provider = createProvider({ config, database, accounts, devices, secrets, issuer: tokenIssuer });
  const verifier = createAccessTokenVerifier({
    issuer: tokenIssuer,
    storedIssuer: EMBEDDED_ISSUER,
    audience: config.identity.audience,
    keys: createSigningKeys(publicKeys(secrets), async () => publicKeys(await store.load())),
    maxLifetimeSeconds: ACCESS_TOKEN_SECONDS,
  });
  let server: FastifyInstance | undefined;
  let invitations: InvitationHandler | undefined;

  const requestPasswordReset = createResetRequests({ database, jobs, passwordResets });
  jobs.register('identity.clean-up', () => cleanUpIdentity(database), { cron: '17 * * * *' });

  return {
    issuer: EMBEDDED_ISSUER,
    verifier,
    accounts,
    devices,
    emailChanges,
    secondFactors,
    passkeys,
    requestPasswordReset,

    describe: () =>
      Promise.resolve({
        issuer: tokenIssuer,
        authorization_endpoint: `${tokenIssuer}/auth`,
        token_endpoint: `${tokenIssuer}/token`,
        audience: config.identity.audience,
        scope: `openid email profile offline_access ${API_SCOPE}`,
        authorization_parameters: { prompt: 'consent', resource: config.identity.audience },
        web: { client_id: config.identity.webClientId },
        extension: { client_id: config.identity.extensionClientId },
        sign_up: true,
      }),

    async requestTokens(parameters) {
      if (server === undefined) throw new Error('The provider is not registered.');
      const { statusCode, body } = await server.inject({
        method: 'POST',
        url: '/oidc/token',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ client_id: config.identity.webClientId, ...parameters }).toString(),
      });
      return readTokenResponse(statusCode, JSON.parse(body || 'null'));
    },

    // Our session ids are the ids of the provider's grants.
    endSession: (sessionId) => endGrant(database, sessionId),

    // Sign-ups and invitations link people: see accounts/sign-ups.ts.
    linkPerson: () => Promise.resolve(false),

    verifiedEmail: async ({ subject }) => (await accounts.find(subject))?.email ?? null,
    setInvitationHandler(handler) {
      invitations = handler;
    },

    async register(parent) {
      if (invitations === undefined) throw new Error('setInvitationHandler was not called.');
      server = parent;
      await mountProvider(
        parent,
        {
          provider,
          accounts,
          signUps,
          passwordResets,
          emailChanges,
          secondFactors,
          passkeys,
          config,
          database,
          requestReset: requestPasswordReset,
          limits: createSignInLimits(database),
          devices: createKnownDevices(config, secrets.cookieKeys),
          invitations,
        },
        reportError,
      );
    },
  };
}
