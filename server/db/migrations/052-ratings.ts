import { type Kysely, sql } from 'kysely';

/** The levels that the points of a rating are computed from. The limits repeat those of shared/ratings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE student_profile_ratings ADD COLUMN formula_version smallint NOT NULL DEFAULT 1`.execute(
    db,
  );
  await sql`
    CREATE TABLE rating_categories (
      rating_pk integer NOT NULL REFERENCES student_profile_ratings ON DELETE CASCADE,
      category text NOT NULL CHECK (category IN ('academicPerformancePotential', 'loveOfLearning', 'leadership',
        'demonstratedConcernForOthers', 'originalityCreativity', 'persistence', 'crossCulturalEngagement')),
      depth smallint NOT NULL CHECK (depth BETWEEN 0 AND 3),
      breadth smallint NOT NULL CHECK (breadth BETWEEN 0 AND 3),
      comments text NOT NULL DEFAULT '' CHECK (length(comments) <= 5000),
      PRIMARY KEY (rating_pk, category)
    )`.execute(db);
}
