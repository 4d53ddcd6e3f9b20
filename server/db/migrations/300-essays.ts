import { type Kysely, sql } from 'kysely';

/** Essays of students, their version history, and comments anchored to a passage. The limits repeat shared/essays. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE essays (
      pk integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      student_pk integer NOT NULL REFERENCES users ON DELETE CASCADE,
      creator_pk integer REFERENCES users ON DELETE SET NULL,
      title text NOT NULL CHECK (length(title) BETWEEN 1 AND 100),
      body jsonb NOT NULL,
      word_count integer NOT NULL DEFAULT 0,
      prompt text NOT NULL DEFAULT '' CHECK (length(prompt) <= 2000),
      word_limit integer CHECK (word_limit BETWEEN 1 AND 5000),
      status text NOT NULL DEFAULT 'IDEA' CHECK (status IN ('IDEA', 'DRAFT', 'REVIEW', 'DONE')),
      college_pk integer REFERENCES colleges ON DELETE SET NULL,
      due_on date,
      is_shared boolean NOT NULL DEFAULT false,
      version integer NOT NULL DEFAULT 1,
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX essays_of_student ON essays (student_pk, updated_at DESC, pk DESC)`.execute(db);
  await sql`CREATE INDEX essays_of_creator ON essays (creator_pk)`.execute(db);
  await sql`CREATE INDEX essays_of_college ON essays (college_pk)`.execute(db);
  // The newest version changes with every save until it is two minutes old; older ones never change.
  await sql`
    CREATE TABLE essay_versions (
      pk integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      essay_pk integer NOT NULL REFERENCES essays ON DELETE CASCADE,
      author_pk integer REFERENCES users ON DELETE SET NULL,
      title text NOT NULL,
      body jsonb NOT NULL,
      word_count integer NOT NULL,
      started_at timestamptz(3) NOT NULL,
      saved_at timestamptz(3) NOT NULL
    )`.execute(db);
  await sql`CREATE INDEX essay_versions_newest ON essay_versions (essay_pk, pk DESC)`.execute(db);
  await sql`CREATE INDEX essay_versions_of_author ON essay_versions (author_pk)`.execute(db);
  await sql`
    CREATE TABLE essay_comments (
      pk integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      essay_pk integer NOT NULL REFERENCES essays ON DELETE CASCADE,
      author_pk integer REFERENCES users ON DELETE SET NULL,
      body text NOT NULL CHECK (length(body) BETWEEN 1 AND 2000),
      quote text NOT NULL CHECK (length(quote) BETWEEN 1 AND 1000),
      text_before text NOT NULL DEFAULT '',
      text_after text NOT NULL DEFAULT '',
      created_at timestamptz(3) NOT NULL,
      resolved_at timestamptz(3),
      resolved_by_pk integer REFERENCES users ON DELETE SET NULL
    )`.execute(db);
  await sql`CREATE INDEX essay_comments_of_essay ON essay_comments (essay_pk, pk)`.execute(db);
  await sql`CREATE INDEX essay_comments_of_author ON essay_comments (author_pk)`.execute(db);
  await sql`CREATE INDEX essay_comments_of_resolver ON essay_comments (resolved_by_pk)`.execute(db);
}
