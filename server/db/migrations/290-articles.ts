import { type Kysely, sql } from 'kysely';

/**
 * The articles of the learning center that staff wrote or changed, one row for each version, and how far each person
 * read. Articles that ship with GoPath are files; their first change adds a version here.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE article_versions (
      slug text NOT NULL CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(slug) <= 80),
      version integer NOT NULL CHECK (version > 0),
      title text NOT NULL CHECK (length(title) <= 100),
      summary text NOT NULL CHECK (length(summary) <= 300),
      topic text NOT NULL,
      audiences text[] NOT NULL,
      grades integer[] NOT NULL,
      author text NOT NULL CHECK (length(author) <= 100),
      sources jsonb NOT NULL,
      body text NOT NULL CHECK (length(body) <= 40000),
      hidden boolean NOT NULL,
      editor_pk integer REFERENCES users ON DELETE SET NULL,
      created_at timestamptz(3) NOT NULL,
      PRIMARY KEY (slug, version)
    )`.execute(db);
  await sql`CREATE INDEX ON article_versions (editor_pk)`.execute(db);
  await sql`
    CREATE TABLE article_readings (
      user_pk integer NOT NULL REFERENCES users ON DELETE CASCADE,
      slug text NOT NULL CHECK (length(slug) <= 80),
      progress smallint NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 100),
      bookmarked boolean NOT NULL DEFAULT false,
      PRIMARY KEY (user_pk, slug)
    )`.execute(db);
}
