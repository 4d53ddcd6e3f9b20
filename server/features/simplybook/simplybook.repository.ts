import type { ConnectionError, Problem, ProblemKind } from '#shared/connections/responses.ts';
import type { Role } from '#shared/kernel/roles.ts';
import type { Database } from '../../db/database.ts';

/** A sync of the bookings of some days; it continues at its page after an interruption. */
export interface Pass {
  kind: 'near' | 'all';
  /** Days in the company's time zone. */
  from: string;
  to: string;
  page: number;
  /** The number of its first read: bookings with an older one were not listed. */
  firstRead: number;
}

/** The state of the connection. */
export interface ConnectionRow {
  succeededAt: Date | null;
  failingSince: Date | null;
  failures: number;
  error: ConnectionError | null;
  syncedAt: Date | null;
  syncedAllAt: Date | null;
  isSyncing: boolean;
  callsToday: number;
  problems: number;
}

/** A person with a verified email address. */
export interface VerifiedPerson {
  pk: number;
  role: Role;
  email: string;
}

type PersonKind = 'provider' | 'client';

const MAX_PROBLEMS = 50;

/** The connection to SimplyBook.me and its people; see also the repositories of bookings and requests. */
export class SimplybookRepository {
  readonly #database: Database;
  readonly #company: string;

  constructor(database: Database, company: string) {
    this.#database = database;
    this.#company = company;
  }

  async setSucceeded(now: Date): Promise<void> {
    await this.#database.query(
      `UPDATE simplybook_connections SET succeeded_at = $2, failing_since = NULL, failures = 0, error = NULL
      WHERE company = $1 AND (failing_since IS NOT NULL OR succeeded_at IS NULL
        OR succeeded_at < $2::timestamptz - interval '1 minute')`,
      [this.#company, now],
    );
  }

  async setFailed(error: ConnectionError, now: Date): Promise<void> {
    await this.#database.query(
      `UPDATE simplybook_connections SET failing_since = coalesce(failing_since, $3), failures = failures + 1, error = $2
      WHERE company = $1`,
      [this.#company, error, now],
    );
  }

  async connection(): Promise<ConnectionRow | undefined> {
    const [row] = await this.#database.query<ConnectionRow>(
      `SELECT succeeded_at AS "succeededAt", failing_since AS "failingSince", failures, error,
        synced_at AS "syncedAt", synced_all_at AS "syncedAllAt", coalesce(pass_until > now(), false) AS "isSyncing",
        CASE WHEN day = (now() AT TIME ZONE 'UTC')::date THEN calls ELSE 0 END AS "callsToday",
        (SELECT count(*)::int FROM simplybook_problems AS problem
          WHERE problem.company = simplybook_connections.company) AS problems
      FROM simplybook_connections WHERE company = $1`,
      [this.#company],
    );
    return row;
  }

  /** Returns how many mentors and clients are linked. */
  async linkCounts(): Promise<{ mentors: number; clients: number }> {
    const [row] = await this.#database.query<{ mentors: number; clients: number }>(
      `SELECT count(*) FILTER (WHERE kind = 'provider')::int AS mentors,
        count(*) FILTER (WHERE kind = 'client')::int AS clients
      FROM simplybook_people WHERE company = $1`,
      [this.#company],
    );
    return row ?? { mentors: 0, clients: 0 };
  }

  /** Reserves the sync for this process. @returns the interrupted pass, or undefined when another process syncs */
  async startSync(seconds: number): Promise<{ pass: Pass | null } | undefined> {
    await this.#database.query(
      'INSERT INTO simplybook_connections (company) VALUES ($1) ON CONFLICT DO NOTHING',
      [this.#company],
    );
    const [row] = await this.#database.query<{ pass: Pass | null }>(
      `UPDATE simplybook_connections SET pass_until = now() + make_interval(secs => $2)
      WHERE company = $1 AND (pass_until IS NULL OR pass_until < now()) RETURNING pass`,
      [this.#company, seconds],
    );
    return row;
  }

  /** Stores the progress of the sync, and keeps it reserved. */
  async savePass(pass: Pass, seconds: number): Promise<void> {
    await this.#database.query(
      `UPDATE simplybook_connections SET pass = $2, pass_until = now() + make_interval(secs => $3) WHERE company = $1`,
      [this.#company, JSON.stringify(pass), seconds],
    );
  }

