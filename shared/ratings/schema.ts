/** The highest level of depth and of breadth (SPR-022). */
export const MAX_LEVEL = 3;

/** The seven categories of a student profile rating, in their order (SPR-014). */
export const RATING_CATEGORIES = {
  academicPerformancePotential: 'Academic performance and potential',
  loveOfLearning: 'Love of learning',
  leadership: 'Leadership',
  demonstratedConcernForOthers: 'Demonstrated concern for others',
  originalityCreativity: 'Originality and creativity',
  persistence: 'Persistence',
  crossCulturalEngagement: 'Cross-cultural engagement',
} as const;

export type RatingCategory = keyof typeof RATING_CATEGORIES;
export const RATING_CATEGORY_CODES = Object.keys(RATING_CATEGORIES) as RatingCategory[];

/** The levels of a category. */
export interface CategoryLevels {
  depth: number;
  breadth: number;
}

/** Stored with each rating, so that a later formula does not change old points. */
export const FORMULA_VERSION = 1;

const POINTS_A_LEVEL = 10;

/** The highest total of a category. */
export const MAX_CATEGORY_TOTAL = POINTS_A_LEVEL * 2 * MAX_LEVEL;

/** The highest points of a rating. */
export const MAX_POINTS = MAX_CATEGORY_TOTAL * RATING_CATEGORY_CODES.length;

/** The highest target (SPR-025). */
export const MAX_TARGET_POINTS = 425;

/** The default target (SPR-026). */
export const DEFAULT_TARGET_POINTS = 100;

/** Returns the total of a category: ten points for every level of depth and of breadth. */
export function categoryTotal({ depth, breadth }: CategoryLevels): number {
  return POINTS_A_LEVEL * (depth + breadth);
}

/** Returns the points of a rating: the sum of its categories. */
export function ratingPoints(categories: readonly CategoryLevels[]): number {
  return categories.reduce((sum, category) => sum + categoryTotal(category), 0);
}
