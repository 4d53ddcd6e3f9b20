import { type Kysely, sql } from 'kysely';

/**
 * Interactions between students and mentors, and the newest one of each student that a mentor caused.
 * `shared` says whether people other than the student can see an entry; triggers update it when a list
 * becomes private or shared. An entry stores the task's name, because it outlives the task.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE interactions (
      pk integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      student_pk integer NOT NULL REFERENCES users ON DELETE CASCADE,
      mentor_pk integer REFERENCES users ON DELETE SET NULL,
      actor_pk integer REFERENCES users ON DELETE SET NULL,
      created_at timestamptz(3) NOT NULL,
      note_pk integer UNIQUE REFERENCES notes ON DELETE CASCADE,
      action text,
      task_pk integer REFERENCES tasks ON DELETE SET NULL,
      task_name text,
      list_pk integer REFERENCES task_lists ON DELETE SET NULL,
      old_list_pk integer REFERENCES task_lists ON DELETE SET NULL,
      old_name text,
      new_name text,
      old_points smallint,
      new_points smallint,
      old_due_at timestamptz(3),
      new_due_at timestamptz(3),
      was_private boolean NOT NULL DEFAULT false,
      shared boolean NOT NULL,
      CHECK ((note_pk IS NULL) = (action IS NOT NULL AND task_name IS NOT NULL)),
      CHECK (NOT (was_private AND shared))
    )`.execute(db);
  await sql`CREATE INDEX interactions_of_student ON interactions (student_pk, created_at, pk)`.execute(db);
  await sql`
    CREATE INDEX interactions_shared ON interactions (student_pk, created_at, pk) WHERE shared`.execute(db);
  await sql`
    CREATE INDEX interactions_of_mentor ON interactions (student_pk, mentor_pk, created_at, pk)`.execute(db);
  for (const column of ['task_pk', 'list_pk', 'old_list_pk']) {
    await sql`
      CREATE INDEX ON interactions (${sql.raw(column)}) WHERE ${sql.raw(column)} IS NOT NULL`.execute(db);
  }
  await sql`
    CREATE TABLE last_interactions (
      student_pk integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      created_at timestamptz(3) NOT NULL,
      interaction_type text NOT NULL CHECK (interaction_type IN ('task_activity', 'meeting_note')),
      mentor_pk integer REFERENCES users ON DELETE SET NULL
    )`.execute(db);
  await sql`CREATE INDEX ON last_interactions (mentor_pk)`.execute(db);
  await followPrivacy(db);
  await backfill(db);
}

/**
 * Creates the triggers of `shared`: an entry is shared while its list and its task's list are shared.
 * Deleting a list does not change it.
 */
async function followPrivacy(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION is_shared_interaction(entry interactions) RETURNS boolean LANGUAGE sql STABLE AS $$
      SELECT NOT entry.was_private
        AND NOT EXISTS (SELECT FROM task_lists WHERE pk = entry.list_pk AND private)
        AND NOT EXISTS (
          SELECT FROM tasks JOIN task_lists ON task_lists.pk = tasks.list_pk
          WHERE tasks.pk = entry.task_pk AND task_lists.private)
    $$`.execute(db);
  await sql`
    CREATE FUNCTION share_interactions_of_list() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE interactions SET shared = is_shared_interaction(interactions)
      WHERE list_pk = NEW.pk OR task_pk IN (SELECT pk FROM tasks WHERE tasks.list_pk = NEW.pk);
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER share_interactions AFTER UPDATE OF private ON task_lists
    FOR EACH ROW WHEN (OLD.private <> NEW.private) EXECUTE FUNCTION share_interactions_of_list()`.execute(db);
  await sql`
    CREATE FUNCTION share_interactions_of_task() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE interactions SET shared = is_shared_interaction(interactions) WHERE task_pk = NEW.pk;
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER share_interactions AFTER UPDATE OF list_pk ON tasks
    FOR EACH ROW WHEN (OLD.list_pk <> NEW.list_pk) EXECUTE FUNCTION share_interactions_of_task()`.execute(db);
  await sql`
    CREATE FUNCTION hide_interactions_of_list() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE interactions SET was_private = true, shared = false
      WHERE list_pk = OLD.pk OR task_pk IN (SELECT pk FROM tasks WHERE tasks.list_pk = OLD.pk);
      RETURN OLD;
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER hide_interactions BEFORE DELETE ON task_lists
    FOR EACH ROW WHEN (OLD.private) EXECUTE FUNCTION hide_interactions_of_list()`.execute(db);
  await sql`
    CREATE FUNCTION hide_interactions_of_task() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT FROM task_lists WHERE pk = OLD.list_pk AND private) THEN
        UPDATE interactions SET was_private = true, shared = false WHERE task_pk = OLD.pk;
      END IF;
      RETURN OLD;
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER hide_interactions BEFORE DELETE ON tasks
    FOR EACH ROW EXECUTE FUNCTION hide_interactions_of_task()`.execute(db);
}

/** Creates the entries of everything that happened before this migration. */
async function backfill(db: Kysely<unknown>): Promise<void> {
  await sql`
    INSERT INTO interactions (student_pk, mentor_pk, actor_pk, created_at, action, task_pk, task_name, list_pk,
      old_list_pk, old_name, new_name, old_points, new_points, old_due_at, new_due_at, was_private, shared)
    SELECT activity.owner_pk,
      CASE WHEN activity.actor_pk <> activity.owner_pk THEN activity.actor_pk
        WHEN task.created_by_pk <> activity.owner_pk THEN task.created_by_pk
        WHEN list.created_by_pk <> activity.owner_pk THEN list.created_by_pk END,
      activity.actor_pk, activity.created_at, activity.action, activity.task_pk, task.name, activity.list_pk,
      activity.old_list_pk, activity.old_name, activity.new_name, activity.old_points, activity.new_points,
      activity.old_due_at, activity.new_due_at, activity.was_private OR list.pk IS NULL,
      NOT (activity.was_private OR coalesce(list.private, true) OR task_list.private)
    FROM task_activities AS activity
    JOIN users AS student ON student.pk = activity.owner_pk AND student.role = 'student'
    JOIN tasks AS task ON task.pk = activity.task_pk
    JOIN task_lists AS task_list ON task_list.pk = task.list_pk
    LEFT JOIN task_lists AS list ON list.pk = activity.list_pk
    WHERE NOT activity.indirect
    ORDER BY activity.created_at, activity.pk`.execute(db);
  await sql`
    INSERT INTO interactions (student_pk, mentor_pk, actor_pk, created_at, note_pk, shared)
    SELECT student_pk, author_pk, author_pk, sent_at, pk, true FROM notes
    WHERE sent_at IS NOT NULL AND student_pk IS NOT NULL ORDER BY sent_at, pk`.execute(db);
  await sql`
    INSERT INTO last_interactions (student_pk, created_at, interaction_type, mentor_pk)
    SELECT DISTINCT ON (student_pk) student_pk, created_at,
      CASE WHEN note_pk IS NULL THEN 'task_activity' ELSE 'meeting_note' END, mentor_pk
    FROM interactions WHERE actor_pk = mentor_pk
    ORDER BY student_pk, created_at DESC, pk DESC`.execute(db);
}
