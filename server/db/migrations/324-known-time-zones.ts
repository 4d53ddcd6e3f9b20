import { type Kysely, sql } from 'kysely';

const TABLES = ['users', 'availabilities'];

/** Returns the current name of an old time zone, such as Asia/Karachi for PLT; UTC for an unknown one. */
function currentName(name: string): string {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

/** Replaces stored time zones that the database does not know, and short names, which are not accepted anymore. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isUnknown = sql`time_zone <> 'UTC' AND (time_zone NOT LIKE '%/%'
    OR lower(time_zone) NOT IN (SELECT lower(name) FROM pg_timezone_names))`;
  for (const table of TABLES.map((name) => sql.table(name))) {
    const { rows } = await sql<{ zone: string }>`
      SELECT DISTINCT time_zone AS zone FROM ${table} WHERE ${isUnknown}`.execute(db);
    for (const { zone } of rows) {
      await sql`UPDATE ${table} SET time_zone = ${currentName(zone)} WHERE time_zone = ${zone}`.execute(db);
    }
    await sql`UPDATE ${table} SET time_zone = 'UTC' WHERE ${isUnknown}`.execute(db);
  }
}
