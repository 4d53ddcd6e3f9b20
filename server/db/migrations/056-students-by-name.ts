import { type Kysely, sql } from 'kysely';

/**
 * Copies each student's name and state into their relations, so that a page of a person's students reads one
 * range of an index. Triggers update the copies when a student is renamed, disabled or enabled.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE relations ADD COLUMN student_name text, ADD COLUMN student_enabled boolean`.execute(db);
  await sql`
    UPDATE relations SET student_name = lower(full_name), student_enabled = disabled_at IS NULL
    FROM users WHERE users.pk = student_pk`.execute(db);
  await sql`
    ALTER TABLE relations ALTER COLUMN student_name SET NOT NULL, ALTER COLUMN student_enabled SET NOT NULL`.execute(
    db,
  );
  await sql`
    CREATE INDEX relations_by_name ON relations (user_pk, student_name, student_pk) WHERE student_enabled`.execute(
    db,
  );
  await sql`
    CREATE FUNCTION name_relation() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      -- A change of the student's name waits for the new relation, or the relation for the new name.
      SELECT lower(full_name), disabled_at IS NULL INTO NEW.student_name, NEW.student_enabled
      FROM users WHERE pk = NEW.student_pk AND role = 'student' FOR SHARE;
      IF NOT FOUND THEN
        RAISE EXCEPTION 'A relation is one to a student.';
      END IF;
      RETURN NEW;
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER name_relation BEFORE INSERT ON relations
    FOR EACH ROW EXECUTE FUNCTION name_relation()`.execute(db);
  await sql`
    CREATE FUNCTION rename_in_relations() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE relations SET student_name = lower(NEW.full_name), student_enabled = NEW.disabled_at IS NULL
      WHERE student_pk = NEW.pk;
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER rename_in_relations AFTER UPDATE OF first_name, last_name, disabled_at ON users
    FOR EACH ROW WHEN (
      OLD.full_name IS DISTINCT FROM NEW.full_name OR (OLD.disabled_at IS NULL) <> (NEW.disabled_at IS NULL)
    ) EXECUTE FUNCTION rename_in_relations()`.execute(db);
  // Orders all students by name, for staff who see every student.
  await sql`
    CREATE INDEX students_by_name ON users (lower(full_name), pk)
    WHERE role = 'student' AND disabled_at IS NULL`.execute(db);
}
