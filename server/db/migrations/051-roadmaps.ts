import { type Kysely, sql } from 'kysely';

/** A student's roadmap with its classes, scores, activities and colleges. The limits repeat those of shared/roadmap. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE roadmaps (
      pk integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      student_pk integer NOT NULL UNIQUE REFERENCES users ON DELETE CASCADE,
      year text NOT NULL CHECK (year IN ('FR', 'SO', 'JR', 'SR')),
      graduation_year smallint NOT NULL CHECK (graduation_year BETWEEN 1900 AND 2200),
      school_pk integer REFERENCES schools ON DELETE SET NULL,
      attending_unitid integer REFERENCES institutions ON DELETE SET NULL,
      version integer NOT NULL DEFAULT 1,
      created_at timestamptz(3) NOT NULL DEFAULT now()
    )`.execute(db);
  await sql`CREATE INDEX roadmaps_of_school ON roadmaps (school_pk)`.execute(db);
  await sql`CREATE INDEX roadmaps_of_attending ON roadmaps (attending_unitid)`.execute(db);
  await sql`
    CREATE TABLE major_interests (
      pk integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      roadmap_pk integer NOT NULL REFERENCES roadmaps ON DELETE CASCADE,
      major_pk integer NOT NULL REFERENCES majors ON DELETE CASCADE,
      rank smallint NOT NULL CHECK (rank >= 1),
      UNIQUE (roadmap_pk, major_pk)
    )`.execute(db);
  await sql`CREATE INDEX major_interests_of_major ON major_interests (major_pk)`.execute(db);
  await sql`
    CREATE TABLE class_grades (
      pk integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      roadmap_pk integer NOT NULL REFERENCES roadmaps ON DELETE CASCADE,
      name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
      year text NOT NULL CHECK (year IN ('FR', 'SO', 'JR', 'SR')),
      terms smallint NOT NULL CHECK (terms BETWEEN 2 AND 4),
      target_grades numeric(2,1)[] NOT NULL,
      actual_grades numeric(2,1)[] NOT NULL,
      uc_honors boolean NOT NULL DEFAULT false,
      subject_requirement text NOT NULL DEFAULT '' CHECK (subject_requirement IN ('', 'A', 'B', 'C', 'D', 'E', 'F', 'G')),
      autocompleted boolean NOT NULL DEFAULT false,
      version integer NOT NULL DEFAULT 1,
      CHECK (cardinality(target_grades) = terms AND cardinality(actual_grades) = terms),
      CHECK (array_remove(target_grades || actual_grades, NULL) <@
        ARRAY[4, 3.7, 3.3, 3, 2.7, 2.3, 2, 1.7, 1.3, 1, 0]::numeric(2,1)[])
    )`.execute(db);
  await sql`
    CREATE TABLE sat_scores (
      pk integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      roadmap_pk integer NOT NULL REFERENCES roadmaps ON DELETE CASCADE,
      taken_at date NOT NULL,
      erw smallint CHECK (erw BETWEEN 200 AND 800),
      math smallint CHECK (math BETWEEN 200 AND 800),
      reading smallint CHECK (reading BETWEEN 2 AND 8),
      analysis smallint CHECK (analysis BETWEEN 2 AND 8),
      writing smallint CHECK (writing BETWEEN 2 AND 8)
    )`.execute(db);
  await sql`
    CREATE TABLE act_scores (
      pk integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      roadmap_pk integer NOT NULL REFERENCES roadmaps ON DELETE CASCADE,
      taken_at date NOT NULL,
      english smallint CHECK (english BETWEEN 1 AND 36),
      mathematics smallint CHECK (mathematics BETWEEN 1 AND 36),
      reading smallint CHECK (reading BETWEEN 1 AND 36),
      science smallint CHECK (science BETWEEN 1 AND 36),
      writing smallint CHECK (writing BETWEEN 2 AND 12)
    )`.execute(db);
  await sql`
    CREATE TABLE exam_scores (
      pk integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      roadmap_pk integer NOT NULL REFERENCES roadmaps ON DELETE CASCADE,
      exam_pk integer NOT NULL REFERENCES exams,
      taken_at date NOT NULL,
      score numeric(6,1)
    )`.execute(db);
  await sql`CREATE INDEX exam_scores_of_exam ON exam_scores (exam_pk)`.execute(db);
  await sql`
    CREATE TABLE activities (
      pk integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      roadmap_pk integer NOT NULL REFERENCES roadmaps ON DELETE CASCADE,
      name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
      body text NOT NULL DEFAULT '' CHECK (length(body) <= 100),
      category text NOT NULL CHECK (category IN ('VO', 'EP', 'WE', 'HO', 'SP', 'OT')),
      freshman_year boolean NOT NULL DEFAULT false,
      sophomore_year boolean NOT NULL DEFAULT false,
      junior_year boolean NOT NULL DEFAULT false,
      senior_year boolean NOT NULL DEFAULT false,
      position integer NOT NULL DEFAULT 0,
      version integer NOT NULL DEFAULT 1
    )`.execute(db);
  await sql`
    CREATE TABLE colleges (
      pk integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      roadmap_pk integer NOT NULL REFERENCES roadmaps ON DELETE CASCADE,
      unitid integer REFERENCES institutions,
      name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
      body text NOT NULL DEFAULT '' CHECK (length(body) <= 5000),
      admission_category text NOT NULL DEFAULT 'T' CHECK (admission_category IN ('R', 'T', 'S')),
      application_type text NOT NULL DEFAULT 'UD' CHECK (application_type IN ('EA', 'ED', 'RD', 'UD')),
      visited boolean NOT NULL DEFAULT false,
      waitlisted boolean NOT NULL DEFAULT false,
      accepted boolean NOT NULL DEFAULT false,
      deferred boolean NOT NULL DEFAULT false,
      denied boolean NOT NULL DEFAULT false,
      version integer NOT NULL DEFAULT 1,
      UNIQUE (roadmap_pk, unitid)
    )`.execute(db);
  await sql`CREATE UNIQUE INDEX colleges_by_name ON colleges (roadmap_pk, lower(name)) WHERE unitid IS NULL`.execute(
    db,
  );
  await sql`CREATE INDEX colleges_of_institution ON colleges (unitid)`.execute(db);
  for (const table of ['class_grades', 'sat_scores', 'act_scores', 'exam_scores', 'activities']) {
    await sql`CREATE INDEX ${sql.id(`${table}_of_roadmap`)} ON ${sql.id(table)} (roadmap_pk)`.execute(db);
  }

  // The list of students shows the points of ratings. Later migrations add reviews and their history.
  await sql`
    CREATE TABLE student_profile_ratings (
      pk integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      student_pk integer NOT NULL UNIQUE REFERENCES users ON DELETE CASCADE,
      points smallint NOT NULL DEFAULT 0 CHECK (points BETWEEN 0 AND 420),
      target_points smallint NOT NULL DEFAULT 100 CHECK (target_points BETWEEN 0 AND 425),
      created_at timestamptz(3) NOT NULL DEFAULT now()
    )`.execute(db);
}
