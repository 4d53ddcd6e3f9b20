import type { EventKind } from '#shared/privacy/events.ts';
import type { Database } from '../db/database.ts';

/** A row of the security log: ids and kinds only. */
export interface SecurityEventRow {
  kind: EventKind;
  at?: Date;
  /** The person who acted; null when nobody is signed in. */
  actorPk: number | null;
  /** The affected person. */
  subjectPk: number | null;
  objectPk?: number | null;
  /** A code, such as the kind of data that was read. */
  detail?: string | null;
}

/** Appends rows to the security log. A read is logged once per day. */
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

/** Appends an event of the person of a sign-in; without ids when no person is linked to it. */
export async function insertIdentityEvent(
  database: Database,
  kind: EventKind,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<void> {
  await database.query(
    `INSERT INTO security_events (kind, actor_pk, subject_pk)
    SELECT $1, person.pk, person.pk
    FROM (SELECT (SELECT pk FROM users WHERE issuer = $2 AND subject = $3) AS pk) AS person`,
    [kind, issuer, subject],
  );
}

/**
 * Appends an event of an account. One statement, so that known and unknown addresses take the same time.
 * @param isVerified whether the actor was verified to be this person; other events are logged once a minute
 */
export async function insertAccountEvent(
  database: Database,
  kind: EventKind,
  email: string,
  isVerified: boolean,
): Promise<void> {
  await database.query(
    `INSERT INTO security_events (kind, actor_pk, subject_pk, minute)
    SELECT $1, CASE WHEN $3::boolean THEN person.pk END, person.pk,
      CASE WHEN NOT $3::boolean THEN date_trunc('minute', now()) END
    FROM (SELECT (SELECT pk FROM users WHERE lower(email) = lower($2) LIMIT 1) AS pk) AS person
    ON CONFLICT DO NOTHING`,
    [kind, email, isVerified],
  );
}

/** Returns whether the account of a person was deleted in the last two years; the log is kept that long. */
export async function wasAccountDeleted(database: Database, pk: number): Promise<boolean> {
  const rows = await database.query(
    `SELECT FROM security_events WHERE kind = 'account_deleted' AND subject_pk = $1 LIMIT 1`,
    [pk],
  );
  return rows.length > 0;
}
