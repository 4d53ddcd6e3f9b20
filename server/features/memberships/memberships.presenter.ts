import { accessEndsAt } from '#shared/memberships/billing.ts';
import type { CurrentMembership, MembershipState } from '#shared/memberships/responses.ts';
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
export function toCurrentMembership({ membership, periodEnd }: MembershipSummary): CurrentMembership {
  return {
    membership_name: membership.plan.name,
    plan: membership.plan.length,
    state: stateOf(membership),
    period_end: periodEnd.toISOString(),
    cancels_at_period_end: membership.cancelsAtPeriodEnd,
    access_ends_at: accessEndsAt(membership)?.toISOString() ?? null,
  };
}
