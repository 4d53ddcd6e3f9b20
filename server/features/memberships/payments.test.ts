import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { addMonths } from '#shared/memberships/billing.ts';
import { UNKNOWN_LENGTH } from '#shared/memberships/schema.ts';
import { MEMBERSHIP_MESSAGES } from '#shared/memberships/schema.ts';
import { SIGN_UP_MESSAGES } from '#shared/sign-up/schema.ts';
import { createContinuedSignUp } from '#tests/factories/sign-ups.ts';
import { createFamily, createUser, type TestUser } from '#tests/factories/users.ts';
import { type DoubleEvent, signEvent } from '#tests/helpers/doubles/stripe-double.ts';
import { waitForLock } from '#tests/helpers/database/lock-waits.ts';
import { app, startPaymentTests, stripe } from '#tests/helpers/scenes/payment-scene.ts';

startPaymentTests();
const START = new Date('2027-12-31T12:00:00Z');
beforeEach(() => {
  app.clock.set(START);
  stripe.isDown = false;
});

const me = async (user: TestUser) => (await (await app.as(user)).rest('GET', '/api/me/')).body;
const deliver = (event: DoubleEvent) => stripe.deliver(app.address, event);
const lastCheckout = () => [...stripe.checkouts.values()].at(-1)!;

/** Starts the payment of a student in the settings. */
async function checkout(user: TestUser, studentPk: number, length = 'monthly') {
  const client = await app.as(user);
  return client.rest('POST', `/api/memberships/${studentPk}/checkout/`, { membership_length: length });
}

/** Pays for a month, or a year, and delivers the events. */
async function subscribe(student: TestUser, length = 'monthly') {
  expect((await checkout(student, student.pk, length)).status).toBe(200);
  const end = addMonths(START, length === 'monthly' ? 1 : 12);
  const { subscription, events } = stripe.pay(lastCheckout().id, START, end);
  for (const event of events) expect(await deliver(event)).toBe(200);
  return { subscription, events };
}

const grants = ({ pk }: TestUser, kind = 'reviews') =>
  app.database.query<{ key: string; amount: number }>(
    `SELECT key, amount FROM membership_entries
    WHERE student_pk = $1 AND kind = $2 AND entry = 'grant' AND key NOT LIKE 'free:%' ORDER BY key`,
    [pk, kind],
  );

it('the payment page returns to the settings, with the student and the result', async () => {
  const { student, parent } = await createFamily(app.database);
  await checkout(parent, student.pk);
  const { success_url: paid, cancel_url: canceled } = lastCheckout().fields;
  expect(paid).toMatch(new RegExp(`/me/settings/\\?checkout=done&student=${student.pk}$`));
  expect(canceled).toMatch(new RegExp(`/me/settings/\\?checkout=canceled&student=${student.pk}$`));
});

it('a payment is stored after another change of the membership that it waited for', async () => {
  const { student } = await createFamily(app.database);
  await checkout(student, student.pk);
  const paid = stripe.pay(lastCheckout().id, START, addMonths(START, 1)).events[1]!;
  const changed = Promise.withResolvers<void>();
  const commit = Promise.withResolvers<void>();
  const change = app.database.transaction(async () => {
    await app.database.query(`UPDATE memberships SET plan_length = 'yearly' WHERE student_pk = $1`, [
      student.pk,
    ]);
    changed.resolve();
    await commit.promise;
  });
  await changed.promise;
  const delivery = deliver(paid);
  await waitForLock(app.database);
  commit.resolve();
  await change;
  expect(await delivery).toBe(200);
  expect((await grants(student)).map(({ key }) => key)).toContainEqual(expect.stringMatching(/^monthly:/));
});

