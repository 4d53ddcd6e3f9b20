import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MEMBERSHIP_MESSAGES } from '#shared/memberships/schema.ts';
import { payFor } from '#tests/factories/memberships.ts';
import { createFamily, createUser, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';

let app: TestApp;
let staff: TestUser;
beforeAll(async () => {
  app = await startTestApp();
  staff = await createUser(app.database, { role: 'mentor', permissions: ['memberships.manage_membership'] });
});
afterAll(() => app.close());

const get = async (user: TestUser, path: string) =>
  (await app.as(user)).rest('GET', `/api/memberships/${path}`);
const correct = async (user: TestUser, pk: number, body: object) =>
  (await app.as(user)).rest('POST', `/api/memberships/${pk}/corrections/`, body);
const namesIn = (body: { memberships: { student: { full_name: string } }[] }) =>
  body.memberships.map(({ student }) => student.full_name);

describe('the list of memberships', () => {
  it('is sorted by name, paged, and filtered by name and state', async () => {
    const people = [];
    for (const firstName of ['Aaron', 'Bea', 'Cleo']) {
      people.push(await createUser(app.database, { firstName, lastName: 'Zephyr' }));
    }
    await app.database.query('UPDATE memberships SET payment_failed_at = now() WHERE student_pk = $1', [
      people[1]?.pk,
    ]);
    const first = await get(staff, '?query=zephyr&first=2');
    expect(namesIn(first.body)).toEqual(['Aaron Zephyr', 'Bea Zephyr']);
    const second = await get(staff, `?query=zephyr&first=2&after=${first.body.next}`);
    expect([namesIn(second.body), second.body.next]).toEqual([['Cleo Zephyr'], null]);
    const failed = await get(staff, '?state=payment_failed');
    expect(namesIn(failed.body)).toEqual(['Bea Zephyr']);
    expect((await get(staff, '?state=unknown')).status).toBe(422);
  });

  it('is exported as CSV without formulas', async () => {
    await createUser(app.database, { firstName: '=HYPERLINK("x")', lastName: 'Formula' });
    const { body, headers } = await get(staff, 'export/?query=Formula');
    expect(headers.get('content-type')).toContain('text/csv');
    expect(body).toContain(`"'=HYPERLINK(""x"") Formula"`);
  });
});

describe('a correction', () => {
  it('grants and removes with a reason, once for each key, and is in the audit log', async () => {
    const { student, parent } = await createFamily(app.database);
    const body = { kind: 'meetings', amount: 3, note: 'Missed meeting', idempotency_key: randomUUID() };
    for (let times = 0; times < 2; times += 1) {
      expect((await correct(staff, student.pk, body)).body).toMatchObject({ meetings_remaining: 5 });
    }
    const removed = await correct(staff, student.pk, { kind: 'meetings', amount: -4, note: 'Granted twice' });
    expect(removed.body.meetings_remaining).toBe(1);
    expect(removed.body.entries[0]).toMatchObject({ reason: 'Granted twice', actor: staff.fullName });
    const tooMany = await correct(staff, student.pk, { kind: 'meetings', amount: -2, note: 'Again' });
    expect([tooMany.status, tooMany.body.fields]).toEqual([
      422,
      { amount: 'There is only 1 left to remove.' },
    ]);
    const events = await app.database.query(
      `SELECT actor_pk AS actor, detail FROM security_events WHERE kind = 'membership_corrected' AND subject_pk = $1`,
      [student.pk],
    );
    expect(events).toEqual([
      { actor: staff.pk, detail: 'meetings' },
      { actor: staff.pk, detail: 'meetings' },
    ]);

    // The family reads the ledger, without the notes of staff.
    for (const user of [student, parent]) {
      const { body: seen } = await get(user, `${student.pk}/`);
      expect(seen).toMatchObject({ meetings_remaining: 1, reviews_remaining: 1, plans: [] });
      expect(seen.entries[0]).toMatchObject({ reason: 'Correction by staff', actor: null });
    }
  });

  it('is refused with invalid input, and for an unlimited membership', async () => {
    const student = await createUser(app.database);
    const valid = { kind: 'meetings', amount: 1, note: 'Reason' };
    for (const [wrong, field, message] of [
      [{ amount: 0 }, 'amount', MEMBERSHIP_MESSAGES.amount],
      [{ amount: 1.5 }, 'amount', MEMBERSHIP_MESSAGES.amount],
      [{ amount: 101 }, 'amount', MEMBERSHIP_MESSAGES.amount],
      [{ note: ' ' }, 'note', MEMBERSHIP_MESSAGES.note],
    ] as const) {
      const { status, body } = await correct(staff, student.pk, { ...valid, ...wrong });
      expect([status, body.fields?.[field]], JSON.stringify(wrong)).toEqual([422, message]);
    }
    const now = Date.now();
    await payFor(app.database, student.pk, {
      length: 'monthly',
      start: new Date(now - 1000),
      end: new Date(now + 86_400_000),
    });
    expect((await correct(staff, student.pk, valid)).body.fields).toEqual({
      kind: MEMBERSHIP_MESSAGES.unlimited,
    });
    expect((await correct(staff, staff.pk, valid)).status).toBe(404);
  });
});

it('payment is refused without payment settings', async () => {
  const student = await createUser(app.database);
  const client = await app.as(student);
  const { status, body } = await client.rest('POST', `/api/memberships/${student.pk}/checkout/`, {});
  expect([status, body.detail]).toEqual([403, MEMBERSHIP_MESSAGES.off]);
});

describe('the plans', () => {
  const PLAN = {
    name: 'Monthly plus',
    price_cents: 12_900,
    months: 1,
    meetings_per_month: 8,
    reviews_per_period: 2,
  };
  const put = async (length: string, body: object) =>
    (await app.as(staff)).rest('PUT', `/api/membership_plans/${length}/`, body);

  it('are changed by staff, which is in the audit log; only the next grants use the changed plan', async () => {
    const { body } = await (await app.as(staff)).rest('GET', '/api/membership_plans/');
    expect(body.plans.map(({ length }: { length: string }) => length)).toEqual(['free', 'monthly', 'yearly']);
    expect(body.plans[0].students).toBeGreaterThan(0);
    const changed = await put('monthly', PLAN);
    expect(changed.body.plans[1]).toMatchObject(PLAN);
    const student = await createUser(app.database);
    const now = Date.now();
    await payFor(app.database, student.pk, {
      length: 'monthly',
      start: new Date(now - 1000),
      end: new Date(now + 86_400_000),
    });
    const { body: detail } = await get(student, `${student.pk}/`);
    expect(detail).toMatchObject({ current_plan: PLAN, meetings_remaining: 8, reviews_remaining: 2 });
    const events = await app.database.query(
      "SELECT actor_pk AS actor, detail FROM security_events WHERE kind = 'membership_plan_changed'",
    );
    expect(events).toEqual([{ actor: staff.pk, detail: 'monthly' }]);
  });

  it('are not changed by invalid input, and the free plan stays free', async () => {
    for (const [length, wrong, field, message] of [
      ['monthly', { name: ' ' }, 'name', MEMBERSHIP_MESSAGES.planName],
      ['monthly', { price_cents: 49 }, 'price_cents', MEMBERSHIP_MESSAGES.price],
      ['monthly', { price_cents: 99.5 }, 'price_cents', MEMBERSHIP_MESSAGES.price],
      ['free', { price_cents: 50 }, 'price_cents', MEMBERSHIP_MESSAGES.price],
      ['monthly', { months: 0 }, 'months', MEMBERSHIP_MESSAGES.months],
      ['monthly', { meetings_per_month: -2 }, 'meetings_per_month', MEMBERSHIP_MESSAGES.included],
      ['monthly', { reviews_per_period: 1001 }, 'reviews_per_period', MEMBERSHIP_MESSAGES.included],
    ] as const) {
      const { status, body } = await put(length, { ...PLAN, ...wrong });
      expect([status, body.fields?.[field]], JSON.stringify(wrong)).toEqual([422, message]);
    }
    expect((await put('forever', PLAN)).status).toBe(404);
  });
});
