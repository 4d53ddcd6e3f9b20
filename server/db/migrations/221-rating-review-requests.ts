import { type Kysely, sql } from 'kysely';

/** Requests for reviews of profile ratings, and the grants of reviews that they use. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE review_grants (
      pk integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      student_pk integer NOT NULL REFERENCES users ON DELETE CASCADE,
      source text NOT NULL CHECK (length(source) BETWEEN 1 AND 100),
      reviews smallint NOT NULL CHECK (reviews >= 0),
      used smallint NOT NULL DEFAULT 0 CHECK (used BETWEEN 0 AND reviews),
      valid_until timestamptz(3) NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      UNIQUE (student_pk, source)
    )`.execute(db);
  await sql`
    CREATE TABLE rating_review_requests (
      pk integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      student_pk integer NOT NULL REFERENCES users ON DELETE CASCADE,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      review_pk integer REFERENCES rating_reviews ON DELETE SET NULL,
      closed_at timestamptz(3)
    )`.execute(db);
  await sql`
    CREATE UNIQUE INDEX rating_review_requests_open ON rating_review_requests (student_pk)
      WHERE closed_at IS NULL`.execute(db);
  await sql`CREATE INDEX rating_review_requests_of_student ON rating_review_requests (student_pk)`.execute(
    db,
  );
  await sql`CREATE INDEX rating_review_requests_of_review ON rating_review_requests (review_pk)`.execute(db);
}
