import { type Kysely, sql } from 'kysely';

/** An attended meeting can be the last interaction of a student, also one from before this migration. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE last_interactions
      DROP CONSTRAINT last_interactions_interaction_type_check,
      ADD CONSTRAINT last_interactions_interaction_type_check
        CHECK (interaction_type IN ('task_activity', 'meeting_note', 'meeting'))`.execute(db);
  await sql`
    INSERT INTO last_interactions AS last (student_pk, created_at, interaction_type, mentor_pk)
    SELECT DISTINCT ON (student_pk) student_pk, created_at, 'meeting', mentor_pk
    FROM interactions WHERE meeting_pk IS NOT NULL AND actor_pk = mentor_pk
    ORDER BY student_pk, created_at DESC, pk DESC
    ON CONFLICT (student_pk) DO UPDATE SET created_at = excluded.created_at,
      interaction_type = excluded.interaction_type, mentor_pk = excluded.mentor_pk
    WHERE last.created_at < excluded.created_at`.execute(db);
}
