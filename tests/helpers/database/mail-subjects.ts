import type { Database } from '#server/db/database.ts';

/** Returns the subjects of the emails to a person, oldest first. */
export async function mailSubjects(database: Database, { email }: { email: string }): Promise<string[]> {
  const rows = await database.query<{ subject: string }>(
    'SELECT subject FROM mails WHERE "to" = $1 ORDER BY pk',
    [email],
  );
  return rows.map(({ subject }) => subject);
}
