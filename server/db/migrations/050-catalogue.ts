import { type Kysely, sql } from 'kysely';

/**
 * Published data that people choose from: institutions, majors, schools with their courses, exams. `search`
 * is the normalized name for lookups (see server/db/search.ts). Rows that a newer file no longer contains
 * stay, because roadmaps refer to them, and are marked by `vanished_at`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE institutions (
      unitid integer PRIMARY KEY CHECK (unitid > 0),
      instnm text NOT NULL CHECK (length(instnm) BETWEEN 1 AND 200),
      alias text NOT NULL DEFAULT '' CHECK (length(alias) <= 1000),
      insturl text NOT NULL DEFAULT '' CHECK (length(insturl) <= 500),
      city text NOT NULL DEFAULT '',
      stabbr text NOT NULL DEFAULT '',
      zip_code text NOT NULL DEFAULT '',
      latitude double precision,
      longitude double precision,
      control smallint CHECK (control BETWEEN 1 AND 3),
      iclevel smallint CHECK (iclevel BETWEEN 1 AND 3),
      ugds integer CHECK (ugds >= 0),
      adm_rate double precision CHECK (adm_rate BETWEEN 0 AND 1),
      satvr25 smallint CHECK (satvr25 BETWEEN 200 AND 800),
      satvr75 smallint CHECK (satvr75 BETWEEN 200 AND 800),
      satmt25 smallint CHECK (satmt25 BETWEEN 200 AND 800),
      satmt75 smallint CHECK (satmt75 BETWEEN 200 AND 800),
      actcm25 smallint CHECK (actcm25 BETWEEN 1 AND 36),
      actcm75 smallint CHECK (actcm75 BETWEEN 1 AND 36),
      costt4_a integer CHECK (costt4_a >= 0),
      tuitionfee_in integer CHECK (tuitionfee_in >= 0),
      tuitionfee_out integer CHECK (tuitionfee_out >= 0),
      data_year text NOT NULL CHECK (data_year ~ '^[0-9]{4}-[0-9]{2}$'),
      older_years jsonb NOT NULL DEFAULT '{}',
      search text NOT NULL,
      vanished_at timestamptz(3)
    )`.execute(db);
  await sql`
    CREATE TABLE majors (
      pk integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      cipcode4 text NOT NULL UNIQUE CHECK (cipcode4 ~ '^[0-9]{4}$'),
      description text NOT NULL CHECK (length(description) BETWEEN 1 AND 200),
      search text NOT NULL,
      vanished_at timestamptz(3)
    )`.execute(db);
  // The key of a public school is its NCES number. Private schools have no number in the published list, so
  // their key is name and place.
  await sql`
    CREATE TABLE schools (
      pk integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      source text NOT NULL CHECK (source IN ('public', 'private')),
      official_key text NOT NULL UNIQUE,
      name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
      city text NOT NULL DEFAULT '',
      state text NOT NULL DEFAULT '',
      search text NOT NULL,
      vanished_at timestamptz(3)
    )`.execute(db);
  await sql`
    CREATE TABLE courses (
      pk integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      school_pk integer NOT NULL REFERENCES schools ON DELETE CASCADE,
      official_key text NOT NULL UNIQUE,
      name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
      subject_requirement text NOT NULL DEFAULT '' CHECK (subject_requirement IN ('', 'A', 'B', 'C', 'D', 'E', 'F', 'G')),
      uc_honors boolean NOT NULL DEFAULT false,
      vanished_at timestamptz(3)
    )`.execute(db);
  await sql`CREATE INDEX courses_of_school ON courses (school_pk, name)`.execute(db);
  await sql`
    CREATE TABLE exam_categories (
      pk integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 100),
      min_score numeric(6,1) NOT NULL,
      max_score numeric(6,1) NOT NULL,
      step numeric(3,1) NOT NULL DEFAULT 1 CHECK (step > 0),
      date_precision text NOT NULL CHECK (date_precision IN ('year', 'monthYear', 'fullDate')),
      position integer NOT NULL DEFAULT 0,
      CHECK (min_score <= max_score)
    )`.execute(db);
  await sql`
    CREATE TABLE exams (
      pk integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      category_pk integer NOT NULL REFERENCES exam_categories,
      name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
      vanished_at timestamptz(3),
      UNIQUE (category_pk, name)
    )`.execute(db);

  await sql`CREATE INDEX institutions_name ON institutions (instnm, unitid)`.execute(db);
  await sql`CREATE INDEX majors_name ON majors (description, pk)`.execute(db);
  await sql`CREATE INDEX schools_name ON schools (name, pk)`.execute(db);

  // Finds misspelled names through the index. The operator reads its threshold from a setting, and only a
  // function can set it for one statement.
  for (const [table, key] of [
    ['institutions', 'unitid'],
    ['majors', 'pk'],
    ['schools', 'pk'],
  ] as const) {
    const index = sql.id(`${table}_search`);
    await sql`CREATE INDEX ${index} ON ${sql.id(table)} USING gin (search gin_trgm_ops)`.execute(db);
    await sql`
      CREATE FUNCTION ${sql.id(`similar_${table}`)} (wanted text, most integer)
      RETURNS TABLE (key integer, likeness real)
      LANGUAGE sql STABLE ROWS 20 SET pg_trgm.word_similarity_threshold = 0.45
      AS $$
        SELECT ${sql.id(key)}, word_similarity(wanted, search) FROM ${sql.id(table)}
        WHERE search %> wanted AND vanished_at IS NULL
        ORDER BY 2 DESC, similarity(wanted, search) DESC, 1 LIMIT most
      $$`.execute(db);
  }
}
