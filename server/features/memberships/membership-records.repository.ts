import type { LedgerKind } from '#shared/memberships/billing.ts';
import type { MembershipState } from '#shared/memberships/responses.ts';
import type { Database } from '../../db/database.ts';
import { containing } from '../../db/like.ts';

/** A membership in the list of staff. */
export interface ListedRow {
  pk: number;
  fullName: string;
  planName: string;
  periodEnd: Date | null;
  paymentFailedAt: Date | null;
  lapsedAt: Date | null;
}

/** The filter and page of the list of memberships. */
interface ListQuery {
  state: MembershipState | null;
  query: string;
  after: readonly [fullName: string, pk: number] | null;
  limit: number;
}

/** An entry of the ledger with the person who made it. */
export interface EntryRow {
  pk: number;
  kind: LedgerKind;
  entry: 'grant' | 'use' | 'refund' | 'correction';
  key: string;
  amount: number;
  grantPk: number | null;
  note: string;
  actor: string | null;
  createdAt: Date;
}

const IN_STATE: Record<MembershipState, string> = {
  lapsed: 'memberships.lapsed_at IS NOT NULL',
  payment_failed: 'memberships.payment_failed_at IS NOT NULL AND memberships.lapsed_at IS NULL',
  active: 'memberships.payment_failed_at IS NULL AND memberships.lapsed_at IS NULL',
};

/** Memberships and ledger entries as staff and families read them. */
export class MembershipRecordsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Lists memberships by the student's name. */
  list({ state, query, after, limit }: ListQuery): Promise<ListedRow[]> {
    const values: unknown[] = [];
    const bind = (value: unknown) => `$${values.push(value)}`;
    // Conditions that are not needed are left out, so that the others can use their indexes.
    const conditions = [
      'true',
      ...(state === null ? [] : [IN_STATE[state]]),
      ...(query === '' ? [] : [`users.full_name ILIKE ${bind(containing(query))}`]),
      ...(after === null
        ? []
        : [`(users.full_name, users.pk) > (${bind(after[0])}::text, ${bind(after[1])}::int)`]),
    ].join(' AND ');
    return this.#database.search(
      `SELECT users.pk, users.full_name AS "fullName", plan.name AS "planName", period_end AS "periodEnd",
        payment_failed_at AS "paymentFailedAt", lapsed_at AS "lapsedAt"
      FROM memberships JOIN users ON users.pk = memberships.student_pk
        JOIN membership_plans AS plan ON plan.length = memberships.plan_length
      WHERE ${conditions} ORDER BY users.full_name, users.pk LIMIT ${bind(limit)}`,
      values,
    );
  }

  async nameOf(studentPk: number): Promise<string | undefined> {
    const [row] = await this.#database.query<{ fullName: string }>(
      'SELECT full_name AS "fullName" FROM users WHERE pk = $1',
      [studentPk],
    );
    return row?.fullName;
  }

  /** Returns the newest entries of a student. */
  entries(studentPk: number, limit: number): Promise<EntryRow[]> {
    return this.#database.query(
      `SELECT entry.pk::int, entry.kind, entry.entry, entry.key, entry.amount, entry.grant_pk::int AS "grantPk",
        entry.note, actor.full_name AS "actor", entry.created_at AS "createdAt"
      FROM membership_entries AS entry LEFT JOIN users AS actor ON actor.pk = entry.actor_pk
      WHERE entry.student_pk = $1 ORDER BY entry.pk DESC LIMIT $2`,
      [studentPk, limit],
    );
  }

  /** Appends a grant by staff, which does not expire. */
  async insertManualGrant(grant: {
    studentPk: number;
    kind: LedgerKind;
    key: string;
    amount: number;
    actorPk: number;
    note: string;
    at: Date;
  }): Promise<void> {
    await this.#database.query(
      `INSERT INTO membership_entries (student_pk, kind, entry, key, amount, actor_pk, note, created_at)
      VALUES ($1, $2, 'correction', $3, $4, $5, $6, $7)`,
      [grant.studentPk, grant.kind, grant.key, grant.amount, grant.actorPk, grant.note, grant.at],
    );
  }
}
