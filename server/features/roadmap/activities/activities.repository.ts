import type { ActivityCategory } from '#shared/roadmap/activities.ts';
import type { ActivityChange, NewActivity } from '#shared/roadmap/activities-schema.ts';
import type { Database } from '../../../db/database.ts';
import { jsonRows } from '../../../db/json.ts';

/** An activity (ACTV-003, ACTV-004). */
export interface Activity {
  pk: number;
  name: string;
  body: string;
  category: ActivityCategory;
  freshmanYear: boolean;
  sophomoreYear: boolean;
  juniorYear: boolean;
  seniorYear: boolean;
  version: number;
}

/** The activities of `roadmaps`, in their order. */
export const ACTIVITIES_JSON = jsonRows(`
  SELECT pk, name, body, category, freshman_year AS "freshmanYear", sophomore_year AS "sophomoreYear",
    junior_year AS "juniorYear", senior_year AS "seniorYear", version
  FROM activities WHERE roadmap_pk = roadmaps.pk ORDER BY position, pk`);

const COLUMNS = [
  'pk',
  'name',
  'body',
  'category',
  'freshmanYear',
  'sophomoreYear',
  'juniorYear',
  'seniorYear',
  'version',
] as const;

/** The SQL of a roadmap's activities. */
export class ActivitiesRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Reads the pks of activities in their order, of one category or of all. */
  async order(roadmapPk: number, category?: ActivityCategory): Promise<number[]> {
    const rows = await this.#database.query<{ pk: number }>(
      `SELECT pk FROM activities WHERE roadmap_pk = $1 AND ($2::text IS NULL OR category = $2) ORDER BY position, pk`,
      [roadmapPk, category ?? null],
    );
    return rows.map((row) => row.pk);
  }

  /** Adds an activity at the end. */
  async create(roadmapPk: number, input: NewActivity): Promise<Activity> {
    return this.#database.kysely
      .insertInto('activities')
      .values((eb) => ({
        roadmapPk,
        ...input,
        position: eb
          .selectFrom('activities')
          .select((inner) =>
            inner.fn.coalesce(inner(inner.fn.max('position'), '+', 1), inner.lit(0)).as('next'),
          )
          .where('roadmapPk', '=', roadmapPk),
      }))
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
  }

  find(pk: number): Promise<(Activity & { roadmapPk: number }) | undefined> {
    return this.#database.kysely
      .selectFrom('activities')
      .select([...COLUMNS, 'roadmapPk'])
      .where('pk', '=', pk)
      .executeTakeFirst();
  }

  update(pk: number, change: ActivityChange): Promise<Activity> {
    return this.#database.kysely
      .updateTable('activities')
      .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
      .where('pk', '=', pk)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
  }

  async setOrder(pks: readonly number[]): Promise<void> {
    await this.#database.query(
      `UPDATE activities SET position = chosen.position
      FROM unnest($1::integer[]) WITH ORDINALITY AS chosen (pk, position) WHERE activities.pk = chosen.pk`,
      [pks],
    );
  }

  async delete(pk: number): Promise<void> {
    await this.#database.kysely.deleteFrom('activities').where('pk', '=', pk).execute();
  }
}
