import { type Kysely, sql } from 'kysely';

/** Notes, meeting notes (notes with a booked meeting), and the recipients of sent ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE notes (
      pk integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      author_pk integer NOT NULL REFERENCES users ON DELETE CASCADE,
      student_pk integer REFERENCES users ON DELETE SET NULL,
      booked_meeting_pk integer UNIQUE REFERENCES booked_meetings ON DELETE CASCADE,
      title text NOT NULL CHECK (length(title) BETWEEN 1 AND 100),
      body jsonb NOT NULL,
      html_body text NOT NULL,
      text_body text NOT NULL,
      version integer NOT NULL DEFAULT 1,
      sent_at timestamptz(3),
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL,
      sent boolean NOT NULL GENERATED ALWAYS AS (sent_at IS NOT NULL) STORED,
      -- What the list is sorted by lies in the row, so that every order has an index; triggers keep the names.
      author_name text NOT NULL DEFAULT '',
      student_name text NOT NULL DEFAULT '',
      mentor_name text NOT NULL GENERATED ALWAYS AS
        (CASE WHEN booked_meeting_pk IS NULL THEN '' ELSE author_name END) STORED,
      CHECK (sent_at IS NULL OR booked_meeting_pk IS NOT NULL)
    )`.execute(db);

  for (const column of [
    'updated_at',
    'created_at',
    'lower(title)',
    'sent',
    'author_name',
    'student_name',
    'mentor_name',
  ]) {
    await sql`CREATE INDEX ON notes (author_pk, ${sql.raw(column)}, pk)`.execute(db);
  }
  await sql`
    CREATE INDEX notes_of_student ON notes (student_pk, updated_at, pk) WHERE booked_meeting_pk IS NULL`.execute(
    db,
  );
  await sql`CREATE INDEX notes_title_substring ON notes USING gin (author_pk, title gin_trgm_ops)`.execute(
    db,
  );
  await sql`CREATE INDEX notes_body_substring ON notes USING gin (author_pk, text_body gin_trgm_ops)`.execute(
    db,
  );
  await sql`
    CREATE INDEX notes_title_words ON notes USING gin (author_pk, to_tsvector('english', title))`.execute(db);
  await sql`
    CREATE INDEX notes_body_words ON notes USING gin (author_pk, to_tsvector('english', text_body))`.execute(
    db,
  );

  await sql`
    CREATE TABLE note_recipients (
      note_pk integer NOT NULL REFERENCES notes ON DELETE CASCADE,
      user_pk integer NOT NULL REFERENCES users ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('student', 'parent', 'mentor')),
      PRIMARY KEY (user_pk, note_pk)
    )`.execute(db);
  await sql`CREATE INDEX note_recipients_of_note ON note_recipients (note_pk)`.execute(db);

  // Counting the rows of a long list is slow, so triggers keep a count per author, student and kind of note.
  await sql`
    CREATE TABLE note_counts (
      author_pk integer NOT NULL REFERENCES users ON DELETE CASCADE,
      student_pk integer NOT NULL, -- 0: a note about nobody
      is_meeting_note boolean NOT NULL,
      notes integer NOT NULL,
      PRIMARY KEY (author_pk, student_pk, is_meeting_note)
    )`.execute(db);
  await sql`CREATE INDEX note_counts_of_student ON note_counts (student_pk)`.execute(db);
  await sql`
    CREATE FUNCTION count_note() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      -- One author's changes of counts wait for each other: in two orders they would lock each other out.
      PERFORM pg_advisory_xact_lock(11, coalesce(NEW.author_pk, OLD.author_pk));
      IF TG_OP <> 'INSERT' THEN
        UPDATE note_counts SET notes = notes - 1
        WHERE author_pk = OLD.author_pk AND student_pk = coalesce(OLD.student_pk, 0)
          AND is_meeting_note = (OLD.booked_meeting_pk IS NOT NULL);
      END IF;
      IF TG_OP <> 'DELETE' THEN
        INSERT INTO note_counts (author_pk, student_pk, is_meeting_note, notes)
        VALUES (NEW.author_pk, coalesce(NEW.student_pk, 0), NEW.booked_meeting_pk IS NOT NULL, 1)
        ON CONFLICT (author_pk, student_pk, is_meeting_note) DO UPDATE SET notes = note_counts.notes + 1;
      END IF;
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER count_note AFTER INSERT OR DELETE OR UPDATE OF author_pk, student_pk, booked_meeting_pk ON notes
    FOR EACH ROW EXECUTE FUNCTION count_note()`.execute(db);

  await sql`
    CREATE FUNCTION name_note() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.author_name := (SELECT full_name FROM users WHERE pk = NEW.author_pk);
      NEW.student_name := coalesce((SELECT full_name FROM users WHERE pk = NEW.student_pk), '');
      RETURN NEW;
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER name_note BEFORE INSERT OR UPDATE OF author_pk, student_pk ON notes
    FOR EACH ROW EXECUTE FUNCTION name_note()`.execute(db);
  await sql`
    CREATE FUNCTION rename_in_notes() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE notes SET author_name = NEW.full_name WHERE author_pk = NEW.pk;
      UPDATE notes SET student_name = NEW.full_name WHERE student_pk = NEW.pk;
      RETURN NULL;
    END $$`.execute(db);
  await sql`
    CREATE TRIGGER rename_in_notes AFTER UPDATE OF first_name, last_name ON users
    FOR EACH ROW WHEN (OLD.full_name IS DISTINCT FROM NEW.full_name) EXECUTE FUNCTION rename_in_notes()`.execute(
    db,
  );
  // Finds the meeting notes of a student when the student is renamed. The partial index above lacks them.
  await sql`CREATE INDEX meeting_notes_of_student ON notes (student_pk) WHERE booked_meeting_pk IS NOT NULL`.execute(
    db,
  );
}
