import { UNLIMITED, type Plan } from './plans.ts';

/** What a membership includes. */
export const LEDGER_KINDS = ['meetings', 'reviews'] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** A grant of meetings or reviews. Its key is unique, so that it is stored once. */
export interface Grant {
  kind: LedgerKind;
  key: string;
  amount: number;
  validFrom: Date;
  validUntil: Date;
}

/** The dates of a membership that decide what it grants. */
export interface BillingPeriod {
  plan: Plan;
  /** The first billing date; all others are on its day of the month. */
  anchor: Date;
  /** The paid period; null for the free plan, which never ends. */
  paid: { start: Date; end: Date } | null;
}

/**
 * Adds months in UTC. A day that the month does not have becomes its last day: January 31 is followed by February 28,
 * and then by March 31 again, because each date is counted from the anchor.
 */
export function addMonths(anchor: Date, months: number): Date {
  const year = anchor.getUTCFullYear();
  const month = anchor.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const date = new Date(anchor);
  date.setUTCFullYear(year, month, Math.min(anchor.getUTCDate(), lastDay));
  return date;
}

/** Returns the period of `months` months from the anchor that contains a moment; the first one before the anchor. */
export function periodAt(anchor: Date, months: number, now: Date): { start: Date; end: Date } {
  const passed =
    (now.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + now.getUTCMonth() - anchor.getUTCMonth();
  let index = Math.max(0, Math.floor(passed / months));
  while (index > 0 && addMonths(anchor, index * months) > now) index -= 1;
  while (addMonths(anchor, (index + 1) * months) <= now) index += 1;
  return { start: addMonths(anchor, index * months), end: addMonths(anchor, (index + 1) * months) };
}

/** The days between a failed payment and read-only access. */
export const GRACE_DAYS = 14;
const DAY_MS = 86_400_000;

/** The state of payments of a membership. */
export interface PaymentState {
  periodEnd: Date | null;
  cancelsAtPeriodEnd: boolean;
  paymentFailedAt: Date | null;
}

/**
 * Returns when the family's access becomes read-only without another payment; null for the free plan. A renewal can
 * arrive late, so it has the same grace as a failed payment.
 */
export function accessEndsAt({ periodEnd, cancelsAtPeriodEnd, paymentFailedAt }: PaymentState): Date | null {
  if (periodEnd === null) return null;
  const grace = GRACE_DAYS * DAY_MS;
  if (paymentFailedAt !== null) {
    return new Date(Math.max(periodEnd.getTime(), paymentFailedAt.getTime() + grace));
  }
  return cancelsAtPeriodEnd ? periodEnd : new Date(periodEnd.getTime() + grace);
}

/** The days in which a renewal can be reported after the end of its period. */
export const RENEWAL_DAYS = 2;

/**
 * Returns the moment whose grants are valid now. While the renewal of a period is not reported yet, this is the last
 * moment of the period: its grants stay valid, and nothing more is granted.
 */
export function grantTimeOf(
  { periodEnd, cancelsAtPeriodEnd, paymentFailedAt }: PaymentState,
  now: Date,
): Date {
  if (periodEnd === null || cancelsAtPeriodEnd || paymentFailedAt !== null) return now;
  const late = now.getTime() - periodEnd.getTime();
  return late >= 0 && late < RENEWAL_DAYS * DAY_MS ? new Date(periodEnd.getTime() - 1) : now;
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10);

/**
 * Returns everything that the membership grants at a moment: reviews on the billing date (SPR-041) and meetings each
 * month. The same moment of the same membership always returns the same keys.
 */
export function grantsAt({ plan, anchor, paid }: BillingPeriod, now: Date): Grant[] {
  if (paid !== null && (now < paid.start || now >= paid.end)) return [];
  const period = paid ?? periodAt(anchor, plan.months, now);
  const month = periodAt(paid === null ? anchor : paid.start, 1, now);
  const monthEnd = paid !== null && month.end > paid.end ? paid.end : month.end;
  const grants: Grant[] = [
    {
      kind: 'reviews',
      key: `${plan.length}:${dayOf(period.start)}`,
      amount: plan.reviewsPerPeriod,
      validFrom: period.start,
      validUntil: period.end,
    },
    {
      kind: 'meetings',
      key: `${plan.length}:${dayOf(month.start)}`,
      amount: plan.meetingsPerMonth,
      validFrom: month.start,
      validUntil: monthEnd,
    },
  ];
  return grants.filter(({ amount }) => amount === UNLIMITED || amount > 0);
}
