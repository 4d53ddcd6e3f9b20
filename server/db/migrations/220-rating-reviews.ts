import { type Kysely, sql } from 'kysely';

/**
 * Reviews of profile ratings. Each review stores the whole resulting rating, so that the history stays exact, and
 * cannot be changed. The limits repeat those of shared/ratings.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE student_profile_ratings
      ADD COLUMN target_points_comments text NOT NULL DEFAULT '' CHECK (length(target_points_comments) <= 5000),
      ADD COLUMN version integer NOT NULL DEFAULT 0`.execute(db);
  await sql`
    CREATE TABLE rating_reviews (
      pk integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      rating_pk integer NOT NULL REFERENCES student_profile_ratings ON DELETE CASCADE,
      reviewer_pk integer REFERENCES users ON DELETE SET NULL,
      formula_version smallint NOT NULL,
      points smallint NOT NULL CHECK (points BETWEEN 0 AND 420),
      target_points smallint NOT NULL CHECK (target_points BETWEEN 0 AND 425),
      target_points_comments text NOT NULL DEFAULT '' CHECK (length(target_points_comments) <= 5000),
      created_at timestamptz(3) NOT NULL DEFAULT now()
    )`.execute(db);
  await sql`CREATE INDEX rating_reviews_newest ON rating_reviews (rating_pk, pk DESC)`.execute(db);
  await sql`CREATE INDEX rating_reviews_of_reviewer ON rating_reviews (reviewer_pk)`.execute(db);
  await sql`
    CREATE TABLE rating_review_categories (
      review_pk integer NOT NULL REFERENCES rating_reviews ON DELETE CASCADE,
      category text NOT NULL CHECK (category IN ('academicPerformancePotential', 'loveOfLearning', 'leadership',
        'demonstratedConcernForOthers', 'originalityCreativity', 'persistence', 'crossCulturalEngagement')),
      depth smallint NOT NULL CHECK (depth BETWEEN 0 AND 3),
      breadth smallint NOT NULL CHECK (breadth BETWEEN 0 AND 3),
      comments text NOT NULL DEFAULT '' CHECK (length(comments) <= 5000),
      PRIMARY KEY (review_pk, category)
    )`.execute(db);
  await sql`
    CREATE FUNCTION refuse_review_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'A submitted review cannot be changed.';
    END $$`.execute(db);
  // The account of a reviewer can be deleted: the review then loses its reviewer.
  await sql`
    CREATE TRIGGER rating_reviews_immutable BEFORE UPDATE ON rating_reviews FOR EACH ROW
      WHEN (to_jsonb(NEW) - 'reviewer_pk' <> to_jsonb(OLD) - 'reviewer_pk'
        OR (NEW.reviewer_pk IS NOT NULL AND NEW.reviewer_pk IS DISTINCT FROM OLD.reviewer_pk))
      EXECUTE FUNCTION refuse_review_change()`.execute(db);
  await sql`
    CREATE TRIGGER rating_review_categories_immutable BEFORE UPDATE ON rating_review_categories FOR EACH ROW
      EXECUTE FUNCTION refuse_review_change()`.execute(db);
}
