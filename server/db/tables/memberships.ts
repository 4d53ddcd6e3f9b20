import type { LedgerKind } from '#shared/memberships/billing.ts';
import type { MembershipLength } from '#shared/memberships/responses.ts';
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
  membershipPlans: {
    length: MembershipLength;
    name: string;
    priceCents: number;
    currency: string;
    months: number;
    /** -1 without a limit, like `reviewsPerPeriod`. */
    meetingsPerMonth: number;
    reviewsPerPeriod: number;
  };
  /** One for each student, created by the database. */
  memberships: {
    pk: Generated<number>;
    studentPk: number;
    planLength: Generated<MembershipLength>;
    billingAnchor: Generated<Date>;
    /** The paid period; null for the free plan. */
    periodStart: Date | null;
    periodEnd: Date | null;
    cancelsAtPeriodEnd: Generated<boolean>;
    paymentFailedAt: Date | null;
    /** Set while the family's access is read-only. */
    lapsedAt: Date | null;
    paymentReadAt: Date | null;
    stripeCustomerId: string | null;
    stripeSubscriptionId: string | null;
  };
  /** The append-only ledger; see migration 281. */
  membershipEntries: {
    pk: Generated<number>;
    studentPk: number;
    kind: LedgerKind;
    entry: 'grant' | 'use' | 'refund' | 'correction';
    key: string;
    amount: number;
    validUntil: Date | null;
    grantPk: number | null;
    actorPk: number | null;
    note: Generated<string>;
    createdAt: Generated<Date>;
  };
  /** The processed events of the payment provider. */
  stripeEvents: { id: string; type: string; receivedAt: Generated<Date> };
}
