import { type Kysely, sql } from 'kysely';

/**
 * To-do lists, their tasks and steps, and their history. A task never changes owners, so its row contains the
 * owner: upcoming tasks are one index scan.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE task_lists (
      pk integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      owner_pk integer NOT NULL REFERENCES users ON DELETE CASCADE,
      created_by_pk integer REFERENCES users ON DELETE SET NULL,
      name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
      slug text NOT NULL UNIQUE,
      color text NOT NULL,
      private boolean NOT NULL,
      created_at timestamptz(3) NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX task_lists_of_owner ON task_lists (owner_pk, pk)`.execute(db);
  await sql`
    CREATE TABLE tasks (
      pk integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      list_pk integer NOT NULL REFERENCES task_lists ON DELETE CASCADE,
      owner_pk integer NOT NULL REFERENCES users ON DELETE CASCADE,
      parent_pk integer REFERENCES tasks ON DELETE CASCADE CHECK (parent_pk <> pk),
      created_by_pk integer REFERENCES users ON DELETE SET NULL,
      name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
      body text NOT NULL,
      html_body text NOT NULL,
      points smallint NOT NULL CHECK (points BETWEEN 0 AND 100 AND points % 5 = 0),
      due_at timestamptz(3),
      recurrence text CHECK (recurrence IN ('weekly', 'monthly')),
      recurrence_day smallint,
      repeats_pk integer REFERENCES tasks ON DELETE SET NULL,
      completed_at timestamptz(3),
      completed_by_parent boolean NOT NULL DEFAULT false,
      source_note_pk integer REFERENCES notes ON DELETE SET NULL,
      position double precision NOT NULL,
      version integer NOT NULL DEFAULT 1,
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL,
      deleted_at timestamptz(3),
      CHECK (recurrence IS NULL OR due_at IS NOT NULL)
    )`.execute(db);
  // Contains open tasks only, so that completed tasks do not slow down a list.
  await sql`
    CREATE INDEX tasks_open ON tasks (list_pk, position, pk)
    WHERE completed_at IS NULL AND parent_pk IS NULL AND deleted_at IS NULL`.execute(db);
  await sql`CREATE INDEX tasks_of_list ON tasks (list_pk)`.execute(db);
  await sql`CREATE INDEX tasks_of_parent ON tasks (parent_pk) WHERE parent_pk IS NOT NULL`.execute(db);
  await sql`CREATE INDEX tasks_of_note ON tasks (source_note_pk) WHERE source_note_pk IS NOT NULL`.execute(
    db,
  );
  await sql`CREATE INDEX tasks_repeating ON tasks (repeats_pk) WHERE repeats_pk IS NOT NULL`.execute(db);
  await sql`
    CREATE INDEX tasks_upcoming ON tasks (owner_pk, due_at, pk)
    WHERE completed_at IS NULL AND due_at IS NOT NULL AND deleted_at IS NULL`.execute(db);
  await sql`
    CREATE INDEX tasks_completed ON tasks (list_pk, completed_at DESC, pk DESC)
    WHERE completed_at IS NOT NULL AND parent_pk IS NULL AND deleted_at IS NULL`.execute(db);
  await sql`CREATE INDEX tasks_deleted ON tasks (owner_pk, deleted_at) WHERE deleted_at IS NOT NULL`.execute(
    db,
  );
  await sql`
    CREATE INDEX tasks_search ON tasks USING gin (owner_pk, name gin_trgm_ops) WHERE deleted_at IS NULL`.execute(
    db,
  );
  // `list_pk` is the task's list at that time. Only people who can see that list, and could see it then, see
  // the entry.
  await sql`
    CREATE TABLE task_activities (
      pk integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      task_pk integer NOT NULL REFERENCES tasks ON DELETE CASCADE,
      owner_pk integer NOT NULL REFERENCES users ON DELETE CASCADE,
      list_pk integer REFERENCES task_lists ON DELETE SET NULL,
      old_list_pk integer REFERENCES task_lists ON DELETE SET NULL,
      actor_pk integer REFERENCES users ON DELETE SET NULL,
      action text NOT NULL,
      was_private boolean NOT NULL,
      created_at timestamptz(3) NOT NULL,
      old_name text,
      new_name text,
      old_points smallint,
      new_points smallint,
      old_due_at timestamptz(3),
      new_due_at timestamptz(3)
    )`.execute(db);
  await sql`CREATE INDEX task_activities_of_task ON task_activities (task_pk, pk)`.execute(db);
  await sql`CREATE INDEX task_activities_of_list ON task_activities (list_pk, pk)`.execute(db);
  await sql`CREATE INDEX task_activities_of_old_list ON task_activities (old_list_pk) WHERE old_list_pk IS NOT NULL`.execute(
    db,
  );
  await sql`CREATE INDEX task_activities_of_owner ON task_activities (owner_pk, created_at, pk)`.execute(db);
  await sql`
    CREATE TABLE favorite_lists (
      user_pk integer NOT NULL REFERENCES users ON DELETE CASCADE,
      list_pk integer NOT NULL REFERENCES task_lists ON DELETE CASCADE,
      created_at timestamptz(3) NOT NULL,
      PRIMARY KEY (user_pk, list_pk)
    )`.execute(db);
  await sql`CREATE INDEX favorite_lists_of_list ON favorite_lists (list_pk)`.execute(db);
}
