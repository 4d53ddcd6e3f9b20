import type { Database } from '#server/db/database.ts';

/** Returns the kinds of the security events about a person, oldest first. */
export async function securityEvents(database: Database, { pk }: { pk: number }): Promise<string[]> {
  const rows = await database.query<{ kind: string }>(
    'SELECT kind FROM security_events WHERE subject_pk = $1 ORDER BY pk',
    [pk],
  );
  return rows.map(({ kind }) => kind);
}
