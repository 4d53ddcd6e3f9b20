import { type DemoContext, personOf } from './context.ts';

/** Articles that demo people have read or bookmarked. */
const READINGS = [
  { person: 'student', slug: 'choose-your-courses', progress: 100, bookmarked: false },
  { person: 'student', slug: 'activities-that-matter', progress: 45, bookmarked: false },
  { person: 'mentor', slug: 'for-mentors', progress: 100, bookmarked: true },
] as const;

/** Adds what demo people have read in the learning center. */
export async function seedLearning(context: DemoContext): Promise<void> {
  await context.database.kysely
    .insertInto('articleReadings')
    .values(READINGS.map(({ person, ...reading }) => ({ ...reading, userPk: personOf(context, person).pk })))
    .execute();
}
