/** REST responses with the details of memberships: for staff, and for the family of a student. */
import * as z from 'zod/mini';
import { currentMembership, MEMBERSHIP_STATES, offeredPlan } from './responses.ts';

/** `GET /api/membership_plans/`: every plan with the number of its students, for staff. */
export const planList = z.object({
  plans: z.array(z.extend(offeredPlan, { students: z.number() })),
});
export type PlanList = z.infer<typeof planList>;
export type StaffPlan = PlanList['plans'][number];

const ledgerEntry = z.object({
  pk: z.number(),
  at: z.string(),
  kind: z.enum(['meetings', 'reviews']),
  entry: z.enum(['grant', 'use', 'refund', 'correction']),
  /** -1 without a limit, for a grant. */
  amount: z.number(),
  unlimited: z.boolean(),
  reason: z.string(),
  /** Who made a correction, for staff. */
  actor: z.nullable(z.string()),
});
export type LedgerEntry = z.infer<typeof ledgerEntry>;

/** `GET /api/memberships/{pk}/`: the membership of a student, for the family and staff. */
export const membershipDetail = z.object({
  student: z.object({ pk: z.number(), full_name: z.string() }),
  current: currentMembership,
  /** What the current plan includes. */
  current_plan: offeredPlan,
  meetings_remaining: z.number(),
  reviews_remaining: z.number(),
  entries: z.array(ledgerEntry),
  /** The plans that the viewer can pay for; empty when payments are not set up. */
  plans: z.array(offeredPlan),
  /** Whether there is a payment that the viewer can manage at the provider. */
  can_manage_payment: z.boolean(),
});
export type MembershipDetail = z.infer<typeof membershipDetail>;

const listedMembership = z.object({
  student: z.object({ pk: z.number(), full_name: z.string() }),
  membership_name: z.string(),
  state: z.enum(MEMBERSHIP_STATES),
  period_end: z.nullable(z.string()),
});
export type ListedMembership = z.infer<typeof listedMembership>;

/** `GET /api/memberships/`. */
export const membershipList = z.object({
  memberships: z.array(listedMembership),
  next: z.nullable(z.string()),
});
export type MembershipList = z.infer<typeof membershipList>;

/** The page of the payment provider to open. */
export const paymentPage = z.object({ url: z.string() });
