import type { Grant, LedgerKind } from '#shared/memberships/billing.ts';
import type { Plan } from '#shared/memberships/plans.ts';
import type { MembershipLength } from '#shared/memberships/responses.ts';
import type { PlanInput } from '#shared/memberships/schema.ts';
import type { Database } from '../../db/database.ts';

/** A student's membership with its plan. */
export interface MembershipRow {
  studentPk: number;
  plan: Plan;
  billingAnchor: Date;
  periodStart: Date | null;
  periodEnd: Date | null;
  cancelsAtPeriodEnd: boolean;
  paymentFailedAt: Date | null;
  lapsedAt: Date | null;
  stripeCustomerId: string | null;
  stripeSubscriptionId: string | null;
}

/** A stored grant and what is left of it; -1 without a limit. */
export interface GrantRow {
  pk: number;
  kind: LedgerKind;
  key: string;
  entry: 'grant' | 'correction';
  left: number;
}

/** A use of a grant. */
export interface UseRow {
  key: string;
  grantPk: number;
  grantEndsAt: Date | null;
  /** Whether the grant has no limit. */
  isUnlimited: boolean;
  isRefunded: boolean;
}

/** A membership in the booking system. */
export interface BookingSystemMembership {
  studentPk: number;
  name: string;
  periodEnd: Date;
  /** The meetings that are left; -1 without a limit. */
  left: number;
}

const MEMBERSHIP = `
  SELECT memberships.student_pk AS "studentPk", billing_anchor AS "billingAnchor", period_start AS "periodStart",
    period_end AS "periodEnd", cancels_at_period_end AS "cancelsAtPeriodEnd", payment_failed_at AS "paymentFailedAt",
    lapsed_at AS "lapsedAt", stripe_customer_id AS "stripeCustomerId",
    stripe_subscription_id AS "stripeSubscriptionId",
    json_build_object('length', plan.length, 'name', plan.name, 'priceCents', plan.price_cents,
      'currency', plan.currency, 'months', plan.months, 'meetingsPerMonth', plan.meetings_per_month,
      'reviewsPerPeriod', plan.reviews_per_period) AS "plan"
  FROM memberships JOIN membership_plans AS plan ON plan.length = memberships.plan_length`;

const PLAN_COLUMNS = `length, name, price_cents AS "priceCents", currency, months,
  meetings_per_month AS "meetingsPerMonth", reviews_per_period AS "reviewsPerPeriod"`;

