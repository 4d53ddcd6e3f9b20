import { invalid } from '#shared/kernel/errors.ts';
import { DEFAULT_TIME_ZONE, UNKNOWN_TIME_ZONE } from '#shared/kernel/time-zone-schema.ts';
import type { Database } from './database.ts';

/**
 * Throws unless the database knows a time zone. Its list can differ from the runtime's, and statements that read many
 * people with `AT TIME ZONE` fail on one unknown name, so call this before a zone is stored.
 * @throws AppError INVALID_INPUT
 */
export async function requireTimeZone(database: Database, field: string, name: string): Promise<void> {
  if (!(await isKnownTimeZone(database, name))) throw invalid(field, UNKNOWN_TIME_ZONE);
}

/** Returns the time zone of a new person: the browser's if the database knows it, or the default. */
export async function timeZoneOfNewPerson(database: Database, name: string | undefined): Promise<string> {
  return name !== undefined && (await isKnownTimeZone(database, name)) ? name : DEFAULT_TIME_ZONE;
}

/** Returns whether the database knows a time zone. */
export async function isKnownTimeZone(database: Database, name: string): Promise<boolean> {
  const rows = await database.query('SELECT FROM pg_timezone_names WHERE lower(name) = lower($1)', [name]);
  return rows.length > 0;
}
