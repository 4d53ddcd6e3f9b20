import { expect } from 'vitest';
import type { Database } from '#server/db/database.ts';

/**
 * Waits until a statement waits for the lock of another transaction. The embedded database has one connection, on which
 * the statement starts after that transaction.
 */
export async function waitForLock(database: Database): Promise<void> {
  if (database.engine !== 'postgres') return;
  const waits = () =>
    database.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
  await expect.poll(waits, { timeout: 20_000 }).toHaveLength(1);
}
