import type { Database } from '#server/db/database.ts';
import type { TestUser } from './users.ts';

/** Makes a mentor bookable every day from 9 to 17 in a time zone. */
export async function createAvailability(
  database: Database,
  mentor: TestUser,
  given: { timeZone?: string; dailyLimit?: number; noticeHours?: number } = {},
): Promise<void> {
  await database.kysely
    .insertInto('availabilities')
    .values({
      mentorPk: mentor.pk,
      timeZone: given.timeZone ?? 'UTC',
      minutes: 45,
      bufferMinutes: 10,
      noticeHours: given.noticeHours ?? 12,
      windowDays: 60,
      dailyLimit: given.dailyLimit ?? 8,
    })
    .execute();
  await database.kysely
    .insertInto('availabilityHours')
    .values(
      [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({
        mentorPk: mentor.pk,
        weekday,
        startMinute: 9 * 60,
        endMinute: 17 * 60,
      })),
    )
    .execute();
}
