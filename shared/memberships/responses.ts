/** The REST responses about memberships that other features use. Every page loads them, so they are in zod/mini. */
import * as z from 'zod/mini';

/** The plans, by the length of their billing period; `free` is never billed. */
export const MEMBERSHIP_LENGTHS = ['free', 'monthly', 'yearly'] as const;
export type MembershipLength = (typeof MEMBERSHIP_LENGTHS)[number];

/** The plan of a sign-up that names none (AUTH-031). */
export const DEFAULT_MEMBERSHIP_LENGTH: MembershipLength = 'yearly';

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

/** A child whose last payment failed, as the parent gets it with `GET /api/me/`. */
export const failedPayment = z.object({
  pk: z.number(),
  full_name: z.string(),
  /** When the family's access becomes read-only without another payment. */
  access_ends_at: z.nullable(z.string()),
});
export type FailedPayment = z.infer<typeof failedPayment>;

/** A plan to choose from. */
export const offeredPlan = z.object({
  length: z.enum(MEMBERSHIP_LENGTHS),
  name: z.string(),
  price_cents: z.number(),
  currency: z.string(),
  months: z.number(),
  meetings_per_month: z.number(),
  reviews_per_period: z.number(),
});
export type OfferedPlan = z.infer<typeof offeredPlan>;
