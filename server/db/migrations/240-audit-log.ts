import { type Kysely, sql } from 'kysely';

/** Indexes of the audit log: everyone's events and one person's, newest first, and the filter by kind. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX security_events_age, security_events_of_actor, security_events_of_subject`.execute(db);
  await sql`CREATE INDEX security_events_newest ON security_events (at, pk)`.execute(db);
  await sql`CREATE INDEX security_events_of_kind ON security_events (kind, at, pk)`.execute(db);
  await sql`CREATE INDEX security_events_of_actor ON security_events (actor_pk, at, pk)`.execute(db);
  await sql`CREATE INDEX security_events_of_subject ON security_events (subject_pk, at, pk)`.execute(db);
  await sql`
    CREATE INDEX security_events_of_related_student ON security_events (object_pk, at, pk)
    WHERE kind IN ('relation_added', 'relation_removed')`.execute(db);
}
