import { setTimeout } from 'node:timers/promises';
import type { Database } from '../../../db/database.ts';
import { CALLS_PER_DAY, SimplybookCallLimitsRepository } from '../repositories/call-limits.repository.ts';
import { SimplybookError } from './simplybook-error.ts';

/** The calls per day that background work leaves for requests of people. */
const RESERVED_CALLS = 500;
const PEOPLE_WAIT_MS = 8_000;
const BACKGROUND_WAIT_MS = 60_000;
const STEP_MS = 50;

/** Limits calls to SimplyBook.me over all processes. */
export interface CallLimits {
  /**
   * Runs a call when the limits allow it. Never call it in a transaction: it waits.
   * @param isBackground whether no person waits: such calls wait longer and leave a reserve
   * @throws SimplybookError `limit`
   */
  run<Result>(isBackground: boolean, call: () => Promise<Result>): Promise<Result>;
  /** Stops all calls for some seconds. */
  pause(seconds: number): Promise<void>;
}

/** Creates the limits of a company. */
export function createCallLimits(database: Database, company: string): CallLimits {
  const repository = new SimplybookCallLimitsRepository(database, company);
  let prepared: Promise<void> | undefined;

  async function take(isBackground: boolean) {
    prepared ??= repository.prepare().catch((error: unknown) => {
      prepared = undefined;
      throw error;
    });
    await prepared;
    const perDay = CALLS_PER_DAY - (isBackground ? RESERVED_CALLS : 0);
    const end = Date.now() + (isBackground ? BACKGROUND_WAIT_MS : PEOPLE_WAIT_MS);
    for (;;) {
      const lease = await repository.take(perDay);
      if (lease !== null) return lease;
      if (Date.now() > end || (await repository.isUsedUp(perDay))) throw new SimplybookError('limit');
      await setTimeout(STEP_MS + Math.random() * STEP_MS);
    }
  }

  return {
    async run(isBackground, call) {
      const lease = await take(isBackground);
      try {
        return await call();
      } finally {
        await repository.release(lease);
      }
    },
    pause: (seconds) => repository.pause(seconds),
  };
}
