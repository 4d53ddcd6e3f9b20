import { z } from 'zod';
import { idempotencyKey } from '../kernel/idempotency.ts';
import { plainText } from '../kernel/text.ts';
import { MAX_LEVEL, MAX_TARGET_POINTS, RATING_CATEGORY_CODES, type RatingCategory } from './schema.ts';

/** The longest comment of a review. */
export const MAX_COMMENT_LENGTH = 5000;

/** The messages of an invalid review. */
export const REVIEW_MESSAGES = {
  half: 'Rate both depth and breadth, or neither',
  unratedComment: 'Rate this category to keep its comment',
  level: `Choose a level from 0 to ${MAX_LEVEL}`,
  target: `Choose target points from 0 to ${MAX_TARGET_POINTS}`,
  unrated: 'Rate at least one category',
  changed: 'Someone else reviewed this rating. Your review is not submitted.',
} as const;

const comments = plainText({ name: 'Comment', max: MAX_COMMENT_LENGTH });
const level = z
  .int(REVIEW_MESSAGES.level)
  .min(0, REVIEW_MESSAGES.level)
  .max(MAX_LEVEL, REVIEW_MESSAGES.level);
const targetPoints = z
  .int(REVIEW_MESSAGES.target)
  .min(0, REVIEW_MESSAGES.target)
  .max(MAX_TARGET_POINTS, REVIEW_MESSAGES.target);

/** The two levels of a category in `createSprReview` (SPR-022, SPR-027). */
const levelPair = z
  .array(z.number())
  .refine((levels) => levels.length === 2, REVIEW_MESSAGES.half)
  .refine((levels) => levels.every((one) => level.safeParse(one).success), REVIEW_MESSAGES.level)
  .transform(([depth, breadth]) => ({ depth: depth as number, breadth: breadth as number }))
  .nullish();

/** Returns an object with a value for each category. */
function ofCategories<Value>(value: Value): Record<RatingCategory, Value> {
  return Object.fromEntries(RATING_CATEGORY_CODES.map((code) => [code, value])) as Record<
    RatingCategory,
    Value
  >;
}

type CommentsField = `${RatingCategory}Comments`;
const commentFields = Object.fromEntries(
  RATING_CATEGORY_CODES.map((code) => [`${code}Comments`, comments.nullish()]),
) as Record<CommentsField, z.ZodOptional<z.ZodNullable<typeof comments>>>;

/** The input of `createSprReview` (SPR-036). Omitted fields use their last value. */
export const reviewInput = z.object({
  studentProfileRating: z.string(),
  studentPk: z.int(),
  targetPoints: targetPoints.nullish(),
  targetPointsComments: comments.nullish(),
  ...ofCategories(levelPair),
  ...commentFields,
  version: z.int().nullish(),
  idempotencyKey,
});

/** One category in the review form. */
const categoryForm = z
  .object({ depth: level.nullable(), breadth: level.nullable(), comments })
  .refine(({ depth, breadth }) => (depth === null) === (breadth === null), {
    message: REVIEW_MESSAGES.half,
    path: ['depth'],
  })
  .refine(({ depth, breadth, comments }) => depth !== null || breadth !== null || comments === '', {
    message: REVIEW_MESSAGES.unratedComment,
    path: ['comments'],
  });

/** The values of the review form. */
export const reviewForm = z
  .object({ categories: z.object(ofCategories(categoryForm)), targetPoints, targetPointsComments: comments })
  .refine(({ categories }) => Object.values(categories).some(({ depth }) => depth !== null), {
    message: REVIEW_MESSAGES.unrated,
    // React Hook Form shows it at the group of categories.
    path: ['categories', 'root'],
  });
export type ReviewForm = z.infer<typeof reviewForm>;
