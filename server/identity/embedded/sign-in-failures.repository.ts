import type { Database } from '../../db/database.ts';

const FREE_FAILURES = 5;
const MAX_FAILURES = 10;
const WINDOW_SECONDS = 15 * 60;
/**
 * The current time, rounded down like the column, which stores milliseconds. Rounding up would refuse an
 * attempt in the same millisecond.
 */
const NO_PAUSE = "date_trunc('milliseconds', now())";

/** The counters of failed sign-ins. The key of a counter is a hash of its subject. */
export class SignInFailuresRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Counts an attempt if a free one is left or the pause is over. @returns the remaining seconds of the pause */
  async take(key: string): Promise<number> {
    const rows = await this.#database.query(
      `INSERT INTO sign_in_failures AS counter (key, failures, blocked_until, expires_at)
      VALUES ($1, 1, ${NO_PAUSE}, now() + make_interval(secs => ${WINDOW_SECONDS}))
      ON CONFLICT (key) DO UPDATE SET
        failures = CASE WHEN counter.expires_at <= now() THEN 1 ELSE counter.failures + 1 END,
        blocked_until = CASE
          WHEN counter.expires_at <= now() OR counter.failures + 1 < ${FREE_FAILURES} THEN ${NO_PAUSE}
          WHEN counter.failures + 1 >= ${MAX_FAILURES} THEN counter.expires_at
          ELSE now() + make_interval(secs => power(2, counter.failures + 1 - ${FREE_FAILURES})) END,
        expires_at = CASE WHEN counter.expires_at <= now() THEN excluded.expires_at ELSE counter.expires_at END
      WHERE counter.blocked_until <= now() OR counter.expires_at <= now()
      RETURNING 1`,
      [key],
    );
    if (rows.length > 0) return 0;
    const [row] = await this.#database.query<{ seconds: number }>(
      `SELECT greatest(1, ceil(extract(epoch FROM blocked_until - now())))::int AS seconds
      FROM sign_in_failures WHERE key = $1`,
      [key],
    );
    return row?.seconds ?? 1;
  }

  /** Counts without blocking. @returns the failures of the last 15 minutes */
  async count(key: string): Promise<number> {
    const [row] = await this.#database.query<{ failures: number }>(
      `INSERT INTO sign_in_failures AS counter (key, failures, blocked_until, expires_at)
      VALUES ($1, 1, now(), now() + make_interval(secs => ${WINDOW_SECONDS}))
      ON CONFLICT (key) DO UPDATE SET
        failures = CASE WHEN counter.expires_at <= now() THEN 1 ELSE counter.failures + 1 END,
        expires_at = CASE WHEN counter.expires_at <= now() THEN excluded.expires_at ELSE counter.expires_at END
      RETURNING failures`,
      [key],
    );
    return row?.failures ?? 1;
  }

  /** Deletes a counter. */
  async reset(key: string): Promise<void> {
    await this.#database.query('DELETE FROM sign_in_failures WHERE key = $1', [key]);
  }

  /** Subtracts one failure from each counter. */
  async refund(keys: readonly string[]): Promise<void> {
    await this.#database.query(
      'UPDATE sign_in_failures SET failures = greatest(0, failures - 1) WHERE key = ANY ($1::text[])',
      [keys],
    );
  }
}
