import type { FastifyInstance } from 'fastify';
import type { SessionConfig } from '#shared/session/responses.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { ReportError } from '../http/errors.ts';
import type { Jobs } from '../jobs/queue.ts';
import type { Mail } from '../mail/mail.ts';
import type { AccessTokenVerifier, TokenIdentity } from './access-token.ts';
import type { AcceptInput } from '#shared/session/schema.ts';
import type { Role } from '#shared/kernel/roles.ts';
import type { Accounts } from './embedded/accounts/accounts.ts';
import type { EmailChanges } from './embedded/accounts/email-changes.ts';
import type { Devices } from './embedded/devices.repository.ts';
import type { Passkeys } from './embedded/second-factors/passkeys.ts';
import type { SecondFactors } from './embedded/second-factors/second-factors.ts';

/** The response of the identity provider's token endpoint. */
export interface Tokens {
  accessToken: string;
  expiresIn: number;
  refreshToken: string | undefined;
  idToken: string | undefined;
}

/** A valid invitation, for the page that accepts it. */
export interface InvitationToAccept {
  email: string;
  firstName: string;
  lastName: string;
  inviter: string;
  inviterRole: Role;
  role: Role;
  /** Whether the invited person signs in instead of choosing a password. */
  signsIn: boolean;
}

/**
 * Finds and accepts invitations for the embedded provider's page, by the hash of the link's token; the invitations
 * feature implements it.
 */
export interface InvitationHandler {
  /** Counts invalid links against the IP address. @returns null for every invalid link */
  find(tokenHash: string, ip: string): Promise<InvitationToAccept | null>;
  /**
   * Creates the account and the person. Call it after {@link find}, which counts the attempt: if both counted it, many
   * parallel forms from one address would all be refused.
   * @returns false for every invalid link
   * @throws AppError INVALID_INPUT, CONFLICT
   */
  accept(tokenHash: string, input: AcceptInput): Promise<boolean>;
  /** @returns the email address of an accepted invitation, for a form submitted twice */
  acceptedEmail(tokenHash: string): Promise<string | null>;
  /**
   * Deletes the invitations of an email address to become a student that were not accepted, and requests the deletion of
   * a student with the address who has never signed in.
   */
  removeChild(email: string): Promise<void>;
}

/** The identity provider: the embedded one, or an external one by configuration. */
export interface Identity {
  /** The `users.issuer` of its people. */
  issuer: string;
  verifier: AccessTokenVerifier;
  /** Returns how clients sign in at this provider. @throws AppError UNAVAILABLE when it is unreachable */
  describe(): Promise<SessionConfig>;
  /**
   * Sends a request to the token endpoint as the web app's client.
   * @returns null when the provider refuses the code or refresh token
   * @throws AppError UNAVAILABLE when it is unreachable
   */
  requestTokens(parameters: Record<string, string>): Promise<Tokens | null>;
  /** Ends a sign-in at the provider and here: its access tokens are refused from the next request on. */
  endSession(sessionId: string, refreshToken?: string): Promise<void>;
  /**
   * Links a person without a sign-in to the given one, by the email address that an external provider has
   * verified.
   * @returns whether there is a person now
   */
  linkPerson(
    identity: TokenIdentity,
    tokens: { accessToken: string; idToken?: string | undefined },
  ): Promise<boolean>;
  /** @returns the email address that the provider has verified for a sign-in; null when there is none */
  verifiedEmail(
    identity: TokenIdentity,
    tokens: { accessToken: string; idToken?: string | undefined },
  ): Promise<string | null>;
  /** Call it before {@link register}. */
  setInvitationHandler(handler: InvitationHandler): void;
  /** Emails a reset link if the provider supports it; the response is the same for known and unknown addresses. */
  requestPasswordReset(email: string, ip: string): Promise<void>;
  /** The embedded provider's accounts; null with an external one. */
  accounts: Accounts | null;
  /** The embedded provider's one-time codes; null with an external one. */
  secondFactors: SecondFactors | null;
  /** The embedded provider's passkeys; null with an external one. */
  passkeys: Passkeys | null;
  /** The embedded provider's sign-ins; null with an external one. */
  devices: Devices | null;
  /** Changes of the embedded provider's addresses; null with an external one. */
  emailChanges: EmailChanges | null;
  /** Adds the provider's own routes and pages. */
  register(server: FastifyInstance): Promise<void>;
}

/** The parts of the server that an identity provider uses. */
export interface IdentityDependencies {
  config: Config;
  database: Database;
  jobs: Jobs;
  mail: Mail;
  reportError: ReportError;
}
