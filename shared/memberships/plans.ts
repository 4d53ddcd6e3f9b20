import type { MembershipLength } from './responses.ts';

/** A number of meetings or reviews without a limit. */
export const UNLIMITED = -1;

/** A plan, as stored: staff can change everything but its length. */
export interface Plan {
  length: MembershipLength;
  name: string;
  priceCents: number;
  currency: string;
  /** The months between two billing dates. */
  months: number;
  /** Granted each month; {@link UNLIMITED} without a limit. */
  meetingsPerMonth: number;
  /** Granted on each billing date (SPR-041); {@link UNLIMITED} without a limit. */
  reviewsPerPeriod: number;
}

/** Returns a remaining number as text (MEET-047). */
export function remainingText(remaining: number): string {
  return remaining < 0 ? 'Unlimited' : String(remaining);
}
