import type { ColumnType, Generated } from 'kysely';

/** Sign-ups and memberships (migrations 280 to 289). */
export interface MembershipTables {
  /** Sign-ups that continue after the account was created. */
  continuedSignUps: {
    pk: Generated<number>;
    sessionHash: string;
    email: string;
    /** Null until the first sign-in at an external identity provider creates the student. */
    userPk: number | null;
    /** The answers, stored only until the student exists. */
    answers: ColumnType<object | null, string | null, string | null>;
    completedAt: Date | null;
    expiresAt: Date;
    createdAt: Generated<Date>;
  };
}
