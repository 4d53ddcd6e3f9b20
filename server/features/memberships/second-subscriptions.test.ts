import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addMonths } from '#shared/memberships/billing.ts';
import { createFamily, createUser, type TestUser } from '#tests/factories/users.ts';
import type { DoubleEvent } from '#tests/helpers/doubles/stripe-double.ts';
import { app, startPaymentTests, stripe } from '#tests/helpers/scenes/payment-scene.ts';

let staff: TestUser;
startPaymentTests();
beforeAll(async () => {
  staff = await createUser(app.database, { role: 'mentor', permissions: ['memberships.manage_membership'] });
});
const START = new Date('2027-12-31T12:00:00Z');
beforeEach(() => app.clock.set(START));

const deliver = (event: DoubleEvent) => stripe.deliver(app.address, event);

/** Opens a payment page. @returns the id of the checkout */
async function open(user: TestUser, student: TestUser): Promise<string> {
  const path = `/api/memberships/${student.pk}/checkout/`;
  const { status } = await (await app.as(user)).rest('POST', path, { membership_length: 'monthly' });
  expect(status).toBe(200);
  return [...stripe.checkouts.keys()].at(-1)!;
}
const pay = (checkout: string) => stripe.pay(checkout, START, addMonths(START, 1));

const stateOf = async (student: TestUser) =>
  (await (await app.as(student)).rest('GET', '/api/me/')).body.current_simplybook_membership;
async function storedId({ pk }: TestUser): Promise<string | undefined> {
  const [row] = await app.database.query<{ id: string }>(
    'SELECT stripe_subscription_id AS id FROM memberships WHERE student_pk = $1',
    [pk],
  );
  return row?.id;
}
const grants = ({ pk }: TestUser) =>
  app.database.query(
    `SELECT key FROM membership_entries WHERE student_pk = $1 AND kind = 'reviews' AND key NOT LIKE 'free:%'`,
    [pk],
  );
const audited = ({ pk }: TestUser) =>
  app.database.query(
    `SELECT actor_pk FROM security_events WHERE kind = 'second_subscription_ended' AND subject_pk = $1`,
    [pk],
  );
const mails = (subscriptionId: string) =>
  app.database.query('SELECT "to" FROM mails WHERE key LIKE $1', [`second-subscription:${subscriptionId}:%`]);

describe('a second subscription', () => {
  it.each(['another', 'the same'])(
    'of %s customer is canceled and refunded, and the first one continues',
    async (customer) => {
      const { student, parent } = await createFamily(app.database);
      const first = await open(student, student);
      const second = await open(parent, student);
      expect(second).not.toBe(first);
      const paid = pay(first);
      for (const event of paid.events) expect(await deliver(event)).toBe(200);
      if (customer === 'the same')
        stripe.checkouts.get(second)!.fields['customer'] = paid.subscription.customer;
      const { subscription, events } = pay(second);
      const repeated = stripe.invoicePaid(subscription, 'subscription_create');
      for (const event of [...events, ...events, repeated]) expect(await deliver(event)).toBe(200);
      await app.app.jobs.runDue();

      expect(subscription.status).toBe('canceled');
      expect(stripe.firstCharge(subscription)).toMatchObject({ refunded: true });
      expect(await storedId(student)).toBe(paid.subscription.id);
      expect(await grants(student)).toHaveLength(1);
      expect(await audited(student)).toEqual([{ actor_pk: null }]);
      expect(await mails(subscription.id)).toEqual([{ to: staff.email }]);

      // The provider reports the end and the refund; the first subscription stays as it is.
      for (const event of [
        stripe.changed(subscription, {}),
        stripe.refund(stripe.firstCharge(subscription)),
        stripe.invoicePaid(subscription, 'subscription_create'),
      ]) {
        expect(await deliver(event)).toBe(200);
      }
      await app.app.jobs.runDue();
      expect(await stateOf(student)).toMatchObject({ plan: 'monthly', state: 'active' });
      expect(await grants(student)).toHaveLength(1);
      expect(stripe.firstCharge(paid.subscription)).toMatchObject({ refunded: false });
      expect(paid.subscription.status).toBe('active');
    },
  );

  it('paid at the same time leaves exactly one subscription', async () => {
    const { student, parent } = await createFamily(app.database);
    const [first, second] = [pay(await open(student, student)), pay(await open(parent, student))];
    let events = [...first.events, ...second.events];
    // The provider repeats an event until the response is 200.
    for (let times = 0; events.length > 0 && times < 5; times += 1) {
      const statuses = await Promise.all(events.map(deliver));
      events = events.filter((_, index) => statuses[index] !== 200);
    }
    expect(events).toEqual([]);
    await app.app.jobs.runDue();
    const both = [first.subscription, second.subscription];
    const kept = both.filter(({ status }) => status === 'active');
    expect(kept.map(({ id }) => id)).toEqual([await storedId(student)]);
    const refunds = both.map((one) => stripe.firstCharge(one).refunded);
    expect(refunds).toEqual(both.map(({ status }) => status === 'canceled'));
    expect(await grants(student)).toHaveLength(1);
    expect(await audited(student)).toHaveLength(1);
  });

  it('replaces one whose payment failed, which is canceled without a refund', async () => {
    const { student, parent } = await createFamily(app.database);
    const [first, second] = [await open(student, student), await open(parent, student)];
    const failed = pay(first);
    for (const event of failed.events) await deliver(event);
    await deliver(stripe.fail(failed.subscription));
    const { subscription, events } = pay(second);
    for (const event of events) expect(await deliver(event)).toBe(200);
    await app.app.jobs.runDue();
    expect(await storedId(student)).toBe(subscription.id);
    expect([failed.subscription.status, subscription.status]).toEqual(['canceled', 'active']);
    expect(stripe.firstCharge(failed.subscription)).toMatchObject({ refunded: false });
    expect(await mails(failed.subscription.id)).toEqual([]);
    await deliver(stripe.changed(failed.subscription, {}));
    expect(await stateOf(student)).toMatchObject({ state: 'active', cancels_at_period_end: false });
  });
});
