import type { ConnectionError } from '#shared/connections/responses.ts';
import type { Database } from '../../../db/database.ts';

/** How far a sync of the bookings of some days is; it continues at its page after an interruption. */
export interface SyncProgress {
  /** `near` reads the bookings of about two weeks, `all` those of seven months, and people before them. */
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

/** The state of the connection, and the progress of its sync (`simplybook_connections`). */
export class SimplybookConnectionRepository {
  readonly #database: Database;
  readonly #company: string;

  constructor(database: Database, company: string) {
    this.#database = database;
    this.#company = company;
  }

  /** Stores that a request succeeded, at most once a minute. */
  async setSucceeded(now: Date): Promise<void> {
    await this.#database.query(
      `UPDATE simplybook_connections SET succeeded_at = $2, failing_since = NULL, failures = 0, error = NULL
      WHERE company = $1 AND (failing_since IS NOT NULL OR succeeded_at IS NULL
        OR succeeded_at < $2::timestamptz - interval '1 minute')`,
      [this.#company, now],
    );
  }

  /** Stores that a request failed. */
  async setFailed(error: ConnectionError, now: Date): Promise<void> {
    await this.#database.query(
      `UPDATE simplybook_connections SET failing_since = coalesce(failing_since, $3), failures = failures + 1, error = $2
      WHERE company = $1`,
      [this.#company, error, now],
    );
  }

  async read(): Promise<ConnectionRow | undefined> {
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

  /**
   * Reserves the sync for this process.
   * @returns the progress of an interrupted one, or undefined when another process syncs
   */
  async reserveSync(seconds: number): Promise<{ progress: SyncProgress | null } | undefined> {
    await this.#database.query(
      'INSERT INTO simplybook_connections (company) VALUES ($1) ON CONFLICT DO NOTHING',
      [this.#company],
    );
    const [row] = await this.#database.query<{ progress: SyncProgress | null }>(
      `UPDATE simplybook_connections SET pass_until = now() + make_interval(secs => $2)
      WHERE company = $1 AND (pass_until IS NULL OR pass_until < now()) RETURNING pass AS progress`,
      [this.#company, seconds],
    );
    return row;
  }

  /** Stores the progress of the sync, and keeps it reserved. */
  async saveProgress(progress: SyncProgress, seconds: number): Promise<void> {
    await this.#database.query(
      `UPDATE simplybook_connections SET pass = $2, pass_until = now() + make_interval(secs => $3) WHERE company = $1`,
      [this.#company, JSON.stringify(progress), seconds],
    );
  }

  /** Stores that a sync is complete. */
  async completeSync(kind: SyncProgress['kind'], now: Date): Promise<void> {
    await this.#database.query(
      `UPDATE simplybook_connections SET pass = NULL, synced_at = $3,
        synced_all_at = CASE WHEN $2 = 'all' THEN $3::timestamptz ELSE synced_all_at END WHERE company = $1`,
      [this.#company, kind, now],
    );
  }

  /** Lets the next sync start, which continues an incomplete one. */
  async releaseSync(): Promise<void> {
    await this.#database.query('UPDATE simplybook_connections SET pass_until = NULL WHERE company = $1', [
      this.#company,
    ]);
  }
}