describe('a sign-up with a paid membership', () => {
  const answersOf = ({ email }: TestUser, session: string, extra: object = {}) => ({
    email,
    session_id: session,
    first_name: 'Maya',
    last_name: 'Okafor',
    year: 'JR',
    graduation_year: new Date().getFullYear() + 3,
    ...extra,
  });
  const post = (body: object) => app.anonymous.rest('POST', '/api/create_stripe_checkout_session/', body);
  beforeEach(() => app.clock.set(new Date()));

  // covers: AUTH-030 AUTH-031
  it('opens the payment page with the stored price, and is complete once it is paid', async () => {
    const student = await createUser(app.database);
    const session = await createContinuedSignUp(app.database, student);
    const first = await post(answersOf(student, session));
    expect(first.body).toMatchObject({ status: 200, checkout_url: expect.stringContaining('/pay/cs_') });
    const { id, fields } = lastCheckout();
    expect(fields).toMatchObject({
      mode: 'subscription',
      client_reference_id: String(student.pk),
      customer_email: student.email,
      'line_items[0][price_data][unit_amount]': '99000',
      'line_items[0][price_data][recurring][interval_count]': '12',
      'subscription_data[metadata][membership_length]': 'yearly',
    });
    expect(fields['success_url']).toContain(`state=${session}`);
    // The payment page was left: the answers can change, and the same page opens again.
    const second = await post(answersOf(student, session, { year: 'SR' }));
    expect(second.body.checkout_url).toBe(first.body.checkout_url);
    const monthly = await post(answersOf(student, session, { membership_length: 'monthly' }));
    expect(monthly.body.checkout_url).not.toBe(first.body.checkout_url);

    const now = new Date(Math.floor(Date.now() / 1000) * 1000);
    for (const event of stripe.pay(id, now, addMonths(now, 12)).events.toReversed()) {
      expect(await deliver(event)).toBe(200);
    }
    expect(await me(student)).toMatchObject({
      full_name: 'Maya Okafor',
      meetings_remaining: -1,
      spr_reviews_remaining: 13,
      current_simplybook_membership: { membership_name: 'Yearly', state: 'active' },
    });
    const again = await post(answersOf(student, session));
    expect([again.status, again.body.detail]).toEqual([409, SIGN_UP_MESSAGES.done]);
  });

  it('starts free, offers the plans, and keeps the sign-up open when the provider is down', async () => {
    const student = await createUser(app.database);
    const session = await createContinuedSignUp(app.database, student);
    const { body } = await app.anonymous.rest('GET', `/api/sign_up/?session_id=${session}`);
    expect(body.plans.map(({ length }: { length: string }) => length)).toEqual(['free', 'monthly', 'yearly']);
    stripe.isDown = true;
    const down = await post(answersOf(student, session));
    expect([down.status, down.body.detail]).toEqual([503, MEMBERSHIP_MESSAGES.down]);
    stripe.isDown = false;
    const free = await post(answersOf(student, session, { membership_length: 'free' }));
    expect(free.body).toMatchObject({ status: 200, checkout_url: null });
    expect(await me(student)).toMatchObject({ current_simplybook_membership: { plan: 'free' } });
  });
});

