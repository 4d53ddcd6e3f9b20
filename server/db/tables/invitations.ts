import type { Generated } from 'kysely';
import type { Role } from '#shared/kernel/roles.ts';

export interface InvitationTables {
  /** Invited people are not in `users` before they accept. */
  invitations: {
    pk: Generated<number>;
    inviterPk: number;
    firstName: string;
    lastName: string;
    email: string;
    role: Role;
    /** The hash of the secret in the latest email. */
    tokenHash: string;
    /** The number of emails. */
    sends: Generated<number>;
    createdAt: Date;
    expiresAt: Date;
    acceptedAt: Date | null;
    acceptedPk: number | null;
    revokedAt: Date | null;
  };
}
