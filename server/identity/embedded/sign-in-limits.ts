import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../../db/database.ts';
import { SignInFailuresRepository } from './sign-in-failures.repository.ts';
import { hashOf } from '../../lib/hash.ts';

/** Failures of one account, or one IP address, before attempts are delayed. */
const FAILURES_BEFORE_DELAY = { account: 20, address: 100 } as const;
const DELAY_STEP_MS = 100;
const MAX_DELAY_MS = 2000;

/** A sign-in attempt. */
export interface Attempt {
  email: string;
  ip: string;
  /** The id of a device that has signed in to this account before. */
  knownDevice: string | undefined;
}

/**
 * Slows down password guessing. Counters are in the database, so they apply across processes.
 *
 * One account from one device or IP address: five free failures, then a growing pause after each, at most ten failures
 * in 15 minutes. Only this device or address has to pause. Many failures for one account, or from one address, delay
 * further attempts by at most two seconds and never block them, so that the owner and the rest of a school can still
 * sign in. Devices that have signed in to the account before are counted separately and never delayed by others.
 */
export interface SignInLimits {
  /**
   * Counts the attempt as failed until {@link succeed} is called.
   * @returns the seconds to wait; 0 when the attempt can continue
   */
  begin(attempt: Attempt): Promise<number>;
  /** Call it when the password was right. */
  succeed(attempt: Attempt): Promise<void>;
}

/** @param delay waits for the milliseconds */
export function createSignInLimits(
  database: Database,
  delay: (milliseconds: number) => Promise<unknown> = wait,
): SignInLimits {
  const failures = new SignInFailuresRepository(database);
  // Keys contain IP and email addresses, so only their hash is stored.
  const keyOf = (...parts: string[]) => hashOf(parts.join('\n'));

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

  const delayOf = (count: number, free: number) =>
    Math.min(MAX_DELAY_MS, Math.max(0, count - free) * DELAY_STEP_MS);

  return {
    async begin(attempt) {
      const keys = keysOf(attempt);
      const seconds = await failures.take(keys.own);
      if (seconds > 0 || keys.account === null) return seconds;
      const ofAccount = delayOf(await failures.count(keys.account), FAILURES_BEFORE_DELAY.account);
      const ofAddress = delayOf(await failures.count(keys.address), FAILURES_BEFORE_DELAY.address);
      const milliseconds = Math.max(ofAccount, ofAddress);
      if (milliseconds > 0) await delay(milliseconds);
      return 0;
    },

    async succeed(attempt) {
      const keys = keysOf(attempt);
      await failures.reset(keys.own);
      await failures.refund([keys.account, keys.address].filter((key) => key !== null));
    },
  };
}
