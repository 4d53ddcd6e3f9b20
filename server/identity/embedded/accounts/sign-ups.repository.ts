import { CONSENT_VERSION } from '#shared/session/schema.ts';
import type { Database } from '../../../db/database.ts';
import { EMBEDDED_ISSUER } from '../issuer.ts';

/** A sign-up whose link was opened. */
export interface PendingSignUp {
  email: string;
  firstName: string;
  lastName: string;
}

/** The tables of pending and continued sign-ups, and the student that a sign-up creates. Links are stored as hashes of their tokens. */
export class SignUpsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Inserts a pending sign-up. @param hours the lifetime of its link */
  async insert(tokenHash: string, { email, firstName, lastName }: PendingSignUp, hours: number) {
    await this.#database.query(
      `INSERT INTO sign_ups (token_hash, email, first_name, last_name, expires_at)
      VALUES ($1, $2, $3, $4, now() + make_interval(hours => $5))`,
      [tokenHash, email, firstName, lastName, hours],
    );
  }

  /** Finds the sign-up of a valid link. */
  async find(tokenHash: string): Promise<PendingSignUp | undefined> {
    const [row] = await this.#database.query<PendingSignUp>(
      `SELECT email, first_name AS "firstName", last_name AS "lastName" FROM sign_ups
      WHERE token_hash = $1 AND expires_at > now()`,
      [tokenHash],
    );
    return row;
  }

  /**
   * Inserts the student of a new account. @returns the pk; undefined when a person has the email address or
   * the sign-in
   */
  async insertStudent(student: {
    firstName: string;
    lastName: string;
    email: string;
    subject: string;
    birthday: string;
    timeZone: string;
  }): Promise<number | undefined> {
    const { firstName, lastName, email, subject, birthday, timeZone } = student;
    const [row] = await this.#database.query<{ pk: number }>(
      `INSERT INTO users (role, first_name, last_name, email, issuer, subject, birthday, consent_version,
        consented_at, time_zone)
      VALUES ('student', $1, $2, $3, $4, $5, $6, $7, now(), $8) ON CONFLICT DO NOTHING RETURNING pk`,
      [firstName, lastName, email, EMBEDDED_ISSUER, subject, birthday, CONSENT_VERSION, timeZone],
    );
    return row?.pk;
  }

  /** Lets the new student continue the sign-up (AUTH-010). @param hours the lifetime of its session */
  async insertContinued(sessionHash: string, userPk: number, email: string, hours: number) {
    await this.#database.query(
      `INSERT INTO continued_sign_ups (session_hash, user_pk, email, expires_at)
      VALUES ($1, $2, $3, now() + make_interval(hours => $4))`,
      [sessionHash, userPk, email, hours],
    );
  }

  /** Deletes every pending sign-up of an email address. */
  async deleteOf(email: string): Promise<void> {
    await this.#database.query('DELETE FROM sign_ups WHERE lower(email) = lower($1)', [email]);
  }

  /** Deletes the emails to an address that belong to no person. */
  async deleteMailsWithoutPerson(email: string): Promise<void> {
    await this.#database.query('DELETE FROM mails WHERE user_pk IS NULL AND lower("to") = lower($1)', [
      email,
    ]);
  }
}
