import type { FastifyInstance } from 'fastify';
import { recordAccountEvent } from '../../lib/security-log.ts';
import { createRateLimit } from '../../lib/rate-limits.ts';
import { createAccessTokenVerifier } from '../access-token.ts';
import type { Identity, IdentityDependencies, InvitationHandler } from '../identity.ts';
import { readTokenResponse } from '../tokens.ts';
import { createAccounts } from './accounts/accounts.ts';
import { createDevices } from './devices.repository.ts';
import { createEmailChanges } from './accounts/email-changes.ts';
import { EMBEDDED_ISSUER } from './issuer.ts';
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

  const mailsToOne = createRateLimit(database, { name: 'reset-mail', attempts: 5, seconds: 15 * 60 });
  const mailsFromOne = createRateLimit(database, { name: 'reset-mail-ip', attempts: 30, seconds: 15 * 60 });
  // Looks up the account in a job, so that the response takes the same time for every address.
  jobs.register<{ email: string }>(SEND_RESET, async ({ email }) => {
    await recordAccountEvent(database, 'password_reset_requested', email);
    await accounts.requestReset(email);
  });
  jobs.register('identity.clean-up', () => cleanUpIdentity(database), { cron: '17 * * * *' });

  async function requestPasswordReset(email: string, ip: string): Promise<void> {
    await mailsFromOne.require(ip);
    if (await mailsToOne.take(email.toLowerCase())) await jobs.send(SEND_RESET, { email });
  }

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

    // Sign-ups and invitations link people: see accounts.ts.
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