  /** Ends a complete pass. */
  async completePass(kind: Pass['kind'], now: Date): Promise<void> {
    await this.#database.query(
      `UPDATE simplybook_connections SET pass = NULL, synced_at = $3,
        synced_all_at = CASE WHEN $2 = 'all' THEN $3::timestamptz ELSE synced_all_at END WHERE company = $1`,
      [this.#company, kind, now],
    );
  }

  async endSync(): Promise<void> {
    await this.#database.query('UPDATE simplybook_connections SET pass_until = NULL WHERE company = $1', [
      this.#company,
    ]);
  }

  /** Returns the linked person of a provider or client. */
  async linked(kind: PersonKind, id: number): Promise<{ pk: number; role: Role } | undefined> {
    const [row] = await this.#database.query<{ pk: number; role: Role }>(
      `SELECT users.pk, users.role FROM simplybook_people JOIN users ON users.pk = user_pk
      WHERE company = $1 AND kind = $2 AND simplybook_id = $3`,
      [this.#company, kind, id],
    );
    return row;
  }

  /** Returns a person's numbers in SimplyBook.me, in the order in which they were linked. */
  async idsOf(kind: PersonKind, userPk: number): Promise<number[]> {
    const rows = await this.#database.query<{ id: number }>(
      `SELECT simplybook_id AS id FROM simplybook_people WHERE company = $1 AND kind = $2 AND user_pk = $3
      ORDER BY linked_at, simplybook_id`,
      [this.#company, kind, userPk],
    );
    return rows.map(({ id }) => id);
  }

  /** Returns which of some mentors are linked to a provider. */
  async linkedMentors(pks: readonly number[]): Promise<number[]> {
    const rows = await this.#database.query<{ pk: number }>(
      `SELECT DISTINCT user_pk AS pk FROM simplybook_people
      WHERE company = $1 AND kind = 'provider' AND user_pk = ANY($2::int[])`,
      [this.#company, pks],
    );
    return rows.map(({ pk }) => pk);
  }

  /** Returns the name and address for a new client. */
  async contactOf(userPk: number): Promise<{ name: string; email: string }> {
    const [row] = await this.#database.query<{ name: string; email: string }>(
      'SELECT full_name AS name, lower(email) AS email FROM users WHERE pk = $1',
      [userPk],
    );
    return row as { name: string; email: string };
  }

  /** Links people. A stored link is kept. */
  async link(kind: PersonKind, links: readonly { id: number; userPk: number }[], now: Date): Promise<void> {
    await this.#database.query(
      `INSERT INTO simplybook_people (company, kind, simplybook_id, user_pk, linked_at)
      SELECT $1, $2, id, user_pk, $5 FROM unnest($3::int[], $4::int[]) AS links (id, user_pk)
      ON CONFLICT DO NOTHING`,
      [this.#company, kind, links.map(({ id }) => id), links.map(({ userPk }) => userPk), now],
    );
  }

  /** Reserves the addition of a student as a client. @returns whether no other process adds the student */
  async claimNewClient(studentPk: number, seconds: number): Promise<boolean> {
    const rows = await this.#database.query(
      `INSERT INTO simplybook_new_clients AS claim (company, student_pk, claimed_until)
      VALUES ($1, $2, clock_timestamp() + make_interval(secs => $3))
      ON CONFLICT (student_pk, company) DO UPDATE SET claimed_until = excluded.claimed_until
        WHERE claim.claimed_until < clock_timestamp()
      RETURNING student_pk`,
      [this.#company, studentPk, seconds],
    );
    return rows.length > 0;
  }

  async releaseNewClient(studentPk: number): Promise<void> {
    await this.#database.query('DELETE FROM simplybook_new_clients WHERE company = $1 AND student_pk = $2', [
      this.#company,
      studentPk,
    ]);
  }

  /** Returns the people with these addresses who have signed in with them. */
  verified(emails: readonly string[]): Promise<VerifiedPerson[]> {
    return this.#database.query(
      `SELECT pk, role, lower(email) AS email FROM users
      WHERE lower(email) = ANY($1::text[]) AND subject IS NOT NULL AND disabled_at IS NULL`,
      [emails],
    );
  }

  /** Returns the children of a parent who are students of a mentor. */
  async sharedChildren(parentPk: number, mentorPk: number): Promise<number[]> {
    const rows = await this.#database.query<{ pk: number }>(
      `SELECT child.student_pk AS pk FROM relations AS child
      JOIN relations AS mentored ON mentored.student_pk = child.student_pk
        AND mentored.user_pk = $2 AND mentored.kind = 'mentor'
      WHERE child.user_pk = $1 AND child.kind = 'parent'`,
      [parentPk, mentorPk],
    );
    return rows.map(({ pk }) => pk);
  }

  /** Returns the children of a parent. */
  async children(parentPk: number): Promise<number[]> {
    const rows = await this.#database.query<{ pk: number }>(
      `SELECT student_pk AS pk FROM relations WHERE user_pk = $1 AND kind = 'parent'`,
      [parentPk],
    );
    return rows.map(({ pk }) => pk);
  }

  /** Adds a problem, or counts it again. The oldest ones are dropped. */
  async addProblem(kind: ProblemKind, reference: string, now: Date): Promise<void> {
    await this.#database.query(
      `INSERT INTO simplybook_problems (company, kind, reference, first_at, last_at) VALUES ($1, $2, $3, $4, $4)
      ON CONFLICT (company, kind, reference)
        DO UPDATE SET count = simplybook_problems.count + 1, last_at = excluded.last_at`,
      [this.#company, kind, reference, now],
    );
    await this.#database.query(
      `DELETE FROM simplybook_problems WHERE company = $1 AND (kind, reference) IN (
        SELECT kind, reference FROM simplybook_problems WHERE company = $1
        ORDER BY last_at DESC, kind, reference OFFSET ${MAX_PROBLEMS})`,
      [this.#company],
    );
  }

  /** Removes problems of an object that works now. */
  async solve(kinds: readonly ProblemKind[], reference: string): Promise<void> {
    await this.#database.query(
      'DELETE FROM simplybook_problems WHERE company = $1 AND kind = ANY($2::text[]) AND reference = $3',
      [this.#company, kinds, reference],
    );
  }

  /** Returns whether one of these problems of an object is known since a moment. */
  async hasProblem(kinds: readonly ProblemKind[], reference: string, since: Date): Promise<boolean> {
    const rows = await this.#database.query(
      `SELECT FROM simplybook_problems
      WHERE company = $1 AND kind = ANY($2::text[]) AND reference = $3 AND last_at > $4`,
      [this.#company, kinds, reference, since],
    );
    return rows.length > 0;
  }

  async problems(): Promise<Problem[]> {
    const rows = await this.#database.query<Omit<Problem, 'last_at'> & { lastAt: Date }>(
      `SELECT kind, reference, count, last_at AS "lastAt" FROM simplybook_problems
      WHERE company = $1 ORDER BY last_at DESC, kind, reference`,
      [this.#company],
    );
    return rows.map(({ lastAt, ...row }) => ({ ...row, last_at: lastAt.toISOString() }));
  }

  /** Stores a membership unless one of this read or a newer one is stored. */
  async saveMembership(
    studentPk: number,
    membership: { name: string; periodEnd: Date; left: number; readNumber: number },
  ): Promise<void> {
    await this.#database.query(
      `INSERT INTO simplybook_memberships (student_pk, company, name, period_end, meetings_left, read_number)
      VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (student_pk) DO UPDATE SET company = excluded.company, name = excluded.name,
        period_end = excluded.period_end, meetings_left = excluded.meetings_left, read_number = excluded.read_number
      WHERE simplybook_memberships.read_number < excluded.read_number`,
      [
        studentPk,
        this.#company,
        membership.name,
        membership.periodEnd,
        membership.left,
        membership.readNumber,
      ],
    );
  }

  /** Deletes the memberships that a complete list no longer contains. */
  async deleteMembershipsBefore(readNumber: number): Promise<void> {
    await this.#database.query('DELETE FROM simplybook_memberships WHERE company = $1 AND read_number < $2', [
      this.#company,
      readNumber,
    ]);
  }
}
