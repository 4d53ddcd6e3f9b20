import type { Database } from '../db/database.ts';
import type { OutgoingMail } from './outgoing-mail.ts';

/** An email that this process delivers now. */
export interface ClaimedMail extends Required<OutgoingMail> {
  pk: number;
  createdAt: Date;
}

/** An email in the development outbox. */
export interface StoredMail {
  pk: number;
  to: string;
  subject: string;
  text: string;
  html: string;
  state: string;
  createdAt: Date;
}

const STORED = 'pk, "to", subject, text, html, state, created_at AS "createdAt"';

/** Reads and writes queued, sent and failed emails. */
export class MailsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Adds an email to send. @returns its pk; undefined if one with the same key exists */
  async insert({
    key,
    to,
    subject,
    text,
    html,
    headers = {},
    calendar = null,
  }: OutgoingMail): Promise<number | undefined> {
    const [row] = await this.#database.query<{ pk: number }>(
      `INSERT INTO mails (key, "to", subject, text, html, headers, calendar, user_pk)
      VALUES ($1, $2, $3, $4, $5, $6, $7, (SELECT pk FROM users WHERE lower(email) = lower($2)))
      ON CONFLICT (key) DO NOTHING RETURNING pk`,
      [key, to, subject, text, html, JSON.stringify(headers), calendar && JSON.stringify(calendar)],
    );
    return row?.pk;
  }

  /** Reserves a queued email for this process, without holding a connection during the delivery. */
  async claim(pk: number, seconds: number): Promise<ClaimedMail | undefined> {
    const [mail] = await this.#database.query<ClaimedMail>(
      `UPDATE mails SET attempts = attempts + 1, claimed_until = now() + make_interval(secs => $2)
      WHERE pk = (
        SELECT pk FROM mails
        WHERE pk = $1 AND state = 'queued' AND (claimed_until IS NULL OR claimed_until < now())
        FOR UPDATE SKIP LOCKED)
      RETURNING pk, key, "to", subject, text, html, headers, calendar, created_at AS "createdAt"`,
      [pk, seconds],
    );
    return mail;
  }

  /** Returns when another process can claim a queued email; undefined if it is sent, failed or deleted. */
  async nextClaimAt(pk: number): Promise<Date | undefined> {
    const [mail] = await this.#database.query<{ nextClaimAt: Date }>(
      // A row that is locked, such as by the deletion of a person, has no claim: wait a second.
      `SELECT greatest(claimed_until, now() + interval '1 second') AS "nextClaimAt" FROM mails
      WHERE pk = $1 AND state = 'queued'`,
      [pk],
    );
    return mail?.nextClaimAt;
  }

  /** Marks an email as failed, or as queued for its next attempt. */
  async setFailure(pk: number, state: 'failed' | 'queued', message: string): Promise<void> {
    await this.#database.query(
      'UPDATE mails SET state = $2, claimed_until = NULL, last_error = $3 WHERE pk = $1',
      [pk, state, message],
    );
  }

  /** Marks an email as sent. @param keepsContent false deletes its text: the links in it are secrets */
  async setSent(pk: number, keepsContent: boolean): Promise<void> {
    await this.#database.query(
      `UPDATE mails SET state = 'sent', sent_at = now(), claimed_until = NULL, last_error = NULL,
        text = CASE WHEN $2 THEN text ELSE '' END, html = CASE WHEN $2 THEN html ELSE '' END,
        headers = CASE WHEN $2 THEN headers ELSE '{}' END,
        calendar = CASE WHEN $2 THEN calendar END
      WHERE pk = $1`,
      [pk, keepsContent],
    );
  }

  async find(pk: number): Promise<StoredMail | undefined> {
    const [mail] = await this.#database.query<StoredMail>(`SELECT ${STORED} FROM mails WHERE pk = $1`, [pk]);
    return mail;
  }

  /** Reads the newest emails. */
  latest(limit: number): Promise<StoredMail[]> {
    return this.#database.query<StoredMail>(
      `SELECT ${STORED} FROM mails ORDER BY created_at DESC, pk DESC LIMIT $1`,
      [limit],
    );
  }
}
