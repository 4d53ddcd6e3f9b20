import type { Database } from '../../../db/database.ts';

/** The limits of SimplyBook.me for one company, over all processes. */
export const CALLS_PER_SECOND = 5;
export const CALLS_PER_DAY = 5_000;
const PARALLEL_CALLS = 2;
/** How long a call holds its slot when its process dies. */
const LEASE_SECONDS = 30;

/** A slot of a call in progress, by the time when it expires. */
export type Lease = string;

/** The token bucket in the database, which all processes share. Times come from the clock of the database. */
export class SimplybookCallLimitsRepository {
  readonly #database: Database;
  readonly #company: string;

  constructor(database: Database, company: string) {
    this.#database = database;
    this.#company = company;
  }

  /** Creates the row of the company. */
  async prepare(): Promise<void> {
    await this.#database.query(
      'INSERT INTO simplybook_connections (company) VALUES ($1) ON CONFLICT DO NOTHING',
      [this.#company],
    );
  }

  /** Takes a token and a slot. @returns null when there is none now */
  async take(perDay: number): Promise<Lease | null> {
    const [row] = await this.#database.query<{ lease: Lease }>(
      `UPDATE simplybook_connections AS bucket SET
        tokens = least($2, tokens + $2 * greatest(0, extract(epoch FROM clock.now - refilled_at))) - 1,
        refilled_at = greatest(refilled_at, clock.now),
        day = clock.today,
        calls = CASE WHEN day = clock.today THEN calls ELSE 0 END + 1,
        leases = array_append(
          ARRAY(SELECT lease FROM unnest(leases) AS lease WHERE lease > clock.now), clock.lease)
      FROM (SELECT moment AS now, (moment AT TIME ZONE 'UTC')::date AS today,
        moment + make_interval(secs => ${LEASE_SECONDS}) AS lease FROM (SELECT clock_timestamp() AS moment) AS moments) AS clock
      WHERE company = $1
        AND tokens + $2 * greatest(0, extract(epoch FROM clock.now - refilled_at)) >= 1
        AND CASE WHEN day = clock.today THEN calls ELSE 0 END < $3
        AND cardinality(ARRAY(SELECT lease FROM unnest(leases) AS lease WHERE lease > clock.now)) < ${PARALLEL_CALLS}
      RETURNING clock.lease::text AS lease`,
      [this.#company, CALLS_PER_SECOND, perDay],
    );
    return row?.lease ?? null;
  }

  /** Returns whether the day's calls are used up. */
  async isUsedUp(perDay: number): Promise<boolean> {
    const rows = await this.#database.query(
      `SELECT FROM simplybook_connections
      WHERE company = $1 AND day = (clock_timestamp() AT TIME ZONE 'UTC')::date AND calls >= $2`,
      [this.#company, perDay],
    );
    return rows.length > 0;
  }

  /** Ends a call. */
  async release(lease: Lease): Promise<void> {
    await this.#database.query(
      'UPDATE simplybook_connections SET leases = array_remove(leases, $2::timestamptz) WHERE company = $1',
      [this.#company, lease],
    );
  }

  /** Stops all calls for some seconds: SimplyBook.me has answered that there were too many. */
  async pause(seconds: number): Promise<void> {
    await this.#database.query(
      `UPDATE simplybook_connections SET tokens = 0,
        refilled_at = greatest(refilled_at, clock_timestamp() + make_interval(secs => $2)) WHERE company = $1`,
      [this.#company, seconds],
    );
  }
}
