import type { FastifyInstance } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { Config } from '../../../config.ts';
import type { Database } from '../../../db/database.ts';
import type { RateLimit } from '../../../lib/rate-limits.ts';
import type { InvitationHandler } from '../../identity.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { EmailChanges } from '../accounts/email-changes.ts';
import type { PasswordResets } from '../accounts/password-resets.ts';
import type { SignUps } from '../accounts/sign-ups.ts';
import type { KnownDevices } from '../known-devices.ts';
import type { Passkeys } from '../second-factors/passkeys.ts';
import type { SecondFactors } from '../second-factors/second-factors.ts';
import type { SignInLimits } from '../sign-in-limits.ts';

/** The mount path of the provider and its pages. */
export const MOUNT = '/oidc';

/** The page for people who are disabled while they sign in. */
export const DISABLED_PATH = `${MOUNT}/disabled/`;

/** Emails a reset link if the address has an account; the response is the same for known and unknown addresses. */
export type RequestReset = (email: string, ip: string) => Promise<void>;

/** What the pages of every flow use. */
export interface FlowContext {
  /** Scoped to the pages: parses forms, forbids caching and shows errors as pages. */
  server: FastifyInstance;
  provider: Provider;
  accounts: Accounts;
  signUps: SignUps;
  passwordResets: PasswordResets;
  emailChanges: EmailChanges;
  secondFactors: SecondFactors;
  passkeys: Passkeys;
  config: Config;
  database: Database;
  limits: SignInLimits;
  devices: KnownDevices;
  /** Limits the use of emailed links by IP address. */
  linkUses: RateLimit;
  requestReset: RequestReset;
  invitations: InvitationHandler;
}
