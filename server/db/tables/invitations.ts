import type { Generated } from 'kysely';
import type { Role } from '#shared/kernel/roles.ts';

export interface InvitationTables {
  /** An invited person is nobody of `users` before the invitation is accepted. */
  invitations: {
    pk: Generated<number>;
    inviterPk: number;
    firstName: string;
    lastName: string;
    email: string;
    role: Role;
    /** Of the secret in the newest mail's link. */
    tokenHash: string;
    /** How often it was mailed. */
    sends: Generated<number>;
    createdAt: Date;
    expiresAt: Date;
    acceptedAt: Date | null;
    acceptedPk: number | null;
    revokedAt: Date | null;
  };
}