/** The SQL of plans, memberships and the ledger of their grants. */
export class MembershipsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns all plans, the cheapest first. */
  plans(): Promise<Plan[]> {
    return this.#database.query(`SELECT ${PLAN_COLUMNS} FROM membership_plans ORDER BY price_cents`, []);
  }

  /** Returns the plan of a length. */
  async plan(length: MembershipLength): Promise<Plan> {
    const plan = (await this.plans()).find((one) => one.length === length);
    if (plan === undefined) throw new Error(`There is no plan ${length}.`);
    return plan;
  }

  /** Returns all plans with the number of their students, the cheapest first. */
  plansWithStudents(): Promise<(Plan & { students: number })[]> {
    return this.#database.query(
      `SELECT ${PLAN_COLUMNS},
        (SELECT count(*)::int FROM memberships WHERE plan_length = length) AS students
      FROM membership_plans ORDER BY price_cents`,
      [],
    );
  }

  /** Changes a plan, for its next grants and payments. */
  async setPlan(length: MembershipLength, plan: PlanInput): Promise<void> {
    await this.#database.query(
      `UPDATE membership_plans SET name = $2, price_cents = $3, months = $4, meetings_per_month = $5,
        reviews_per_period = $6
      WHERE length = $1`,
      [length, plan.name, plan.price_cents, plan.months, plan.meetings_per_month, plan.reviews_per_period],
    );
  }

  /** Finds the membership of a student, and locks it until the transaction ends. */
  async findLocked(studentPk: number): Promise<MembershipRow | undefined> {
    // In a separate statement: a statement that waits for the lock would still join the old plan, and find no row.
    await this.#database.query('SELECT FROM memberships WHERE student_pk = $1 FOR UPDATE', [studentPk]);
    return this.find(studentPk);
  }

  /** Finds the membership of a student. */
  async find(studentPk: number): Promise<MembershipRow | undefined> {
    const [row] = await this.#database.query<MembershipRow>(
      `${MEMBERSHIP} WHERE memberships.student_pk = $1`,
      [studentPk],
    );
    return row;
  }

  /** Returns the memberships of students whose last payment failed, and which have not lapsed yet. */
  withFailedPayment(studentPks: readonly number[]): Promise<MembershipRow[]> {
    return this.#database.query(
      `${MEMBERSHIP} WHERE memberships.student_pk = ANY($1::int[])
        AND payment_failed_at IS NOT NULL AND lapsed_at IS NULL`,
      [studentPks],
    );
  }

  /** Finds the valid memberships of students in the booking system. */
  inBookingSystem(
    studentPks: readonly number[],
    company: string,
    now: Date,
  ): Promise<BookingSystemMembership[]> {
    return this.#database.query(
      `SELECT student_pk AS "studentPk", name, period_end AS "periodEnd", meetings_left AS "left"
      FROM simplybook_memberships WHERE student_pk = ANY($1::int[]) AND company = $2 AND period_end > $3`,
      [studentPks, company, now],
    );
  }

  /** Returns memberships by student, after a student. */
  page(afterPk: number, limit: number): Promise<MembershipRow[]> {
    return this.#database.query(
      `${MEMBERSHIP} WHERE memberships.student_pk > $1 ORDER BY memberships.student_pk LIMIT $2`,
      [afterPk, limit],
    );
  }

  /** Returns the valid grants of a student; the one to use first is first. */
  grants(studentPk: number, now: Date): Promise<GrantRow[]> {
    return this.#database.query(
      `SELECT granted.pk::int, granted.kind, granted.key, granted.entry,
        CASE WHEN granted.amount = -1 THEN -1
          ELSE granted.amount + coalesce((SELECT sum(amount) FROM membership_entries WHERE grant_pk = granted.pk), 0)
        END::int AS "left"
      FROM membership_entries AS granted
      WHERE granted.student_pk = $1 AND granted.grant_pk IS NULL
        AND (granted.valid_until > $2 OR granted.valid_until IS NULL)
      ORDER BY granted.amount = -1 DESC, granted.valid_until NULLS LAST, granted.pk`,
      [studentPk, now],
    );
  }

  /** Stores grants of a student, see {@link insertGrants}. */
  insertGrantsOf(studentPk: number, grants: readonly Grant[], at: Date): Promise<void> {
    const ofStudent = grants.map((grant) => ({ ...grant, studentPk }));
    return this.insertGrants(ofStudent, at);
  }

  /** Stores grants of students. A known key changes nothing. */
  async insertGrants(grants: readonly (Grant & { studentPk: number })[], at: Date): Promise<void> {
    if (grants.length === 0) return;
    await this.#database.query(
      `INSERT INTO membership_entries (student_pk, kind, entry, key, amount, valid_until, created_at)
      SELECT student_pk, kind, 'grant', key, amount, valid_until, $6
      FROM unnest($1::int[], $2::text[], $3::text[], $4::int[], $5::timestamptz[])
        AS grants (student_pk, kind, key, amount, valid_until)
      ON CONFLICT (student_pk, kind, entry, key) DO NOTHING`,
      [
        grants.map(({ studentPk }) => studentPk),
        grants.map(({ kind }) => kind),
        grants.map(({ key }) => key),
        grants.map(({ amount }) => amount),
        grants.map(({ validUntil }) => validUntil),
        at,
      ],
    );
  }

  /** Finds a use by its key, with its refund. */
  async findUse(studentPk: number, kind: LedgerKind, key: string): Promise<UseRow | undefined> {
    const [row] = await this.findUses(kind, [{ studentPk, key }]);
    return row;
  }

  /** Finds uses by their keys, with their refunds. */
  findUses(kind: LedgerKind, uses: readonly { studentPk: number; key: string }[]): Promise<UseRow[]> {
    return this.#database.query(
      `SELECT used.key, used.grant_pk::int AS "grantPk", granted.valid_until AS "grantEndsAt",
        granted.amount = -1 AS "isUnlimited", EXISTS (
          SELECT FROM membership_entries AS refund WHERE refund.student_pk = used.student_pk
            AND refund.kind = used.kind AND refund.entry = 'refund' AND refund.key = used.key) AS "isRefunded"
      FROM unnest($2::int[], $3::text[]) AS wanted (student_pk, key)
      JOIN membership_entries AS used ON used.student_pk = wanted.student_pk AND used.kind = $1
        AND used.entry = 'use' AND used.key = wanted.key
      JOIN membership_entries AS granted ON granted.pk = used.grant_pk`,
      [kind, uses.map(({ studentPk }) => studentPk), uses.map(({ key }) => key)],
    );
  }

  /** Appends an entry that changes a grant. */
  async insertChange(entry: {
    studentPk: number;
    kind: LedgerKind;
    entry: 'use' | 'refund' | 'correction';
    key: string;
    amount: number;
    grantPk: number;
    at: Date;
    actorPk?: number;
    note?: string;
  }): Promise<void> {
    await this.#database.query(
      `INSERT INTO membership_entries (student_pk, kind, entry, key, amount, grant_pk, created_at, actor_pk, note)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        entry.studentPk,
        entry.kind,
        entry.entry,
        entry.key,
        entry.amount,
        entry.grantPk,
        entry.at,
        entry.actorPk ?? null,
        entry.note ?? '',
      ],
    );
  }

  /** Makes families read-only when their paid period and grace period are over. The rule is `accessEndsAt`. */
  async lapse(now: Date, graceDays: number): Promise<void> {
    await this.#database.query(
      `UPDATE memberships SET lapsed_at = $1 WHERE plan_length <> 'free' AND lapsed_at IS NULL AND $1 >= CASE
        WHEN payment_failed_at IS NOT NULL
          THEN greatest(period_end, payment_failed_at + make_interval(hours => 24 * $2))
        WHEN cancels_at_period_end THEN period_end
        ELSE period_end + make_interval(hours => 24 * $2) END`,
      [now, graceDays],
    );
  }
}
