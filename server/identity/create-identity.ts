import { createEmbeddedIdentity } from './embedded/embedded.ts';
import { createExternalIdentity } from './external.ts';
import type { Identity, IdentityDependencies } from './identity.ts';

/** Creates the configured identity provider: an external one when OIDC_ISSUER is set, else the embedded one. */
export async function createIdentity(dependencies: IdentityDependencies): Promise<Identity> {
  const { externalIssuer } = dependencies.config.identity;
  return externalIssuer === undefined
    ? createEmbeddedIdentity(dependencies)
    : createExternalIdentity(dependencies, externalIssuer);
}
