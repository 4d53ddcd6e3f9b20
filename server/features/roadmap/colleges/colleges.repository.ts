import type { CollegeChange } from '#shared/roadmap/colleges-schema.ts';
import type { CollegeRequirement } from '#shared/roadmap/college-requirements.ts';
import type { AdmissionCategory, ApplicationType } from '#shared/roadmap/colleges.ts';
import type { CollegePermission } from '#shared/roadmap/policy.ts';
import type { Database } from '../../../db/database.ts';
import { jsonRows } from '../../../db/json.ts';
import { type Institution, institutionColumns, institutionJson } from './institutions.sql.ts';

/** A college on a roadmap (COLL-008 to COLL-010). */
export interface College {
  pk: number;
  name: string;
  body: string;
  /** Null until a mentor chooses one. */
  admissionCategory: AdmissionCategory | null;
  applicationType: ApplicationType;
  visited: boolean;
  waitlisted: boolean;
  accepted: boolean;
  deferred: boolean;
  denied: boolean;
  /** The application deadline, a calendar date. */
  deadline: string | null;
  /** The finished parts of the application. */
  requirements: CollegeRequirement[];
  version: number;
  institution: Institution | null;
  permissions: CollegePermission[];
}

/** A stored college; the service adds permissions. */
export type CollegeRow = Omit<College, 'permissions'>;

const COLUMNS = `pk, name, body, admission_category AS "admissionCategory", application_type AS "applicationType",
  visited, waitlisted, accepted, deferred, denied, deadline, requirements, version, ${institutionJson('colleges.unitid')} AS institution`;

/** The colleges of `roadmaps`: reach, target, safety, those without a category, then by name. */
export const COLLEGES_JSON = jsonRows(`
  SELECT ${COLUMNS} FROM colleges WHERE roadmap_pk = roadmaps.pk
  ORDER BY array_position(ARRAY['R', 'T', 'S'], admission_category), name, pk`);

/** The SQL of a roadmap's colleges. */
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

  /** Inserts a college. @returns undefined when it is already on the roadmap */
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
      `SELECT ${COLUMNS}, roadmap_pk AS "roadmapPk" FROM colleges WHERE pk = $1`,
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
