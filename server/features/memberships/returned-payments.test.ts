import { beforeEach, describe, expect, it } from 'vitest';
import { addMonths } from '#shared/memberships/billing.ts';
import { createUser, type TestUser } from '#tests/factories/users.ts';
import type { DoubleEvent } from '#tests/helpers/doubles/stripe-double.ts';
import { app, startPaymentTests, stripe } from '#tests/helpers/scenes/payment-scene.ts';

startPaymentTests();
const START = new Date('2027-12-31T12:00:00Z');
const RETURNED = new Date('2028-01-10T12:00:00Z');
beforeEach(() => app.clock.set(START));

async function deliver(...events: DoubleEvent[]) {
  for (const event of events) expect(await stripe.deliver(app.address, event)).toBe(200);
}

/** Pays for a membership. @returns the subscription and its first events, which are not delivered yet */
async function pay(student: TestUser, length = 'monthly') {
  const path = `/api/memberships/${student.pk}/checkout/`;
  const { status } = await (await app.as(student)).rest('POST', path, { membership_length: length });
  expect(status).toBe(200);
  const end = addMonths(START, length === 'monthly' ? 1 : 12);
  const { subscription, events } = stripe.pay([...stripe.checkouts.keys()].at(-1)!, START, end);
  const [linked, paid] = events as [DoubleEvent, DoubleEvent];
  return { subscription, linked, paid };
}

async function membershipOf(student: TestUser) {
  const { body } = await (await app.as(student)).rest('GET', '/api/me/');
  return { access: body.access, ...body.current_simplybook_membership };
}
const grants = ({ pk }: TestUser) =>
  app.database.query(
    `SELECT key FROM membership_entries WHERE student_pk = $1 AND entry = 'grant' AND key NOT LIKE 'free:%'`,
    [pk],
  );
const inGrace = { state: 'payment_failed', access_ends_at: '2028-01-24T12:00:00.000Z' };

describe.each(['refund', 'dispute'] as const)('a %s', (kind) => {
  it('of the payment of the current period ends the period, and the grace starts', async () => {
    const student = await createUser(app.database);
    const { subscription, linked, paid } = await pay(student, 'yearly');
    await deliver(linked, paid);
    app.clock.set(RETURNED);
    await deliver(stripe[kind](stripe.lastCharge(subscription)));
    expect(await membershipOf(student)).toMatchObject(inGrace);
  });

  it('of the renewal ends the period of the renewal', async () => {
    const student = await createUser(app.database);
    const { subscription, linked, paid } = await pay(student);
    app.clock.set(addMonths(START, 1));
    await deliver(linked, paid, stripe.renew(subscription, addMonths(START, 2)));
    app.clock.set(new Date('2028-02-03T12:00:00Z'));
    await deliver(stripe[kind](stripe.lastCharge(subscription)));
    expect(await membershipOf(student)).toMatchObject({
      state: 'payment_failed',
      access_ends_at: '2028-02-17T12:00:00.000Z',
    });
  });

  it('of the payment of an earlier period changes nothing', async () => {
    const student = await createUser(app.database);
    const { subscription, linked, paid } = await pay(student);
    app.clock.set(addMonths(START, 1));
    await deliver(linked, paid, stripe.renew(subscription, addMonths(START, 2)));
    app.clock.set(new Date('2028-02-03T12:00:00Z'));
    await deliver(stripe[kind](stripe.firstCharge(subscription)));
    app.clock.set(new Date('2028-02-18T12:00:00Z'));
    await app.services.memberships.renew();
    expect(await membershipOf(student)).toMatchObject({
      access: 'full',
      state: 'active',
      period_end: '2028-02-29T12:00:00.000Z',
    });
  });

  it('of a replaced subscription, or of a payment without an invoice, changes nothing', async () => {
    const student = await createUser(app.database);
    const first = await pay(student);
    const second = await pay(student, 'yearly');
    await deliver(first.linked, first.paid, stripe.fail(first.subscription), second.linked, second.paid);
    await app.app.jobs.runDue();
    expect(first.subscription.status).toBe('canceled');
    await deliver(
      stripe[kind](stripe.firstCharge(first.subscription)),
      stripe[kind](stripe.charge(second.subscription.customer)),
    );
    expect(await membershipOf(student)).toMatchObject({ plan: 'yearly', state: 'active' });
  });

  it('has the same effect before, between and after the events of the payment', async () => {
    for (const position of [0, 1, 2]) {
      for (const isReversed of [false, true]) {
        app.clock.set(RETURNED);
        const student = await createUser(app.database);
        const { subscription, linked, paid } = await pay(student, 'yearly');
        const events = isReversed ? [paid, linked] : [linked, paid];
        events.splice(position, 0, stripe[kind](stripe.lastCharge(subscription)));
        for (const event of events) {
          await deliver(event);
          if (event.type.startsWith('charge.')) app.clock.set(new Date('2028-01-12T12:00:00Z'));
        }
        expect(await membershipOf(student), `${position} ${isReversed}`).toMatchObject({
          plan: 'yearly',
          ...inGrace,
        });
      }
    }
  });
});

it('a payment that is reported after its refund grants nothing', async () => {
  const student = await createUser(app.database);
  const { subscription, linked, paid } = await pay(student, 'yearly');
  await deliver(linked, stripe.refund(stripe.lastCharge(subscription)), paid);
  expect(await grants(student)).toEqual([]);
  // The next payment counts again.
  app.clock.set(addMonths(START, 12));
  await deliver(stripe.renew(subscription, addMonths(START, 24)));
  expect(await membershipOf(student)).toMatchObject({ state: 'active' });
  expect(await grants(student)).toHaveLength(2);
});

it('a refund ends the period when its event and the event of the payment arrive at the same time', async () => {
  for (let times = 0; times < 5; times += 1) {
    const student = await createUser(app.database);
    const { subscription, linked, paid } = await pay(student, 'yearly');
    await deliver(linked);
    await Promise.all([deliver(paid), deliver(stripe.refund(stripe.lastCharge(subscription)))]);
    expect(await membershipOf(student)).toMatchObject({ state: 'payment_failed' });
  }
});

it('a partial refund changes nothing', async () => {
  const student = await createUser(app.database);
  const { subscription, linked, paid } = await pay(student);
  await deliver(linked, paid, stripe.refund(stripe.lastCharge(subscription), false));
  expect(await membershipOf(student)).toMatchObject({ state: 'active' });
});
