/** REST responses about memberships, in zod/mini because every page loads them. */
import * as z from 'zod/mini';
import { MEMBERSHIP_LENGTHS } from './plans.ts';

export const MEMBERSHIP_STATES = ['active', 'payment_failed', 'lapsed'] as const;
export type MembershipState = (typeof MEMBERSHIP_STATES)[number];

/** `current_simplybook_membership` of `GET /api/me/` (USER-026). */
export const currentMembership = z.object({
  membership_name: z.string(),
  plan: z.enum(MEMBERSHIP_LENGTHS),
  state: z.enum(MEMBERSHIP_STATES),
  /** The next billing date. */
  period_end: z.string(),
  cancels_at_period_end: z.boolean(),
  /** When access becomes read-only without another payment; null for the free plan. */
  access_ends_at: z.nullable(z.string()),
});
export type CurrentMembership = z.infer<typeof currentMembership>;
