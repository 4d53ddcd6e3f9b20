import {
  DEFAULT_TARGET_POINTS,
  FORMULA_VERSION,
  MAX_TARGET_POINTS,
  RATING_CATEGORY_CODES,
  type RatingCategory,
  ratingPoints,
} from '#shared/ratings/schema.ts';
import { type DemoContext, personOf } from './context.ts';
import { DEMO_FAMILIES } from './people.ts';

/** The levels of depth and breadth of each student together; other students have no rating yet. */
const LEVELS: readonly [key: string, levels: number][] = [
  ['student', 25],
  ['liam.castellano', 30],
  ['aisha.rahman', 19],
  ['sofia.alvarez', 22],
  ['priya.natarajan', 34],
  ['lucas.moreau', 14],
  ['hannah.weiss', 10],
  ['kenji.watanabe', 28],
  ['daniel.kimani', 9],
];

const COMMENTS: Partial<Record<RatingCategory, string>> = {
  academicPerformancePotential: 'Strong in the humanities; Chemistry needs a plan for the second term.',
  leadership: 'Leads the build team in robotics. A project of her own would show more breadth.',
  demonstratedConcernForOthers: 'Three years of reading with second graders, every Saturday.',
};

/** Spreads levels over the categories, with a different start for each student. */
function spread(levels: number, start: number) {
  const count = RATING_CATEGORY_CODES.length;
  const places = Array.from({ length: count * 2 }, () => 0);
  // The step and the number of places are coprime, so each place is visited once per round.
  for (let given = 0; given < levels; given += 1) {
    const place = (start + given * 3) % places.length;
    places[place] = (places[place] ?? 0) + 1;
  }
  return RATING_CATEGORY_CODES.map((category, index) => ({
    category,
    depth: places[index] ?? 0,
    breadth: places[index + count] ?? 0,
  }));
}

/** Earlier reviews: how long ago, and how many levels less than today. */
const REVIEWS = [
  { daysAgo: 290, less: 8 },
  { daysAgo: 150, less: 4 },
  { daysAgo: 20, less: 0 },
] as const;

/** Adds profile ratings with their reviews. */
export async function seedRatings(context: DemoContext): Promise<void> {
  const { kysely } = context.database;
  for (const [index, [key, levels]] of LEVELS.entries()) {
    const reviews = REVIEWS.map(({ daysAgo, less }) => {
      const categories = spread(levels - less, index).map((category) => ({
        ...category,
        comments: index === 0 && less === 0 ? (COMMENTS[category.category] ?? '') : '',
      }));
      const points = ratingPoints(categories);
      const targetPoints = Math.max(DEFAULT_TARGET_POINTS, Math.min(MAX_TARGET_POINTS, points + 60));
      const createdAt = new Date(context.now.getTime() - daysAgo * 86_400_000);
      return { points, targetPoints, createdAt, categories };
    });
    const { points, targetPoints, categories } = reviews.at(-1) as (typeof reviews)[number];
    const { pk: ratingPk } = await kysely
      .insertInto('studentProfileRatings')
      .values({ studentPk: personOf(context, key).pk, points, targetPoints, version: reviews.length })
      .returning('pk')
      .executeTakeFirstOrThrow();
    await kysely
      .insertInto('ratingCategories')
      .values(categories.map((category) => ({ ratingPk, ...category })))
      .execute();
    const reviewer = DEMO_FAMILIES[key]?.find((other) => personOf(context, other).role === 'mentor');
    const reviewerPk = reviewer === undefined ? null : personOf(context, reviewer).pk;
    const reviewPks = await kysely
      .insertInto('ratingReviews')
      .values(
        reviews.map(({ categories: _categories, ...review }) => ({
          ratingPk,
          reviewerPk,
          formulaVersion: FORMULA_VERSION,
          ...review,
        })),
      )
      .returning('pk')
      .execute();
    await kysely
      .insertInto('ratingReviewCategories')
      .values(
        reviewPks.flatMap(({ pk: reviewPk }, review) =>
          (reviews[review]?.categories ?? []).map((category) => ({ reviewPk, ...category })),
        ),
      )
      .execute();
  }
}
