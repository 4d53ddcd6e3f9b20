import { expect } from 'vitest';
import type { Database } from '#server/db/database.ts';

/**
 * Waits until this many statements wait for the lock of another transaction. The embedded database has one connection,
 * on which the statements start after that transaction.
 */
export async function waitForLock(database: Database, statements = 1): Promise<void> {
  if (database.engine !== 'postgres') return;
  const waits = () =>
    database.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
  await expect.poll(waits, { timeout: 20_000 }).toHaveLength(statements);
}
