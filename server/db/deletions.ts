import type { Database } from './database.ts';
import { lockFor } from './locks.ts';

/** Returns how many accounts were deleted. Call it before a job reads names that a later transaction writes. */
export async function countDeletions(database: Database): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM security_events WHERE kind = 'account_deleted'`,
  );
  return row?.count ?? 0;
}

/**
 * Makes deletions of accounts wait for this transaction: they delete what it writes. Call it first in the transaction of
 * a job that writes names of people.
 * @param count the result of {@link countDeletions} before the names were read, if they were read before
 * @returns false when an account was deleted since: do not write the names
 */
export async function holdDeletions(database: Database, count?: number): Promise<boolean> {
  await lockFor(database, 'deletions', 0, 'shared');
  return count === undefined || (await countDeletions(database)) === count;
}
