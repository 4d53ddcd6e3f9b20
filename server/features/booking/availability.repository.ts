import type { AvailabilityInput } from '#shared/booking/schema.ts';
import type { Availability } from '#shared/booking/slots.ts';
import type { Database } from '../../db/database.ts';

/** The stored availability of a mentor. */
export interface StoredAvailability extends Availability {
  version: number;
}

/**
 * Returns the SQL of a mentor's availability as JSON; null when the mentor has none.
 * @param mentor the parameter or column with the mentor's pk
 */
export function availabilityJson(mentor: string): string {
  return `(SELECT json_build_object('timeZone', time_zone, 'minutes', minutes, 'bufferMinutes', buffer_minutes,
      'noticeHours', notice_hours, 'windowDays', window_days, 'dailyLimit', daily_limit, 'version', version,
      'hours', (SELECT coalesce(json_agg(json_build_object(
          'weekday', weekday, 'start', start_minute, 'end', end_minute) ORDER BY weekday, start_minute), '[]')
        FROM availability_hours AS hours WHERE hours.mentor_pk = availabilities.mentor_pk),
      'overrides', (SELECT coalesce(json_agg(json_build_object('day', day, 'ranges', ranges) ORDER BY day), '[]')
        FROM (SELECT day, coalesce(json_agg(json_build_object('start', start_minute, 'end', end_minute)
            ORDER BY start_minute) FILTER (WHERE end_minute > 0), '[]') AS ranges
          FROM availability_overrides AS overrides
          WHERE overrides.mentor_pk = availabilities.mentor_pk GROUP BY day) AS days))
    FROM availabilities WHERE mentor_pk = ${mentor})`;
}

/** The SQL of mentors' availability. */
export class AvailabilityRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(mentorPk: number): Promise<StoredAvailability | null> {
    const [row] = await this.#database.query<{ availability: StoredAvailability | null }>(
      `SELECT ${availabilityJson('$1')} AS availability`,
      [mentorPk],
    );
    return row?.availability ?? null;
  }

  /** Stores the settings. @returns false when the stored version is another one than the input's */
  async save(mentorPk: number, input: AvailabilityInput, now: Date): Promise<boolean> {
    const rows = await this.#database.query(
      `INSERT INTO availabilities AS stored (mentor_pk, time_zone, minutes, buffer_minutes, notice_hours,
        window_days, daily_limit, updated_at)
      SELECT $1, $2, $3, $4, $5, $6, $7, $8 WHERE $9 = 0 OR EXISTS (SELECT FROM availabilities WHERE mentor_pk = $1)
      ON CONFLICT (mentor_pk) DO UPDATE SET time_zone = $2, minutes = $3, buffer_minutes = $4, notice_hours = $5,
        window_days = $6, daily_limit = $7, updated_at = $8, version = stored.version + 1
        WHERE stored.version = $9
      RETURNING mentor_pk`,
      [
        mentorPk,
        input.timeZone,
        input.minutes,
        input.bufferMinutes,
        input.noticeHours,
        input.windowDays,
        input.dailyLimit,
        now,
        input.version,
      ],
    );
    return rows.length > 0;
  }

  /** Replaces the weekly hours and the dates with other hours. */
  async replaceHours(mentorPk: number, { week, overrides }: AvailabilityInput): Promise<void> {
    await this.#database.query('DELETE FROM availability_hours WHERE mentor_pk = $1', [mentorPk]);
    await this.#database.query('DELETE FROM availability_overrides WHERE mentor_pk = $1', [mentorPk]);
    const hours = week.flatMap((ranges, weekday) =>
      ranges.map(({ start, end }) => ({ weekday, start_minute: start, end_minute: end })),
    );
    await this.#database.query(
      `INSERT INTO availability_hours (mentor_pk, weekday, start_minute, end_minute)
      SELECT $1, weekday, start_minute, end_minute FROM json_to_recordset($2::json)
        AS hours (weekday smallint, start_minute smallint, end_minute smallint)`,
      [mentorPk, JSON.stringify(hours)],
    );
    const days = overrides.flatMap(({ day, ranges }) =>
      (ranges.length === 0 ? [{ start: 0, end: 0 }] : ranges).map(({ start, end }) => ({
        day,
        start_minute: start,
        end_minute: end,
      })),
    );
    await this.#database.query(
      `INSERT INTO availability_overrides (mentor_pk, day, start_minute, end_minute)
      SELECT $1, day, start_minute, end_minute FROM json_to_recordset($2::json)
        AS days (day date, start_minute smallint, end_minute smallint)`,
      [mentorPk, JSON.stringify(days)],
    );
  }
}
