import type { Database } from '../../db/database.ts';

/** A member of the family of a person whose account is deleted. */
export interface FamilyMember {
  pk: number;
  email: string;
  fullName: string;
  timeZone: string;
}

/** A requested deletion of an account. */
export interface DeletionRow {
  userPk: number;
  requesterPk: number;
  requestedAt: Date;
  dueAt: Date;
}

const SELECT = `SELECT user_pk AS "userPk", requester_pk AS "requesterPk", requested_at AS "requestedAt",
  due_at AS "dueAt" FROM deletion_requests`;

/** The SQL of requested deletions. */
export class DeletionsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(userPk: number): Promise<DeletionRow | undefined> {
    const [row] = await this.#database.query<DeletionRow>(`${SELECT} WHERE user_pk = $1`, [userPk]);
    return row;
  }

  /** Locks a request, so that a withdrawal waits for this transaction. @returns when it was made; undefined without one */
  async lock(userPk: number): Promise<Date | undefined> {
    const [row] = await this.#database.query<{ requestedAt: Date }>(
      'SELECT requested_at AS "requestedAt" FROM deletion_requests WHERE user_pk = $1 FOR SHARE',
      [userPk],
    );
    return row?.requestedAt;
  }

  /** Stores a request. @returns false when the deletion was requested already */
  async insert({ userPk, requesterPk, requestedAt, dueAt }: DeletionRow): Promise<boolean> {
    const rows = await this.#database.query(
      `INSERT INTO deletion_requests (user_pk, requester_pk, requested_at, due_at) VALUES ($1, $2, $3, $4)
      ON CONFLICT DO NOTHING RETURNING user_pk`,
      [userPk, requesterPk, requestedAt, dueAt],
    );
    return rows.length > 0;
  }

  /** Removes a request that is not due. @returns when it was made; undefined when there was none, or it is due */
  async withdraw(userPk: number, now: Date): Promise<Date | undefined> {
    const [row] = await this.#database.query<{ requestedAt: Date }>(
      'DELETE FROM deletion_requests WHERE user_pk = $1 AND due_at > $2 RETURNING requested_at AS "requestedAt"',
      [userPk, now],
    );
    return row?.requestedAt;
  }

  /** Removes a person's request that is not due, if this requester made it. @returns when it was made */
  async withdrawRequestOf(requesterPk: number, userPk: number, now: Date): Promise<Date | undefined> {
    const [row] = await this.#database.query<{ requestedAt: Date }>(
      `DELETE FROM deletion_requests WHERE requester_pk = $1 AND user_pk = $2 AND due_at > $3
      RETURNING requested_at AS "requestedAt"`,
      [requesterPk, userPk, now],
    );
    return row?.requestedAt;
  }

  /** Returns which of these emails were queued. @param keys of the emails */
  async queuedMails(keys: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.#database.query<{ key: string }>(
      'SELECT key FROM mails WHERE key = ANY($1::text[])',
      [keys],
    );
    return new Set(rows.map(({ key }) => key));
  }

  /**
   * Removes a due request. Its row stays locked until the transaction ends, so that a withdrawal at the same time waits
   * and then finds nothing.
   * @returns who requested it; undefined when it is not due or was withdrawn
   */
  async removeDue(userPk: number, now: Date): Promise<number | undefined> {
    const [row] = await this.#database.query<{ requesterPk: number }>(
      'DELETE FROM deletion_requests WHERE user_pk = $1 AND due_at <= $2 RETURNING requester_pk AS "requesterPk"',
      [userPk, now],
    );
    return row?.requesterPk;
  }

  /** Returns the people whose grace period is over. */
  async listDue(now: Date): Promise<number[]> {
    const rows = await this.#database.query<{ userPk: number }>(
      'SELECT user_pk AS "userPk" FROM deletion_requests WHERE due_at <= $1 ORDER BY due_at, user_pk',
      [now],
    );
    return rows.map(({ userPk }) => userPk);
  }

  /**
   * Returns the permissions that nobody else with an enabled account and no requested deletion has. Locks the holders
   * of the person's permissions until the transaction ends, so that two of them cannot leave at the same time. Outside
   * a transaction, the result can change at once.
   */
  async lastHeldPermissions(userPk: number): Promise<string[]> {
    await this.#database.query(
      `SELECT FROM users WHERE pk IN (SELECT user_pk FROM user_permissions WHERE permission IN
        (SELECT permission FROM user_permissions WHERE user_pk = $1)) ORDER BY pk FOR UPDATE`,
      [userPk],
    );
    const rows = await this.#database.query<{ permission: string }>(
      `SELECT permission FROM user_permissions AS held WHERE user_pk = $1 AND NOT EXISTS (
        SELECT FROM user_permissions AS other JOIN users ON users.pk = other.user_pk
        WHERE other.permission = held.permission AND other.user_pk <> $1 AND disabled_at IS NULL
          AND NOT EXISTS (SELECT FROM deletion_requests AS request WHERE request.user_pk = other.user_pk))
      ORDER BY permission`,
      [userPk],
    );
    return rows.map(({ permission }) => permission);
  }

  /** Finds the student with an email address who has never signed in. */
  async studentWithoutSignIn(email: string): Promise<number | undefined> {
    const [row] = await this.#database.query<{ pk: number }>(
      `SELECT pk FROM users WHERE lower(email) = lower($1) AND role = 'student' AND issuer IS NULL`,
      [email],
    );
    return row?.pk;
  }

  /** Returns who is notified of a requested deletion: the person and their parents. */
  async familyOf(userPk: number): Promise<FamilyMember[]> {
    return this.#database.query(
      `SELECT pk, email, full_name AS "fullName", time_zone AS "timeZone" FROM users
      WHERE disabled_at IS NULL AND (pk = $1
        OR pk IN (SELECT user_pk FROM relations WHERE student_pk = $1 AND kind = 'parent')) ORDER BY pk`,
      [userPk],
    );
  }
}
