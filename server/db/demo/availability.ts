import { AVAILABILITY_DEFAULTS } from '#shared/booking/schema.ts';
import { type DemoContext, personOf } from './context.ts';

/** The hours of the demo mentors, Monday to Saturday. */
const HOURS = { startMinute: 14 * 60, endMinute: 20 * 60 };
const WEEKDAYS = [1, 2, 3, 4, 5, 6];
const MENTORS = ['mentor', 'jonah.bell'] as const;

/** Makes demo mentors bookable; one offers no hours yet. */
export async function seedAvailability(context: DemoContext): Promise<void> {
  const { kysely } = context.database;
  for (const key of MENTORS) {
    const { pk: mentorPk } = personOf(context, key);
    const { timeZone } = await kysely
      .selectFrom('users')
      .select('timeZone')
      .where('pk', '=', mentorPk)
      .executeTakeFirstOrThrow();
    await kysely
      .insertInto('availabilities')
      .values({ mentorPk, timeZone, ...AVAILABILITY_DEFAULTS })
      .execute();
    await kysely
      .insertInto('availabilityHours')
      .values(WEEKDAYS.map((weekday) => ({ mentorPk, weekday, ...HOURS })))
      .execute();
  }
}
