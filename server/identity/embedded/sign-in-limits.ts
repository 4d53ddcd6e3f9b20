import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../../db/database.ts';

/**
 * Slows down password guessing. Counters live in the database, so they hold over all processes.
 *
 * One account from one device or address: five free failures, then a growing pause after each, at most ten failures in
 * 15 minutes. Only this device or address has to pause. Many failures for one account, or from one address, delay
 * further attempts by at most two seconds and never refuse them: the owner gets in, and so does the rest of a school.
 * Devices that have signed in to the account before count separately and are never delayed by others.
 */
const FREE_FAILURES = 5;
const MAX_FAILURES = 10;
const WINDOW_SECONDS = 15 * 60;
/** Failures of one account, or one address, before attempts are delayed. */
const CROWD = { account: 20, address: 100 } as const;
const DELAY_STEP_MS = 100;
const MAX_DELAY_MS = 2000;
/** Rounded down: the column keeps milliseconds, and rounding up would refuse an attempt in the same millisecond. */
const NO_PAUSE = "date_trunc('milliseconds', now())";

/** An attempt to sign in. */
export interface Attempt {
  email: string;
  ip: string;
  /** The id of a device that has signed in to this account before. */
  knownDevice: string | undefined;
}

/** The limits on failed sign-ins. */
export interface SignInLimits {
  /**
   * Counts the attempt as failed until {@link succeed} says otherwise.
   * @returns how many seconds to wait; 0 when the attempt may go ahead
   */
  begin(attempt: Attempt): Promise<number>;
  /** The password was right. */
  succeed(attempt: Attempt): Promise<void>;
}

/** @param delay waits that many milliseconds */
export function createSignInLimits(
  database: Database,
  delay: (milliseconds: number) => Promise<unknown> = wait,
): SignInLimits {
  // Keys hold addresses and email addresses: only their hash is stored.
  const keyOf = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('base64url');

  function keysOf({ email, ip, knownDevice }: Attempt) {
    const account = email.toLowerCase();
    return knownDevice === undefined
      ? {
          own: keyOf('pair', account, ip),
          account: keyOf('account', account),
          address: keyOf('address', ip),
        }
      : { own: keyOf('device', account, knownDevice), account: null, address: null };
  }

  /** Takes one of the free failures, or one after its pause. @returns the seconds left of the pause */
  async function take(key: string): Promise<number> {
    const rows = await database.query(
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
    const [row] = await database.query<{ seconds: number }>(
      `SELECT greatest(1, ceil(extract(epoch FROM blocked_until - now())))::int AS seconds
      FROM sign_in_failures WHERE key = $1`,
      [key],
    );
    return row?.seconds ?? 1;
  }

  /** Counts without refusing. @returns the failures of the last 15 minutes */
  async function count(key: string): Promise<number> {
    const [row] = await database.query<{ failures: number }>(
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

  const delayOf = (failures: number, crowd: number) =>
    Math.min(MAX_DELAY_MS, Math.max(0, failures - crowd) * DELAY_STEP_MS);

  return {
    async begin(attempt) {
      const keys = keysOf(attempt);
      const seconds = await take(keys.own);
      if (seconds > 0 || keys.account === null) return seconds;
      const ofAccount = delayOf(await count(keys.account), CROWD.account);
      const ofAddress = delayOf(await count(keys.address), CROWD.address);
      const milliseconds = Math.max(ofAccount, ofAddress);
      if (milliseconds > 0) await delay(milliseconds);
      return 0;
    },

    async succeed(attempt) {
      const keys = keysOf(attempt);
      await database.query('DELETE FROM sign_in_failures WHERE key = $1', [keys.own]);
      await database.query(
        'UPDATE sign_in_failures SET failures = greatest(0, failures - 1) WHERE key = ANY ($1::text[])',
        [[keys.account, keys.address].filter((key) => key !== null)],
      );
    },
  };
}
