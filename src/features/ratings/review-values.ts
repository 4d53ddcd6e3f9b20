import type { ReviewForm } from '#shared/ratings/review.ts';
import { type CategoryLevels, RATING_CATEGORY_CODES, type RatingCategory } from '#shared/ratings/schema.ts';
import type { CreateSprReviewInput } from '#src/transport/generated/ratings/graphql.ts';
import type { RatingToReview } from './queries.ts';

/** Returns the values that the review form starts from: the rating as it is. */
export function initialValues(rating: RatingToReview): ReviewForm {
  const categories = RATING_CATEGORY_CODES.map((code) => {
    const { depth, breadth, comments, rated } = rating[code];
    return [code, rated ? { depth, breadth, comments } : { depth: null, breadth: null, comments }];
  });
  return {
    categories: Object.fromEntries(categories) as ReviewForm['categories'],
    targetPoints: rating.targetPoints,
    targetPointsComments: rating.targetPointsComments,
  };
}

/** Returns the levels of a category in the form; null until both are chosen. */
export function levelsOf({ categories }: ReviewForm, code: RatingCategory): CategoryLevels | null {
  const { depth, breadth } = categories[code];
  return depth === null || breadth === null ? null : { depth, breadth };
}

/** Returns the input of the mutation: a category is sent only if both its levels are chosen (SPR-027). */
export function toReviewInput(
  rating: Pick<RatingToReview, 'id' | 'userPk'>,
  values: ReviewForm,
  request: { version: number; idempotencyKey: string },
): CreateSprReviewInput {
  const fields = RATING_CATEGORY_CODES.flatMap((code) => {
    const levels = levelsOf(values, code);
    return [
      [`${code}Comments`, values.categories[code].comments],
      ...(levels === null ? [] : [[code, [levels.depth, levels.breadth]]]),
    ];
  });
  return {
    studentProfileRating: rating.id,
    studentPk: rating.userPk,
    targetPoints: values.targetPoints,
    targetPointsComments: values.targetPointsComments,
    ...(Object.fromEntries(fields) as Partial<CreateSprReviewInput>),
    ...request,
  };
}
