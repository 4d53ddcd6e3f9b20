import type { Role } from '#shared/kernel/roles.ts';
import type { Database } from '../../../db/database.ts';

/** A person with a verified email address. */
export interface VerifiedPerson {
  pk: number;
  role: Role;
  email: string;
}

/** A mentor is a provider there. A student is a client, or a parent who books for a student. */
export type PersonKind = 'provider' | 'client';

/**
 * The people of SimplyBook.me's numbers (`simplybook_people`), and the students who are being added there
 * (`simplybook_new_clients`).
 */
export class SimplybookPeopleRepository {
  readonly #database: Database;
  readonly #company: string;

  constructor(database: Database, company: string) {
    this.#database = database;
    this.#company = company;
  }

  /** Returns how many mentors and clients are linked. */
  async countLinks(): Promise<{ mentors: number; clients: number }> {
    const [row] = await this.#database.query<{ mentors: number; clients: number }>(
      `SELECT count(*) FILTER (WHERE kind = 'provider')::int AS mentors,
        count(*) FILTER (WHERE kind = 'client')::int AS clients
      FROM simplybook_people WHERE company = $1`,
      [this.#company],
    );
    return row ?? { mentors: 0, clients: 0 };
  }

  /** Returns the linked person of a provider or client. */
  async personOf(kind: PersonKind, id: number): Promise<{ pk: number; role: Role } | undefined> {
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

  /** Links people. A stored link is kept. */
  async link(kind: PersonKind, links: readonly { id: number; userPk: number }[], now: Date): Promise<void> {
    await this.#database.query(
      `INSERT INTO simplybook_people (company, kind, simplybook_id, user_pk, linked_at)
      SELECT $1, $2, id, user_pk, $5 FROM unnest($3::int[], $4::int[]) AS links (id, user_pk)
      ON CONFLICT DO NOTHING`,
      [this.#company, kind, links.map(({ id }) => id), links.map(({ userPk }) => userPk), now],
    );
  }

  /** Returns the people with these addresses who have signed in with them. */
  verifiedPeople(emails: readonly string[]): Promise<VerifiedPerson[]> {
    return this.#database.query(
      `SELECT pk, role, lower(email) AS email FROM users
      WHERE lower(email) = ANY($1::text[]) AND subject IS NOT NULL AND disabled_at IS NULL`,
      [emails],
    );
  }

  /** Returns the children of a parent. */
  async childrenOf(parentPk: number): Promise<number[]> {
    const rows = await this.#database.query<{ pk: number }>(
      `SELECT student_pk AS pk FROM relations WHERE user_pk = $1 AND kind = 'parent'`,
      [parentPk],
    );
    return rows.map(({ pk }) => pk);
  }

  /** Returns the children of a parent who are students of a mentor. */
  async childrenWithMentor(parentPk: number, mentorPk: number): Promise<number[]> {
    const rows = await this.#database.query<{ pk: number }>(
      `SELECT child.student_pk AS pk FROM relations AS child
      JOIN relations AS mentored ON mentored.student_pk = child.student_pk
        AND mentored.user_pk = $2 AND mentored.kind = 'mentor'
      WHERE child.user_pk = $1 AND child.kind = 'parent'`,
      [parentPk, mentorPk],
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

  /** Ends the reservation of {@link claimNewClient}. */
  async releaseNewClient(studentPk: number): Promise<void> {
    await this.#database.query('DELETE FROM simplybook_new_clients WHERE company = $1 AND student_pk = $2', [
      this.#company,
      studentPk,
    ]);
  }
}
