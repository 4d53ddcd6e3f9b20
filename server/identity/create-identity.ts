import { createEmbeddedIdentity } from './embedded/embedded.ts';
import { createExternalIdentity } from './external.ts';
import type { Identity, IdentityDependencies } from './identity.ts';

/** The identity provider that the settings ask for: another one when OIDC_ISSUER is set, else our own. */
export async function createIdentity(dependencies: IdentityDependencies): Promise<Identity> {
  const { externalIssuer } = dependencies.config.identity;
  return externalIssuer === undefined
    ? createEmbeddedIdentity(dependencies)
    : createExternalIdentity(dependencies, externalIssuer);
}
