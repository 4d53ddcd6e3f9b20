import type { AdmissionCategory, ApplicationType, CollegeChange } from '#shared/roadmap/colleges.ts';
import type { Database } from '../../db/database.ts';
import { INSTITUTION_JSON, type Institution, institutionColumns } from './institutions.ts';

/** A college on a roadmap (COLL-008 to COLL-010). */
export interface College {
  pk: number;
  name: string;
  body: string;
  admissionCategory: AdmissionCategory;
  applicationType: ApplicationType;
  visited: boolean;
  waitlisted: boolean;
  accepted: boolean;
  deferred: boolean;
  denied: boolean;
  version: number;
  institution: Institution | null;
  permissions: string[];
}

/** A college as stored: permissions are the service's. */
export type CollegeRow = Omit<College, 'permissions'>;

/** The colleges of `roadmaps`: reach, target, safety, then by name. */
export const COLLEGES_JSON = `(SELECT coalesce(json_agg(json_build_object('pk', college.pk, 'name', college.name,
    'body', college.body, 'admissionCategory', college.admission_category, 'applicationType', college.application_type,
    'visited', college.visited, 'waitlisted', college.waitlisted, 'accepted', college.accepted,
    'deferred', college.deferred, 'denied', college.denied, 'version', college.version,
    'institution', CASE WHEN institutions.unitid IS NOT NULL THEN ${INSTITUTION_JSON} END)
    ORDER BY array_position(ARRAY['R', 'T', 'S'], college.admission_category), college.name, college.pk), '[]')
  FROM colleges AS college LEFT JOIN institutions ON institutions.unitid = college.unitid
  WHERE college.roadmap_pk = roadmaps.pk)`;

export class CollegesRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async count(roadmapPk: number): Promise<number> {
    const [row] = await this.#database.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM colleges WHERE roadmap_pk = $1',
      [roadmapPk],
    );
    return row?.count ?? 0;
  }

  async institution(unitid: number): Promise<Institution | undefined> {
    const [row] = await this.#database.query<Institution>(
      `SELECT ${institutionColumns('institutions')} FROM institutions WHERE unitid = $1`,
      [unitid],
    );
    return row;
  }

  /** @returns undefined when the college is on the roadmap already */
  async create(
    roadmapPk: number,
    values: { name: string; unitid: number | null },
  ): Promise<number | undefined> {
    const row = await this.#database.kysely
      .insertInto('colleges')
      .values({ roadmapPk, ...values })
      .onConflict((conflict) => conflict.doNothing())
      .returning('pk')
      .executeTakeFirst();
    return row?.pk;
  }

  async find(pk: number): Promise<(CollegeRow & { roadmapPk: number }) | undefined> {
    const [row] = await this.#database.query<CollegeRow & { roadmapPk: number }>(
      `SELECT college.pk, college.roadmap_pk AS "roadmapPk", college.name, college.body,
        college.admission_category AS "admissionCategory", college.application_type AS "applicationType",
        college.visited, college.waitlisted, college.accepted, college.deferred, college.denied, college.version,
        CASE WHEN institutions.unitid IS NOT NULL THEN ${INSTITUTION_JSON} END AS "institution"
      FROM colleges AS college LEFT JOIN institutions ON institutions.unitid = college.unitid
      WHERE college.pk = $1`,
      [pk],
    );
    return row;
  }

  async update(pk: number, change: CollegeChange): Promise<void> {
    await this.#database.kysely
      .updateTable('colleges')
      .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
      .where('pk', '=', pk)
      .execute();
  }

  async delete(pk: number): Promise<void> {
    await this.#database.kysely.deleteFrom('colleges').where('pk', '=', pk).execute();
  }
}
