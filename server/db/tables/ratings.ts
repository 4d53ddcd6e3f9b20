import type { Generated } from 'kysely';
import type { RatingCategory } from '#shared/ratings/schema.ts';

/** Student profile ratings (migrations 051 and 052). */
export interface RatingTables {
  studentProfileRatings: {
    pk: Generated<number>;
    studentPk: number;
    points: Generated<number>;
    targetPoints: Generated<number>;
    formulaVersion: Generated<number>;
    createdAt: Generated<Date>;
  };
  ratingCategories: {
    ratingPk: number;
    category: RatingCategory;
    depth: number;
    breadth: number;
    comments: Generated<string>;
  };
}
