import type { Generated } from 'kysely';
import type { RatingCategory } from '#shared/ratings/schema.ts';

/** Student profile ratings (migrations 051 and 052), their reviews (220) and requests (221). */
export interface RatingTables {
  studentProfileRatings: {
    pk: Generated<number>;
    studentPk: number;
    points: Generated<number>;
    targetPoints: Generated<number>;
    targetPointsComments: Generated<string>;
    formulaVersion: Generated<number>;
    /** The number of reviews. */
    version: Generated<number>;
    createdAt: Generated<Date>;
  };
  ratingCategories: {
    ratingPk: number;
    category: RatingCategory;
    depth: number;
    breadth: number;
    comments: Generated<string>;
  };
  ratingReviews: {
    pk: Generated<number>;
    ratingPk: number;
    reviewerPk: number | null;
    formulaVersion: number;
    points: number;
    targetPoints: number;
    targetPointsComments: Generated<string>;
    createdAt: Generated<Date>;
  };
  ratingReviewCategories: {
    reviewPk: number;
    category: RatingCategory;
    depth: number;
    breadth: number;
    comments: Generated<string>;
  };
  ratingReviewRequests: {
    pk: Generated<number>;
    studentPk: number;
    createdAt: Generated<Date>;
    reviewPk: number | null;
    /** Null while it is open. */
    closedAt: Date | null;
  };
}
