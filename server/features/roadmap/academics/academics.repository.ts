import type { Year } from '#shared/kernel/years.ts';
import type { Grade, SubjectRequirement } from '#shared/roadmap/academics.ts';
import type { NewClassGrade } from '#shared/roadmap/academics-schema.ts';
import type { Database } from '../../../db/database.ts';
import { jsonRows } from '../../../db/json.ts';

/** A class with its grades (ACAD-003 to ACAD-006). */
export interface ClassGrade {
  pk: number;
  name: string;
  year: Year;
  terms: number;
  targetGrades: Grade[];
  actualGrades: Grade[];
  ucHonors: boolean;
  subjectRequirement: SubjectRequirement;
  autocompleted: boolean;
  version: number;
}

/** The classes of `roadmaps`, by year and name. */
export const CLASS_GRADES_JSON = jsonRows(`
  SELECT pk, name, year, terms, target_grades AS "targetGrades", actual_grades AS "actualGrades",
    uc_honors AS "ucHonors", subject_requirement AS "subjectRequirement", autocompleted, version
  FROM class_grades WHERE roadmap_pk = roadmaps.pk
  ORDER BY array_position(ARRAY['FR', 'SO', 'JR', 'SR'], year), name, pk`);

const COLUMNS = [
  'pk',
  'name',
  'year',
  'terms',
  'targetGrades',
  'actualGrades',
  'ucHonors',
  'subjectRequirement',
  'autocompleted',
  'version',
] as const;

/** The SQL of a roadmap's classes. */
export class AcademicsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async count(roadmapPk: number): Promise<number> {
    const [row] = await this.#database.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM class_grades WHERE roadmap_pk = $1',
      [roadmapPk],
    );
    return row?.count ?? 0;
  }

  create(roadmapPk: number, input: NewClassGrade): Promise<ClassGrade> {
    return this.#database.kysely
      .insertInto('classGrades')
      .values({ roadmapPk, ...input })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
  }

  find(pk: number): Promise<(ClassGrade & { roadmapPk: number }) | undefined> {
    return this.#database.kysely
      .selectFrom('classGrades')
      .select([...COLUMNS, 'roadmapPk'])
      .where('pk', '=', pk)
      .executeTakeFirst();
  }

  update(
    pk: number,
    change: Partial<Pick<ClassGrade, 'actualGrades' | 'year' | 'ucHonors' | 'subjectRequirement'>>,
  ): Promise<ClassGrade> {
    return this.#database.kysely
      .updateTable('classGrades')
      .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
      .where('pk', '=', pk)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
  }

  async delete(pk: number): Promise<void> {
    await this.#database.kysely.deleteFrom('classGrades').where('pk', '=', pk).execute();
  }
}
