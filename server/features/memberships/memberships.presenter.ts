import { accessEndsAt } from '#shared/memberships/billing.ts';
import { type Plan, UNLIMITED } from '#shared/memberships/plans.ts';
import type {
  CurrentMembership,
  FailedPayment,
  MembershipState,
  OfferedPlan,
} from '#shared/memberships/responses.ts';
import type { LedgerEntry } from '#shared/memberships/detail-responses.ts';
import type { EntryRow } from './membership-records.repository.ts';
import type { MembershipRow } from './memberships.repository.ts';
import type { MembershipSummary } from './memberships.service.ts';

/** Returns the state of a membership, for its family and for staff. */
export function stateOf({
  lapsedAt,
  paymentFailedAt,
}: {
  lapsedAt: Date | null;
  paymentFailedAt: Date | null;
}): MembershipState {
  if (lapsedAt !== null) return 'lapsed';
  return paymentFailedAt === null ? 'active' : 'payment_failed';
}

/** Returns `current_simplybook_membership` (USER-026). */
export function toCurrentMembership({ membership, name, periodEnd }: MembershipSummary): CurrentMembership {
  return {
    membership_name: name,
    plan: membership.plan.length,
    state: stateOf(membership),
    period_end: periodEnd.toISOString(),
    cancels_at_period_end: membership.cancelsAtPeriodEnd,
    access_ends_at: accessEndsAt(membership)?.toISOString() ?? null,
  };
}

/** Returns a failed payment for the parents of a student. */
export function toFailedPayment(studentName: string, membership: MembershipRow): FailedPayment {
  return {
    pk: membership.studentPk,
    full_name: studentName,
    access_ends_at: accessEndsAt(membership)?.toISOString() ?? null,
  };
}

/** Returns a plan to choose from. */
export function toOfferedPlan(plan: Plan): OfferedPlan {
  return {
    length: plan.length,
    name: plan.name,
    price_cents: plan.priceCents,
    currency: plan.currency,
    months: plan.months,
    meetings_per_month: plan.meetingsPerMonth,
    reviews_per_period: plan.reviewsPerPeriod,
  };
}

/** The reasons of entries, by the first part of their key. */
const REASONS: Readonly<Record<string, string>> = {
  free: 'Free plan',
  monthly: 'Monthly plan',
  yearly: 'Yearly plan',
  before: 'Earlier grant',
  refund: 'Refund of an expired grant',
  review: 'Profile rating review',
  meeting: 'Meeting',
};

/** Says why an entry exists. The note of a correction is for staff. */
function reasonOf({ entry, key, note }: EntryRow, isStaff: boolean): string {
  if (entry === 'correction') return isStaff ? note : 'Correction by staff';
  return REASONS[key.split(':')[0] ?? ''] ?? 'Other';
}

/** Returns an entry of the ledger. @param isStaff whether the viewer sees the note and author of a correction */
export function toLedgerEntry(row: EntryRow, isStaff: boolean): LedgerEntry {
  const { pk, createdAt, kind, entry, amount, grantPk, actor } = row;
  return {
    pk,
    at: createdAt.toISOString(),
    kind,
    entry,
    amount,
    unlimited: grantPk === null && amount === UNLIMITED,
    reason: reasonOf(row, isStaff),
    actor: isStaff ? actor : null,
  };
}
