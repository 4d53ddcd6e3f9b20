import type { FastifyInstance } from 'fastify';
import { createRateLimit } from '../../lib/rate-limits.ts';
import { createAccessTokenVerifier } from '../access-token.ts';
import type { Identity, IdentityDependencies, InvitationDoor } from '../identity.ts';
import { readTokenAnswer } from '../tokens.ts';
import { createAccounts } from './accounts.ts';
import { mountProvider } from './mount.ts';
import { API_SCOPE, createProvider } from './provider.ts';
import { loadSecrets } from './secrets.ts';
import { cleanUpIdentity, revokeGrants } from './store.ts';

const SEND_RESET = 'identity.send-reset';

/** The OpenID Connect provider that GoPath brings along. */
export async function createEmbeddedIdentity({
  config,
  database,
  jobs,
  mail,
}: IdentityDependencies): Promise<Identity> {
  const issuer = `${config.publicUrl}/oidc`;
  const secrets = await loadSecrets(database);
  const accounts = createAccounts({ database, mail, issuer, publicUrl: config.publicUrl });
  const provider = createProvider({ config, database, accounts, secrets, issuer });
  const verifier = createAccessTokenVerifier({
    issuer,
    audience: config.identity.audience,
    keys: { keys: secrets.signingKeys.map(({ d: _private, ...key }) => key) },
  });
  let server: FastifyInstance | undefined;
  let invited: InvitationDoor | undefined;

  const mailsToOne = createRateLimit(database, { name: 'reset-mail', attempts: 5, seconds: 15 * 60 });
  const mailsFromOne = createRateLimit(database, { name: 'reset-mail-ip', attempts: 30, seconds: 15 * 60 });
  // The look-up happens later, so that the answer takes the same time for every address.
  jobs.register<{ email: string }>(SEND_RESET, ({ email }) => accounts.requestReset(email));
  jobs.register('identity.clean-up', () => cleanUpIdentity(database), { cron: '17 * * * *' });

  async function requestPasswordReset(email: string, ip: string): Promise<void> {
    await mailsFromOne.require(ip);
    if (await mailsToOne.take(email.toLowerCase())) await jobs.send(SEND_RESET, { email });
  }

  return {
    issuer,
    verifier,
    accounts,
    requestPasswordReset,

    describe: () =>
      Promise.resolve({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
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
      return readTokenAnswer(statusCode, JSON.parse(body || 'null'));
    },

    // A session's id is its grant's.
    endSession: (sessionId) => revokeGrants(database, [sessionId]),

    // People get their sign-in when they prove their address: see accounts.ts.
    linkPerson: () => Promise.resolve(false),

    provenEmail: async ({ subject }) => (await accounts.find(subject))?.email ?? null,
    openToInvited(door) {
      invited = door;
    },

    async register(parent) {
      if (invited === undefined) throw new Error('Nobody told how invited people get in.');
      server = parent;
      await mountProvider(parent, {
        provider,
        accounts,
        config,
        database,
        requestReset: requestPasswordReset,
        invited,
      });
    },
  };
}
