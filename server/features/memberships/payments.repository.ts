import type { MembershipLength } from '#shared/memberships/responses.ts';
import type { Database } from '../../db/database.ts';
import type { PaidInvoice } from './stripe.ts';

/** The SQL of events of the payment provider, and of what they change: paid periods, subscriptions, sign-ups. */
export class PaymentsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Stores an event. Another process with the same event waits. @returns whether it is new */
  async insertEvent(id: string, type: string, at: Date): Promise<boolean> {
    const rows = await this.#database.query(
      `INSERT INTO stripe_events (id, type, received_at) VALUES ($1, $2, $3)
      ON CONFLICT DO NOTHING RETURNING id`,
      [id, type, at],
    );
    return rows.length > 0;
  }

  /** Returns when an event was stored; undefined when it was not. */
  async receivedAt(id: string): Promise<Date | undefined> {
    const [row] = await this.#database.query<{ at: Date }>(
      'SELECT received_at AS at FROM stripe_events WHERE id = $1',
      [id],
    );
    return row?.at;
  }

  /** Connects a membership with the customer and subscription of its first payment. */
  async link(studentPk: number, customerId: string, subscriptionId: string): Promise<void> {
    await this.#database.query(
      `UPDATE memberships SET stripe_customer_id = $2, stripe_subscription_id = $3 WHERE student_pk = $1`,
      [studentPk, customerId, subscriptionId],
    );
  }

  /** Returns the email addresses of staff who manage memberships. */
  staff(): Promise<{ pk: number; email: string }[]> {
    return this.#database.query(
      `SELECT pk, email FROM users WHERE role = 'mentor' AND disabled_at IS NULL
        AND pk IN (SELECT user_pk FROM user_permissions WHERE permission = 'memberships.manage_membership')`,
      [],
    );
  }

  /** Completes the sign-up of a student, so that its link cannot be used again. */
  async completeSignUp(studentPk: number, at: Date): Promise<void> {
    await this.#database.query(
      `UPDATE continued_sign_ups SET completed_at = $2 WHERE user_pk = $1 AND completed_at IS NULL`,
      [studentPk, at],
    );
  }

  /** Starts a paid period, unless a later one is stored. */
  async setPeriod(
    studentPk: number,
    { length, start, end }: { length: MembershipLength; start: Date; end: Date },
  ): Promise<void> {
    await this.#database.query(
      `UPDATE memberships SET plan_length = $2, billing_anchor = $3, period_start = $3, period_end = $4
      WHERE student_pk = $1 AND (period_end IS NULL OR period_end < $4)`,
      [studentPk, length, start, end],
    );
  }

  /** Stores the state of the subscription as read at a time, unless a later one is stored. */
  async setState(
    studentPk: number,
    state: { isPaid: boolean; cancelsAtPeriodEnd: boolean; endedAt: Date | null; readAt: Date; now: Date },
  ): Promise<void> {
    await this.#database.query(
      `UPDATE memberships SET cancels_at_period_end = $2,
        payment_failed_at = CASE WHEN $3 THEN NULL WHEN $2 THEN payment_failed_at
          ELSE coalesce(payment_failed_at, $6) END,
        lapsed_at = CASE WHEN $3 AND period_end > $6 THEN NULL ELSE lapsed_at END,
        period_end = CASE WHEN $4::timestamptz > period_start THEN least(period_end, $4) ELSE period_end END,
        payment_read_at = $5
      WHERE student_pk = $1 AND (payment_read_at IS NULL OR payment_read_at <= $5)`,
      [studentPk, state.cancelsAtPeriodEnd, state.isPaid, state.endedAt, state.readAt, state.now],
    );
  }

  /** Ends the current period when its payment was returned; the grace starts. */
  async endPaidPeriod(
    studentPk: number,
    { subscriptionId, lines }: PaidInvoice,
    returnedAt: Date,
  ): Promise<void> {
    await this.#database.query(
      `UPDATE memberships SET period_end = greatest(least(period_end, $2), period_start + interval '1 second'),
        payment_failed_at = coalesce(payment_failed_at, $2)
      WHERE student_pk = $1 AND stripe_subscription_id = $3 AND period_start = ANY ($4::timestamptz[])`,
      [studentPk, returnedAt, subscriptionId, lines.map(({ start }) => start)],
    );
  }

  /** Returns the email addresses of a student and the parents, to notify them of a failed payment. */
  family(studentPk: number): Promise<{ pk: number; email: string; student: string }[]> {
    return this.#database.query(
      `SELECT person.pk, person.email, student.full_name AS "student"
      FROM users AS student JOIN users AS person ON person.pk = student.pk OR person.pk IN (
        SELECT user_pk FROM relations WHERE student_pk = student.pk AND kind = 'parent')
      WHERE student.pk = $1 AND person.disabled_at IS NULL`,
      [studentPk],
    );
  }
}
