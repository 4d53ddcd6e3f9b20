import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '#shared/kernel/errors.ts';
import type { Database } from '../db/database.ts';
import { hashOf } from './hash.ts';

/** Counts attempts in the database, so that a limit applies across processes. */
export interface RateLimit {
  /** Counts one attempt for each key. @returns false when one of them is exhausted */
  take(...keys: string[]): Promise<boolean>;
  /** Like {@link take}. @throws AppError RATE_LIMITED */
  require(...keys: string[]): Promise<void>;
  /** Refunds one attempt of each key, after a successful one. */
  refund(...keys: string[]): Promise<void>;
}

/**
 * Creates a limit on attempts, whose counters are in the database.
 * @param name separates the keys of different limits
 * @param attempts how many are allowed within `seconds`
 */
export function createRateLimit(
  database: Database,
  { name, attempts, seconds }: { name: string; attempts: number; seconds: number },
): RateLimit {
  const limiter = new RateLimiterPostgres({
    storeClient: {
      query: async ({ text, values }: { text: string; values: unknown[] }) => {
        const rows = await database.query(text, values);
        return { rows, rowCount: rows.length };
      },
    },
    storeType: 'client',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points: attempts,
    duration: seconds,
  });

  async function take(...keys: string[]): Promise<boolean> {
    let allowed = true;
    for (const key of keys) {
      try {
        // Keys contain IP and email addresses, so only their hash is stored.
        await limiter.consume(hashOf(key));
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        allowed = false;
      }
    }
    return allowed;
  }

  return {
    take,
    async require(...keys) {
      if (!(await take(...keys))) {
        throw new AppError('RATE_LIMITED', 'Too many attempts. Wait a few minutes and try again.');
      }
    },
    async refund(...keys) {
      for (const key of keys) await limiter.reward(hashOf(key));
    },
  };
}
