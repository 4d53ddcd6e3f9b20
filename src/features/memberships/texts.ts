import type { CurrentMembership, MembershipState, OfferedPlan } from '#shared/memberships/responses.ts';
import type { LedgerEntry } from '#shared/memberships/detail-responses.ts';
import { remainingText, UNLIMITED } from '#shared/memberships/plans.ts';
import { readerFormat } from '#src/lib/dates/reader-zone.ts';
import type { Tone } from '#src/ui/display/Badge.tsx';

export const STATE_LABELS: Readonly<Record<MembershipState, string>> = {
  active: 'Active',
  payment_failed: 'Payment failed',
  lapsed: 'Lapsed',
};

export const STATE_TONES: Readonly<Record<MembershipState, Tone>> = {
  active: 'success',
  payment_failed: 'warning',
  lapsed: 'danger',
};

const day = readerFormat({ dateStyle: 'medium' });

/** Formats a day of a membership. */
export function dayText(moment: string): string {
  return day().format(new Date(moment));
}

/** Says by when a failed payment has to be updated. */
export function payByText(end: string): string {
  return `Update the payment by ${dayText(end)} to keep making changes.`;
}

/** Says what happens to a membership next. */
export function nextText(membership: CurrentMembership): string {
  const { state, access_ends_at: end, period_end: next } = membership;
  if (state === 'lapsed') return 'You can view everything, but not make changes.';
  if (state === 'payment_failed' && end !== null) return payByText(end);
  if (membership.cancels_at_period_end) return `Ends on ${dayText(next)}.`;
  return membership.plan === 'free'
    ? `New reviews on ${dayText(next)}.`
    : `Next payment on ${dayText(next)}.`;
}

/** Formats the price of a plan: '$99 a month', 'Free'. */
export function priceText({ price_cents: cents, currency, months }: OfferedPlan): string {
  if (cents === 0) return 'Free';
  const price = new Intl.NumberFormat(undefined, {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(cents / 100);
  if (months === 1) return `${price} a month`;
  return months === 12 ? `${price} a year` : `${price} every ${months} months`;
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** Lists what a plan includes. */
export function includedText({
  meetings_per_month: meetings,
  reviews_per_period: reviews,
  months,
}: OfferedPlan): string {
  const meetingText =
    meetings === UNLIMITED ? 'Unlimited meetings' : `${counted(meetings, 'meeting', 'meetings')} a month`;
  const period = months === 1 ? 'a month' : months === 12 ? 'a year' : `every ${months} months`;
  const reviewText =
    reviews === UNLIMITED
      ? 'unlimited profile rating reviews'
      : `${counted(reviews, 'profile rating review', 'profile rating reviews')} ${period}`;
  return `${meetingText} and ${reviewText}`;
}

/** Formats an entry of the ledger: '+2 meetings', 'Unlimited meetings'. */
export function amountText({ amount, kind, unlimited }: LedgerEntry): string {
  if (unlimited) return `${remainingText(amount)} ${kind}`;
  const noun = kind === 'meetings' ? 'meeting' : 'review';
  return `${amount > 0 ? '+' : '−'}${counted(Math.abs(amount), noun, `${noun}s`)}`;
}
