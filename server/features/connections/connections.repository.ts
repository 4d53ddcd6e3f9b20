import type { Database } from '../../db/database.ts';

/** When other systems last worked, and the last problem with emails. */
export interface LastSuccesses {
  paymentEventAt: Date | null;
  mailSentAt: Date | null;
  /** The oldest email that was not sent since. */
  mailFailingSince: Date | null;
  signInAt: Date | null;
}

/** Reads when the server last reached each external service. */
export class ConnectionsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Reads when payments, emails and sign-ins last worked. */
  async lastSuccesses(): Promise<LastSuccesses> {
    const [row] = await this.#database.query<LastSuccesses>(
      `SELECT (SELECT max(received_at) FROM stripe_events) AS "paymentEventAt", sent.at AS "mailSentAt",
        (SELECT min(created_at) FROM mails WHERE state <> 'sent' AND last_error IS NOT NULL
          AND created_at > coalesce(sent.at, '-infinity') AND created_at > now() - interval '7 days') AS "mailFailingSince",
        (SELECT max(at) FROM security_events WHERE kind = 'sign_in') AS "signInAt"
      FROM (SELECT max(sent_at) AS at FROM mails WHERE state = 'sent') AS sent`,
    );
    return row as LastSuccesses;
  }
}
