import type { Database } from '#server/db/database.ts';
import { toGlobalId } from '#shared/kernel/ids.ts';
import {
  type CategoryLevels,
  FORMULA_VERSION,
  type RatingCategory,
  ratingPoints,
} from '#shared/ratings/schema.ts';
import type { TestUser } from './users.ts';

/** Creates the profile rating of a student, with the given categories. */
export async function createRating(
  database: Database,
  student: TestUser,
  levels: Partial<Record<RatingCategory, CategoryLevels>> = {},
) {
  const categories = Object.entries(levels) as [RatingCategory, CategoryLevels][];
  const { pk } = await database.kysely
    .insertInto('studentProfileRatings')
    .values({
      studentPk: student.pk,
      points: ratingPoints(Object.values(levels)),
      formulaVersion: FORMULA_VERSION,
    })
    .returning('pk')
    .executeTakeFirstOrThrow();
  if (categories.length > 0) {
    await database.kysely
      .insertInto('ratingCategories')
      .values(categories.map(([category, level]) => ({ ratingPk: pk, category, ...level })))
      .execute();
  }
  return { pk, id: toGlobalId('StudentProfileRating', pk) };
}

/** Creates an open request of a student for a review. */
export async function createReviewRequest(database: Database, student: TestUser): Promise<void> {
  await database.kysely
    .insertInto('ratingReviewRequests')
    .values({ studentPk: student.pk, reviewPk: null, closedAt: null })
    .execute();
}
