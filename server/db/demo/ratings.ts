import {
  DEFAULT_TARGET_POINTS,
  MAX_TARGET_POINTS,
  RATING_CATEGORY_CODES,
  type RatingCategory,
  ratingPoints,
} from '#shared/ratings/schema.ts';
import { type DemoContext, personOf } from './context.ts';

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

/** Adds profile ratings. */
export async function seedRatings(context: DemoContext): Promise<void> {
  const { kysely } = context.database;
  for (const [index, [key, levels]] of LEVELS.entries()) {
    const categories = spread(levels, index);
    const points = ratingPoints(categories);
    const { pk: ratingPk } = await kysely
      .insertInto('studentProfileRatings')
      .values({
        studentPk: personOf(context, key).pk,
        points,
        targetPoints: Math.max(DEFAULT_TARGET_POINTS, Math.min(MAX_TARGET_POINTS, points + 60)),
      })
      .returning('pk')
      .executeTakeFirstOrThrow();
    await kysely
      .insertInto('ratingCategories')
      .values(
        categories.map((category) => ({
          ratingPk,
          ...category,
          comments: index === 0 ? (COMMENTS[category.category] ?? '') : '',
        })),
      )
      .execute();
  }
}
