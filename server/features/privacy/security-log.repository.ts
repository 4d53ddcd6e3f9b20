import type { Database } from '../../db/database.ts';

/** A row of the security log: ids and kinds only. */
export interface SecurityEventRow {
  kind: string;
  at?: Date;
  /** The person who acted; null when nobody is signed in. */
  actorPk: number | null;
  /** The person concerned. */
  subjectPk: number | null;
  objectPk?: number | null;
  /** A code, such as the kind of data that was read. */
  detail?: string | null;
}

/** Appends rows to the security log. A read that is already logged for the day is skipped. */
export async function insertSecurityEvents(
  database: Database,
  events: readonly SecurityEventRow[],
): Promise<void> {
  await database.query(
    `INSERT INTO security_events (at, kind, actor_pk, subject_pk, object_pk, detail)
    SELECT coalesce(at, now()), kind, actor_pk, subject_pk, object_pk, detail
    FROM unnest($1::timestamptz[], $2::text[], $3::int[], $4::int[], $5::int[], $6::text[])
      AS event (at, kind, actor_pk, subject_pk, object_pk, detail)
    ON CONFLICT DO NOTHING`,
    [
      events.map(({ at }) => at ?? null),
      events.map(({ kind }) => kind),
      events.map(({ actorPk }) => actorPk),
      events.map(({ subjectPk }) => subjectPk),
      events.map(({ objectPk }) => objectPk ?? null),
      events.map(({ detail }) => detail ?? null),
    ],
  );
}

/** Returns the pk of the person behind a sign-in account; null before the person exists. */
export async function personOfSubject(
  database: Database,
  issuer: string,
  subject: string,
): Promise<number | null> {
  const [row] = await database.query<{ pk: number }>(
    'SELECT pk FROM users WHERE issuer = $1 AND subject = $2',
    [issuer, subject],
  );
  return row?.pk ?? null;
}
