import { CONSENT_VERSION } from '#shared/session/schema.ts';
import type { Year } from '#shared/kernel/years.ts';
import type { Database } from '../../db/database.ts';
import { HAS_UNFINISHED_SIGN_UP } from '../../db/unfinished-sign-ups.ts';

/** The answers of the form, stored until the student exists. */
export interface SignUpAnswers {
  firstName: string;
  lastName: string;
  year: Year;
  graduationYear: number;
  schoolId: string | null;
  cipcode4Ids: string[];
  /** Null for students of the embedded provider, who entered it with their password. */
  birthday: string | null;
  consentedAt: string | null;
}

/** A continued sign-up. */
export interface SignUpRow {
  pk: number;
  email: string;
  userPk: number | null;
  answers: SignUpAnswers | null;
  completedAt: Date | null;
  firstName: string | null;
  lastName: string | null;
}

/** The SQL of sign-ups that are not finished. */
export class SignUpRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Finds a sign-up that has not expired. */
  find(sessionHash: string, now: Date): Promise<SignUpRow | undefined> {
    return this.#find(sessionHash, now, '');
  }

  /** Finds a sign-up that has not expired, and locks it until the transaction ends. */
  findLocked(sessionHash: string, now: Date): Promise<SignUpRow | undefined> {
    return this.#find(sessionHash, now, 'FOR UPDATE OF sign_up');
  }

  async #find(sessionHash: string, now: Date, lock: string): Promise<SignUpRow | undefined> {
    const [row] = await this.#database.query<SignUpRow>(
      `SELECT sign_up.pk, sign_up.email, sign_up.user_pk AS "userPk", sign_up.answers,
        sign_up.completed_at AS "completedAt", person.first_name AS "firstName", person.last_name AS "lastName"
      FROM continued_sign_ups AS sign_up LEFT JOIN users AS person ON person.pk = sign_up.user_pk
      WHERE sign_up.session_hash = $1 AND sign_up.expires_at > $2 ${lock}`,
      [sessionHash, now],
    );
    return row;
  }

  /** Stores the answers of a sign-up at an external provider. @returns whether the session is new */
  async insert(
    sessionHash: string,
    { email, answers, now, expiresAt }: { email: string; answers: SignUpAnswers; now: Date; expiresAt: Date },
  ): Promise<boolean> {
    const rows = await this.#database.query(
      `INSERT INTO continued_sign_ups (session_hash, email, answers, completed_at, expires_at)
      VALUES ($1, $2, $3, $4, $5) ON CONFLICT (session_hash) DO NOTHING RETURNING pk`,
      [sessionHash, email, JSON.stringify(answers), now, expiresAt],
    );
    return rows.length > 0;
  }

  /** Adds a session for a student who has not finished the form. @returns the address; undefined for others */
  async insertSession(
    userPk: number,
    { sessionHash, now, expiresAt }: { sessionHash: string; now: Date; expiresAt: Date },
  ): Promise<string | undefined> {
    const [row] = await this.#database.query<{ email: string }>(
      `INSERT INTO continued_sign_ups (session_hash, user_pk, email, expires_at)
      SELECT $2, pk, email, $3 FROM users WHERE pk = $1 AND ${HAS_UNFINISHED_SIGN_UP} RETURNING email`,
      [userPk, sessionHash, expiresAt],
    );
    await this.#database.query(
      'DELETE FROM continued_sign_ups WHERE user_pk = $1 AND expires_at <= $2 AND completed_at IS NULL',
      [userPk, now],
    );
    return row?.email;
  }

  /** Marks a sign-up with all its sessions as complete, and deletes its stored answers. */
  async complete(pk: number, userPk: number, now: Date): Promise<void> {
    await this.#database.query(
      `UPDATE continued_sign_ups SET user_pk = $2, completed_at = coalesce(completed_at, $3), answers = NULL
      WHERE pk = $1 OR user_pk = $2`,
      [pk, userPk, now],
    );
  }

  /** Changes the name of a new student, in the account too. */
  async rename(userPk: number, firstName: string, lastName: string): Promise<void> {
    await this.#database.query(
      `WITH person AS (
        UPDATE users SET first_name = $2, last_name = $3 WHERE pk = $1 RETURNING subject)
      UPDATE accounts SET first_name = $2, last_name = $3 FROM person WHERE accounts.subject::text = person.subject`,
      [userPk, firstName, lastName],
    );
  }

  /** Inserts the student of an external sign-in. @returns the pk; undefined when address or sign-in has a person */
  async insertStudent(
    { issuer, subject, email }: { issuer: string; subject: string; email: string },
    { firstName, lastName, birthday, consentedAt }: SignUpAnswers,
  ): Promise<number | undefined> {
    const [row] = await this.#database.query<{ pk: number }>(
      `INSERT INTO users (role, first_name, last_name, email, issuer, subject, birthday, consent_version,
        consented_at)
      VALUES ('student', $1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING pk`,
      [firstName, lastName, email, issuer, subject, birthday, CONSENT_VERSION, consentedAt],
    );
    return row?.pk;
  }
}