describe('an event', () => {
  it('has its effect once, delivered 50 times in parallel', async () => {
    const student = await createUser(app.database);
    await checkout(student, student.pk);
    const { events } = stripe.pay(lastCheckout().id, START, addMonths(START, 1));
    const statuses = await Promise.all(
      Array.from({ length: 50 }, (_, index) => deliver(events[index % 2] as DoubleEvent)),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await grants(student)).toEqual([{ key: 'monthly:2027-12-31', amount: 1 }]);
  });

  it('keeps its effect after a crash between the event and the effect', async () => {
    const student = await createUser(app.database);
    await checkout(student, student.pk);
    const { events } = stripe.pay(lastCheckout().id, START, addMonths(START, 1));
    await app.database.query(
      `ALTER TABLE membership_entries ADD CONSTRAINT crash CHECK (key <> 'monthly:2027-12-31') NOT VALID`,
    );
    expect(await deliver(events[1] as DoubleEvent)).toBe(500);
    expect(await grants(student)).toEqual([]);
    await app.database.query('ALTER TABLE membership_entries DROP CONSTRAINT crash');
    expect(await deliver(events[1] as DoubleEvent)).toBe(200);
    expect(await grants(student)).toHaveLength(1);
  });

  it('grants on the billing dates of the 31st and of a leap day', async () => {
    const student = await createUser(app.database);
    const { subscription } = await subscribe(student);
    for (const month of [2, 3, 4]) await deliver(stripe.renew(subscription, addMonths(START, month)));
    expect((await grants(student)).map(({ key }) => key)).toEqual([
      'monthly:2027-12-31',
      'monthly:2028-01-31',
      'monthly:2028-02-29',
      'monthly:2028-03-31',
    ]);
    app.clock.set(new Date('2028-04-20T00:00:00Z'));
    expect(await me(student)).toMatchObject({
      meetings_remaining: -1,
      current_simplybook_membership: { period_end: '2028-04-30T12:00:00.000Z' },
    });
  });

  it('has the same effect as in a model, for the events of a year in every order, with repeats', async () => {
    const order = fc.array(fc.nat({ max: 40 }), { minLength: 30, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(order, async (picks) => {
        app.clock.set(START);
        const student = await createUser(app.database);
        await checkout(student, student.pk);
        const { subscription, events } = stripe.pay(lastCheckout().id, START, addMonths(START, 1));
        for (let month = 2; month <= 12; month += 1) {
          if (month % 4 === 0) events.push(stripe.fail(subscription));
          events.push(stripe.renew(subscription, addMonths(START, month)));
          if (month % 5 === 0) events.push(stripe.invoicePaid(subscription, 'subscription_update', true));
          events.push(stripe.changed(subscription, {}));
        }
        // Some events more than once and in any order, and then the rest.
        const delivered = [...picks.map((pick) => events[pick % events.length] as DoubleEvent), ...events];
        app.clock.set(addMonths(START, 11));
        for (const event of delivered) await deliver(event);
        const stored = await grants(student);
        expect(stored.map(({ key }) => key)).toEqual(
          Array.from(
            { length: 12 },
            (_, month) => `monthly:${addMonths(START, month).toISOString().slice(0, 10)}`,
          ),
        );
        expect(stored.every(({ amount }) => amount === 1)).toBe(true);
        expect(await me(student)).toMatchObject({
          // And that of the free plan before the first payment.
          spr_reviews_remaining: 2,
          meetings_remaining: -1,
          current_simplybook_membership: { state: 'active', period_end: addMonths(START, 12).toISOString() },
        });
      }),
      { numRuns: 6 },
    );
  }, 90_000);

  it('grants nothing for a proration, an unknown type, or the customer of someone else', async () => {
    const [student, other] = [await createUser(app.database), await createUser(app.database)];
    const { subscription } = await subscribe(student);
    const stolen = { ...subscription, id: 'sub_stolen', customer: 'cus_other' };
    stripe.subscriptions.set(stolen.id, stolen);
    const strange = { ...subscription, id: 'sub_strange', metadata: {}, customer: 'cus_strange' };
    stripe.subscriptions.set(strange.id, strange);
    stolen.period = { start: subscription.period.end, end: subscription.period.end + 86_400 };
    for (const event of [
      stripe.invoicePaid(subscription, 'subscription_update', true),
      stripe.invoicePaid({ ...subscription, period: stolen.period }, 'subscription_cycle', true),
      stripe.invoicePaid(stolen, 'subscription_cycle'),
      stripe.invoicePaid(strange, 'subscription_create'),
      stripe.event('checkout.session.completed', {
        client_reference_id: String(other.pk),
        customer: subscription.customer,
        subscription: subscription.id,
      }),
      stripe.event('customer.created', { id: 'cus_new' }),
    ]) {
      expect(await deliver(event)).toBe(200);
    }
    expect(await grants(student)).toHaveLength(1);
    expect(await grants(other)).toEqual([]);
    expect(await me(other)).toMatchObject({ current_simplybook_membership: { plan: 'free' } });
  });

  it('is refused with a wrong, old or missing signature', async () => {
    const student = await createUser(app.database);
    await checkout(student, student.pk);
    const { events } = stripe.pay(lastCheckout().id, START, addMonths(START, 1));
    const payload = JSON.stringify(events[1]);
    const hourAgo = Math.floor(Date.now() / 1000) - 3600;
    for (const signature of [
      '',
      'nonsense',
      signEvent(`${payload} `),
      signEvent(payload, { timestamp: hourAgo }),
    ]) {
      const response = await fetch(`${app.address}/api/stripe/webhook/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        body: payload,
      });
      expect([response.status, ((await response.json()) as { detail: string }).detail]).toEqual([
        400,
        'The signature is invalid or too old.',
      ]);
    }
    expect(await grants(student)).toEqual([]);
  });
});

describe('a failed payment', () => {
  it('notifies the family, and makes it read-only after 14 days, until it is paid', async () => {
    const { student, parent, mentor, otherParent } = await createFamily(app.database);
    const { subscription } = await subscribe(student);
    const failedAt = addMonths(START, 1);
    app.clock.set(failedAt);
    const failed = stripe.fail(subscription);
    for (let times = 0; times < 3; times += 1) await deliver(failed);
    const mails = await app.database.query<{ to: string }>(
      `SELECT "to" FROM mails WHERE subject = 'Your GoPath payment failed' AND "to" = ANY($1) ORDER BY "to"`,
      [[student.email, parent.email, mentor.email]],
    );
    expect(mails.map(({ to }) => to)).toEqual([parent.email, student.email]);
    expect(await me(student)).toMatchObject({
      access: 'full',
      current_simplybook_membership: { state: 'payment_failed', access_ends_at: '2028-02-14T12:00:00.000Z' },
    });
    const failedPayment = {
      pk: student.pk,
      full_name: student.fullName,
      access_ends_at: '2028-02-14T12:00:00.000Z',
    };
    expect((await me(parent)).failed_payments).toEqual([failedPayment]);
    for (const other of [student, mentor, otherParent]) expect((await me(other)).failed_payments).toEqual([]);
    app.clock.set(new Date('2028-02-14T12:00:00Z'));
    await app.services.memberships.renew();
    expect((await me(parent)).failed_payments).toEqual([]);
    for (const user of [student, parent]) expect((await me(user)).access).toBe('read_only');
    expect((await me(mentor)).access).toBe('full');

    // Payment works with read-only access.
    const client = await app.as(parent);
    const portal = await client.rest('POST', `/api/memberships/${student.pk}/portal/`);
    expect(portal.body.url).toContain(`/portal/${subscription.customer}`);
    await deliver(stripe.renew(subscription, addMonths(START, 3)));
    expect(await me(student)).toMatchObject({
      access: 'full',
      current_simplybook_membership: { state: 'active' },
    });
  });

  it('of an earlier subscription changes nothing', async () => {
    const student = await createUser(app.database);
    const { subscription } = await subscribe(student);
    const earlier = { ...subscription, id: 'sub_earlier' };
    stripe.subscriptions.set(earlier.id, earlier);
    await deliver(stripe.fail(earlier));
    expect(await me(student)).toMatchObject({ current_simplybook_membership: { state: 'active' } });
  });
});

describe('a paid membership', () => {
  it('ends with its period after a cancellation, and can start again', async () => {
    const student = await createUser(app.database);
    const { subscription } = await subscribe(student);
    expect((await checkout(student, student.pk)).body).toMatchObject({ detail: MEMBERSHIP_MESSAGES.paid });
    await deliver(stripe.changed(subscription, { cancel_at_period_end: true }));
    const canceled = {
      state: 'active',
      cancels_at_period_end: true,
      access_ends_at: '2028-01-31T12:00:00.000Z',
    };
    expect(await me(student)).toMatchObject({ access: 'full', current_simplybook_membership: canceled });
    app.clock.set(addMonths(START, 1));
    await deliver(
      stripe.changed(subscription, { status: 'canceled', ended_at: addMonths(START, 1).getTime() / 1000 }),
    );
    await app.services.memberships.renew();
    expect((await me(student)).access).toBe('read_only');
    expect((await checkout(student, student.pk, 'yearly')).status).toBe(200);
    expect(lastCheckout().fields).toMatchObject({ customer: subscription.customer });
    const { events } = stripe.pay(lastCheckout().id, addMonths(START, 1), addMonths(START, 13));
    for (const event of events) await deliver(event);
    expect(await me(student)).toMatchObject({
      access: 'full',
      current_simplybook_membership: { plan: 'yearly', state: 'active' },
    });
  });

  it('is refused with invalid input, for someone else’s student and while the provider is down', async () => {
    const { student, parent, mentor, otherParent } = await createFamily(app.database);
    const invalid = await checkout(student, student.pk, 'forever');
    expect([invalid.status, invalid.body.fields]).toEqual([422, { membership_length: UNKNOWN_LENGTH }]);
    for (const user of [mentor, otherParent]) expect((await checkout(user, student.pk)).status).toBe(404);
    const unpaid = await (await app.as(parent)).rest('POST', `/api/memberships/${student.pk}/portal/`);
    expect([unpaid.status, unpaid.body.detail]).toEqual([409, MEMBERSHIP_MESSAGES.unpaid]);
    stripe.isDown = true;
    expect((await checkout(parent, student.pk)).body.detail).toBe(MEMBERSHIP_MESSAGES.down);
  });
});
