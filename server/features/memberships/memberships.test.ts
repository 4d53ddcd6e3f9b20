import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { READ_ONLY_MESSAGE } from '#shared/kernel/access.ts';
import { payFor } from '#tests/factories/memberships.ts';
import { createFamily, createUser, relate, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
const START = new Date('2026-11-30T12:00:00Z');
beforeEach(() => app.clock.set(START));

const memberships = () => app.services.memberships;
const me = async (user: TestUser) => (await (await app.as(user)).rest('GET', '/api/me/')).body;
const later = (days: number) => new Date(START.getTime() + days * 86_400_000);

/** Creates a student whose first billing date is the start of the tests' clock. */
async function createStudent() {
  const student = await createUser(app.database);
  await app.database.query('UPDATE memberships SET billing_anchor = $2 WHERE student_pk = $1', [
    student.pk,
    START,
  ]);
  return student;
}

const entries = ({ pk }: TestUser, kind: string) =>
  app.database.query<{ entry: string; amount: number; key: string }>(
    'SELECT entry, amount, key FROM membership_entries WHERE student_pk = $1 AND kind = $2 ORDER BY pk',
    [pk, kind],
  );

describe('the membership of a new student', () => {
  // covers: USER-025 USER-026
  it('is free, with two meetings and one review', async () => {
    const student = await createStudent();
    expect(await me(student)).toMatchObject({
      spr_reviews_remaining: 1,
      meetings_remaining: 2,
      current_simplybook_membership: {
        membership_name: 'Free',
        plan: 'free',
        state: 'active',
        period_end: '2027-05-30T12:00:00.000Z',
        cancels_at_period_end: false,
        access_ends_at: null,
      },
    });
    const { parent, mentor } = await createFamily(app.database);
    for (const user of [parent, mentor]) {
      expect(await me(user)).toMatchObject({ meetings_remaining: 0, current_simplybook_membership: null });
    }
  });

  it('grants again on each billing date, once, and unused meetings expire', async () => {
    const student = await createStudent();
    expect(await memberships().use(student.pk, 'meetings', 'meeting:1')).toBe(true);
    expect((await me(student)).meetings_remaining).toBe(1);
    for (const [date, remaining] of [
      ['2026-12-30T11:59:00Z', 1],
      ['2026-12-30T12:00:00Z', 2],
      ['2027-02-28T11:59:00Z', 2],
      ['2027-02-28T12:00:00Z', 2],
    ] as const) {
      app.clock.set(new Date(date));
      for (let times = 0; times < 3; times++) await memberships().renew();
      expect((await me(student)).meetings_remaining, date).toBe(remaining);
    }
    const grants = (await entries(student, 'meetings')).filter(({ entry }) => entry === 'grant');
    expect(grants.map(({ key }) => key)).toEqual([
      'free:2026-11-30',
      'free:2026-12-30',
      'free:2027-01-30',
      'free:2027-02-28',
    ]);
  });
});

describe('the ledger', () => {
  it('uses one for each key, and never more than there are in 50 parallel uses', async () => {
    const student = await createStudent();
    const keys = Array.from({ length: 50 }, (_, index) => `meeting:${index % 25}`);
    const used = await Promise.all(keys.map((key) => memberships().use(student.pk, 'meetings', key)));
    expect(new Set(keys.filter((_, index) => used[index])).size).toBe(2);
    const changes = (await entries(student, 'meetings')).filter(({ entry }) => entry === 'use');
    expect(changes).toHaveLength(2);
    expect((await me(student)).meetings_remaining).toBe(0);
  });

  it('stays unlimited, however much is used', async () => {
    const student = await createStudent();
    await payFor(app.database, student.pk, { length: 'yearly', start: START, end: later(365) });
    const used = await Promise.all(
      Array.from({ length: 50 }, (_, index) => memberships().use(student.pk, 'meetings', `meeting:${index}`)),
    );
    expect(used).toEqual(Array.from({ length: 50 }, () => true));
    expect(await me(student)).toMatchObject({
      meetings_remaining: -1,
      spr_reviews_remaining: 12,
      current_simplybook_membership: { membership_name: 'Yearly', plan: 'yearly' },
    });
  });

  it('refunds a use once, even after its grant expired', async () => {
    const student = await createStudent();
    for (const key of ['a', 'b']) await memberships().use(student.pk, 'meetings', key);
    const refunds = await Promise.all(
      Array.from({ length: 10 }, () => memberships().refund(student.pk, 'meetings', 'a')),
    );
    expect(refunds.filter(Boolean)).toHaveLength(1);
    expect((await me(student)).meetings_remaining).toBe(1);
    expect(await memberships().refund(student.pk, 'meetings', 'never used')).toBe(false);
    app.clock.set(later(31));
    expect((await me(student)).meetings_remaining).toBe(2);
    await memberships().refund(student.pk, 'meetings', 'b');
    expect((await me(student)).meetings_remaining).toBe(3);
  });

  it('cannot be changed', async () => {
    const student = await createStudent();
    await memberships().use(student.pk, 'meetings', 'a');
    await expect(
      app.database.query('UPDATE membership_entries SET amount = 5 WHERE student_pk = $1', [student.pk]),
    ).rejects.toThrow('append-only');
  });

  it('equals a model over every order of uses, refunds, renewals and days', async () => {
    const key = fc.integer({ min: 0, max: 6 });
    const step = fc.oneof(
      fc.record({ kind: fc.constant('use' as const), key }),
      fc.record({ kind: fc.constant('refund' as const), key }),
      fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 40 }) }),
      fc.record({ kind: fc.constant('renew' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        app.clock.set(START);
        const student = await createStudent();
        const model = new Model();
        const actual: unknown[] = [];
        const expected: unknown[] = [];
        for (const given of steps) {
          if (given.kind === 'wait') model.wait(given.days);
          else if (given.kind === 'renew') await memberships().renew();
          else {
            actual.push(await memberships()[given.kind](student.pk, 'meetings', String(given.key)));
            expected.push(model[given.kind](given.key));
          }
          app.clock.set(later(model.days));
          actual.push(await memberships().remaining(student.pk, 'meetings'));
          expected.push(model.remaining());
        }
        expect(actual).toEqual(expected);
      }),
      { numRuns: 25 },
    );
  });
});

