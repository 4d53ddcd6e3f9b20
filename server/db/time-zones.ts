import { invalid } from '#shared/kernel/errors.ts';
import { UNKNOWN_TIME_ZONE } from '#shared/kernel/time-zone-schema.ts';
import type { Database } from './database.ts';

/**
 * Throws unless the database knows a time zone. Its list can differ from the runtime's, and statements that read many
 * people with `AT TIME ZONE` fail on one unknown name, so call this before a zone is stored.
 * @throws AppError INVALID_INPUT
 */
export async function requireTimeZone(database: Database, field: string, name: string): Promise<void> {
  const rows = await database.query('SELECT FROM pg_timezone_names WHERE lower(name) = lower($1)', [name]);
  if (rows.length === 0) throw invalid(field, UNKNOWN_TIME_ZONE);
}
