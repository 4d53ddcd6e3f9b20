import { z } from 'zod';
import { idempotencyKey } from '../kernel/idempotency.ts';
import { LEDGER_KINDS } from './billing.ts';
import { MEMBERSHIP_LIMITS } from './limits.ts';
import { MEMBERSHIP_LENGTHS, MEMBERSHIP_STATES, type MembershipLength } from './responses.ts';

/** The message for a plan that does not exist. */
export const UNKNOWN_LENGTH = 'Choose a membership from the list.';

export const MEMBERSHIP_MESSAGES = {
  amount: `Enter a whole number from -${MEMBERSHIP_LIMITS.amount} to ${MEMBERSHIP_LIMITS.amount}, except 0.`,
  note: 'Enter a reason.',
  unlimited: 'There is no limit to correct.',
  paid: 'There is a paid membership already. Manage it in the payment settings.',
  unpaid: 'There is no payment to manage.',
  off: 'Payments are not set up here.',
  planName: 'Enter a name.',
  price: 'Enter a price from 0.50 to 10,000.',
  months: 'Enter a whole number from 1 to 24.',
  included: 'Enter a whole number from 0 to 1,000, or -1 for no limit.',
  down: 'The payment provider is not responding. Nothing was charged. Try again.',
} as const;

/** Returns the message for a correction that takes more than there is. */
export function tooFew(left: number): string {
  if (left === 0) return 'There is nothing left to remove.';
  return `There ${left === 1 ? 'is' : 'are'} only ${left} left to remove.`;
}

function tooLong(max: number): string {
  return `Use at most ${max} characters.`;
}

/** `GET /api/memberships/`: the filters of the staff page. */
export const membershipFilters = z.object({
  state: z.enum(MEMBERSHIP_STATES).nullish(),
  query: z.string().trim().max(MEMBERSHIP_LIMITS.search).default(''),
});
export const membershipPage = z.object({
  first: z.coerce.number().int().min(1).max(100).default(25),
  after: z.string().nullish(),
});

/** The rows of a CSV export. */
export const MAX_MEMBERSHIP_ROWS = 100_000;

/** `POST /api/memberships/{pk}/corrections/`: a manual grant, or a correction with a negative amount. */
export const correctionInput = z.strictObject({
  kind: z.enum(LEDGER_KINDS),
  amount: z
    .int(MEMBERSHIP_MESSAGES.amount)
    .min(-MEMBERSHIP_LIMITS.amount, MEMBERSHIP_MESSAGES.amount)
    .max(MEMBERSHIP_LIMITS.amount, MEMBERSHIP_MESSAGES.amount)
    .refine((amount) => amount !== 0, MEMBERSHIP_MESSAGES.amount),
  note: z
    .string()
    .trim()
    .min(1, MEMBERSHIP_MESSAGES.note)
    .max(MEMBERSHIP_LIMITS.note, tooLong(MEMBERSHIP_LIMITS.note)),
  idempotency_key: idempotencyKey,
});
export type CorrectionInput = z.input<typeof correctionInput>;

const included = z
  .int(MEMBERSHIP_MESSAGES.included)
  .min(-1, MEMBERSHIP_MESSAGES.included)
  .max(1000, MEMBERSHIP_MESSAGES.included);

/** `PUT /api/membership_plans/{length}/`. The free plan has no price. */
export function planInput(length: MembershipLength) {
  const { price } = MEMBERSHIP_MESSAGES;
  return z.strictObject({
    name: z
      .string()
      .trim()
      .min(1, MEMBERSHIP_MESSAGES.planName)
      .max(MEMBERSHIP_LIMITS.planName, tooLong(MEMBERSHIP_LIMITS.planName)),
    price_cents: length === 'free' ? z.literal(0, price) : z.int(price).min(50, price).max(1_000_000, price),
    months: z
      .int(MEMBERSHIP_MESSAGES.months)
      .min(1, MEMBERSHIP_MESSAGES.months)
      .max(24, MEMBERSHIP_MESSAGES.months),
    meetings_per_month: included,
    reviews_per_period: included,
  });
}
export type PlanInput = z.output<ReturnType<typeof planInput>>;

/** `POST /api/memberships/{pk}/checkout/`. */
export const checkoutInput = z.strictObject({
  membership_length: z
    .enum(
      MEMBERSHIP_LENGTHS.filter((length) => length !== 'free'),
      UNKNOWN_LENGTH,
    )
    .default('yearly'),
});