/** What is left of each month's two meetings, and of refunds of expired ones. */
class Model {
  days = 0;
  readonly #left = new Map<string, { amount: number; until: Date }>();
  readonly #uses = new Map<number, { grant: string; isRefunded: boolean }>();

  constructor() {
    this.#grant();
  }

  wait(days: number) {
    this.days += days;
    this.#grant();
  }

  use(key: number): boolean {
    if (this.#uses.has(key)) return true;
    const grant = this.#valid().find(([, { amount }]) => amount > 0);
    if (grant === undefined) return false;
    grant[1].amount -= 1;
    this.#uses.set(key, { grant: grant[0], isRefunded: false });
    return true;
  }

  refund(key: number): boolean {
    const use = this.#uses.get(key);
    if (use === undefined || use.isRefunded) return false;
    use.isRefunded = true;
    const grant = this.#left.get(use.grant);
    if (grant !== undefined && grant.until > later(this.days)) grant.amount += 1;
    else this.#left.set(`refund:${key}`, { amount: 1, until: later(this.days + 31) });
    return true;
  }

  remaining(): number {
    return this.#valid().reduce((sum, [, { amount }]) => sum + amount, 0);
  }

  #grant() {
    let index = 0;
    while (billingDate(index + 1) <= later(this.days)) index += 1;
    const key = `month:${index}`;
    if (!this.#left.has(key)) this.#left.set(key, { amount: 2, until: billingDate(index + 1) });
  }

  #valid() {
    return [...this.#left]
      .filter(([, { until }]) => until > later(this.days))
      .sort(([, a], [, b]) => a.until.getTime() - b.until.getTime());
  }
}

/** Returns the billing dates of November 30, written by hand. */
function billingDate(index: number): Date {
  const date = new Date(Date.UTC(2026, 10 + index + 1, 0, 12));
  return date.getUTCDate() > 30 ? new Date(Date.UTC(2026, 10 + index, 30, 12)) : date;
}

describe('between the end of a paid period and its renewal', () => {
  const END = later(30);
  const afterEnd = (hours: number) => app.clock.set(new Date(END.getTime() + hours * 3_600_000));
  afterEach(() => setMeetings(-1));

  const setMeetings = (perMonth: number) =>
    app.database.query(`UPDATE membership_plans SET meetings_per_month = $1 WHERE length = 'monthly'`, [
      perMonth,
    ]);
  const remaining = ({ pk }: TestUser) => memberships().remaining(pk, 'meetings');
  const use = ({ pk }: TestUser, key: string) => memberships().use(pk, 'meetings', key);
  const renewPeriod = ({ pk }: TestUser) =>
    payFor(app.database, pk, { length: 'monthly', start: END, end: later(60) });

  /** Creates a student with a paid month, after the free meetings have expired. */
  async function createPaying() {
    const student = await createUser(app.database);
    await app.database.query('UPDATE memberships SET billing_anchor = $2 WHERE student_pk = $1', [
      student.pk,
      later(-400),
    ]);
    await payFor(app.database, student.pk, { length: 'monthly', start: START, end: END });
    return student;
  }

  it('unlimited meetings continue for two days', async () => {
    const student = await createPaying();
    await memberships().renew();
    for (const hours of [0, 0.5, 47.9]) {
      afterEnd(hours);
      expect(await me(student)).toMatchObject({ meetings_remaining: -1, access: 'full' });
      expect(await use(student, `meeting:${hours}`)).toBe(true);
    }
    afterEnd(48);
    expect(await remaining(student)).toBe(0);
    expect(await use(student, 'late')).toBe(false);
  });

  it('a limited plan has the meetings that are left of the month, and never more than the plan', async () => {
    await setMeetings(3);
    const student = await createPaying();
    expect(await use(student, 'a')).toBe(true);
    afterEnd(1);
    await memberships().renew();
    expect(await remaining(student)).toBe(2);
    expect(await use(student, 'b')).toBe(true);
    // A refund returns the meeting to the same month.
    await memberships().refund(student.pk, 'meetings', 'b');
    expect(await remaining(student)).toBe(2);
    for (const key of ['c', 'd']) expect(await use(student, key)).toBe(true);
    expect([await remaining(student), await use(student, 'e')]).toEqual([0, false]);
    await renewPeriod(student);
    expect(await remaining(student)).toBe(3);
    for (const key of ['f', 'g', 'h', 'i']) await use(student, key);
    const uses = (await entries(student, 'meetings')).filter(({ entry }) => entry === 'use');
    expect(uses.map(({ key }) => key)).toEqual(['a', 'b', 'c', 'd', 'f', 'g', 'h']);
  });

  it('unused meetings of the month expire when the renewal arrives', async () => {
    await setMeetings(3);
    const student = await createPaying();
    await memberships().renew();
    afterEnd(1);
    expect(await remaining(student)).toBe(3);
    await renewPeriod(student);
    expect(await remaining(student)).toBe(3);
  });

  it.each(['cancels_at_period_end = true', 'payment_failed_at = period_end'])(
    'there are no meetings if %s',
    async (change) => {
      const student = await createPaying();
      await memberships().renew();
      await app.database.execute(`UPDATE memberships SET ${change} WHERE student_pk = ${student.pk}`);
      afterEnd(0);
      expect([await remaining(student), await use(student, 'a')]).toEqual([0, false]);
    },
  );
});

describe('a membership whose paid time and grace are over', () => {
  it('makes the student and the parents read-only, and nobody else', async () => {
    const family = await createFamily(app.database);
    const { student, parent, mentor } = family;
    await payFor(app.database, student.pk, { length: 'monthly', start: later(-20), end: later(10) });
    app.clock.set(later(23));
    await memberships().renew();
    expect(await me(student)).toMatchObject({ access: 'full' });
    app.clock.set(later(24));
    await memberships().renew();
    expect(await me(student)).toMatchObject({
      access: 'read_only',
      current_simplybook_membership: { state: 'lapsed' },
    });
    const write = await (await app.as(student)).rest('POST', '/api/lists/', { name: 'Plans' });
    expect([write.status, write.body.detail]).toEqual([403, READ_ONLY_MESSAGE]);
    expect((await me(parent)).access).toBe('read_only');
    expect((await me(mentor)).access).toBe('full');

    // A second child with a membership keeps the parent's access, and a removed relation too.
    await relate(app.database, family.otherStudent, parent);
    expect((await me(parent)).access).toBe('full');
    await app.database.query('DELETE FROM relations WHERE student_pk = $1 AND user_pk = $2', [
      family.otherStudent.pk,
      parent.pk,
    ]);
    expect((await me(parent)).access).toBe('read_only');
    await app.database.query('UPDATE memberships SET lapsed_at = NULL WHERE student_pk = $1', [student.pk]);
    for (const user of [student, parent]) expect((await me(user)).access).toBe('full');
  });

  it('is never one of the free plan', async () => {
    const student = await createStudent();
    app.clock.set(later(4000));
    await memberships().renew();
    expect((await me(student)).access).toBe('full');
  });
});
