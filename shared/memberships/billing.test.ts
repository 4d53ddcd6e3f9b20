import { describe, expect, it } from 'vitest';
import { accessEndsAt, addMonths, grantsAt, grantTimeOf, periodAt } from './billing.ts';
import { type Plan, remainingText, UNLIMITED } from './plans.ts';

const plan = (given: Partial<Plan> = {}): Plan => ({
  length: 'free',
  name: 'Free',
  priceCents: 0,
  currency: 'usd',
  months: 6,
  meetingsPerMonth: 2,
  reviewsPerPeriod: 1,
  ...given,
});
const at = (text: string) => new Date(`${text}T12:00:00Z`);
const day = (date: Date) => date.toISOString().slice(0, 10);

describe('billing dates', () => {
  it('of the 31st are the last day of shorter months, and the 31st again after them', () => {
    const days = Array.from({ length: 5 }, (_, months) => day(addMonths(at('2027-12-31'), months)));
    expect(days).toEqual(['2027-12-31', '2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30']);
    expect(day(addMonths(at('2026-12-31'), 2))).toBe('2027-02-28');
  });

  it('of a leap day are February 28 until the next leap year', () => {
    const years = [1, 2, 3, 4].map((count) => day(addMonths(at('2028-02-29'), count * 12)));
    expect(years).toEqual(['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']);
  });

  it('divide the time without gaps or overlaps', () => {
    for (const anchor of [at('2026-01-31'), at('2028-02-29'), at('2026-11-10')]) {
      for (const months of [1, 6, 12]) {
        let { start, end } = periodAt(anchor, months, anchor);
        expect(start).toEqual(anchor);
        for (let index = 0; index < 30; index++) {
          expect(periodAt(anchor, months, new Date(end.getTime() - 1))).toEqual({ start, end });
          ({ start, end } = periodAt(anchor, months, end));
        }
      }
    }
  });
});

describe('grants', () => {
  // covers: SPR-041
  it('of the free plan are two meetings a month and one review a half-year', () => {
    const membership = { plan: plan(), anchor: at('2026-08-31'), paid: null };
    const keys = (now: Date) => grantsAt(membership, now).map(({ kind, key, amount }) => [kind, key, amount]);
    expect(keys(at('2026-09-29'))).toEqual([
      ['reviews', 'free:2026-08-31', 1],
      ['meetings', 'free:2026-08-31', 2],
    ]);
    expect(keys(at('2027-02-28'))).toEqual([
      ['reviews', 'free:2027-02-28', 1],
      ['meetings', 'free:2027-02-28', 2],
    ]);
  });

  // covers: SPR-041
  it('of a paid plan are its months of reviews on the billing date, only within the paid period', () => {
    const yearly = plan({ length: 'yearly', months: 12, meetingsPerMonth: UNLIMITED, reviewsPerPeriod: 12 });
    const paid = { start: at('2026-11-10'), end: at('2027-11-10') };
    const membership = { plan: yearly, anchor: paid.start, paid };
    const [reviews, meetings] = grantsAt(membership, at('2027-03-15'));
    expect(reviews).toMatchObject({ key: 'yearly:2026-11-10', amount: 12, validUntil: paid.end });
    expect(meetings).toMatchObject({ key: 'yearly:2027-03-10', amount: UNLIMITED });
    expect(grantsAt(membership, paid.end)).toEqual([]);
    expect(grantsAt(membership, at('2026-11-09'))).toEqual([]);
  });
});

it('access ends after 14 days of grace, or with the period that was canceled', () => {
  const periodEnd = at('2026-12-10');
  const state = { periodEnd, cancelsAtPeriodEnd: false, paymentFailedAt: null };
  expect(accessEndsAt({ ...state, periodEnd: null })).toBeNull();
  expect(accessEndsAt(state)).toEqual(at('2026-12-24'));
  expect(accessEndsAt({ ...state, cancelsAtPeriodEnd: true })).toEqual(periodEnd);
  expect(accessEndsAt({ ...state, paymentFailedAt: at('2026-12-11') })).toEqual(at('2026-12-25'));
  expect(accessEndsAt({ ...state, paymentFailedAt: at('2026-11-11') })).toEqual(periodEnd);
});

it('grants stay valid for two days after a period whose renewal is late, and for no time after any other', () => {
  const periodEnd = at('2026-12-10');
  const state = { periodEnd, cancelsAtPeriodEnd: false, paymentFailedAt: null };
  const lastMoment = new Date('2026-12-10T11:59:59.999Z');
  const before = at('2026-12-09');
  expect(grantTimeOf(state, before)).toEqual(before);
  expect(grantTimeOf(state, lastMoment)).toEqual(lastMoment);
  expect(grantTimeOf(state, periodEnd)).toEqual(lastMoment);
  expect(grantTimeOf(state, new Date('2026-12-12T11:59:59.999Z'))).toEqual(lastMoment);
  expect(grantTimeOf(state, at('2026-12-12'))).toEqual(at('2026-12-12'));
  for (const other of [{ periodEnd: null }, { cancelsAtPeriodEnd: true }, { paymentFailedAt: periodEnd }]) {
    expect(grantTimeOf({ ...state, ...other }, at('2026-12-11'))).toEqual(at('2026-12-11'));
  }
});

// covers: MEET-047
it('a negative number remaining is shown as unlimited', () => {
  expect([-1, 0, 3].map(remainingText)).toEqual(['Unlimited', '0', '3']);
});
