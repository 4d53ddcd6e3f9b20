import type { Year } from '#shared/kernel/years.ts';
import type { Database } from '../../db/database.ts';
import { jsonRow, jsonRows } from '../../db/json.ts';
import type { ClassGrade } from './academics/academics.repository.ts';
import { CLASS_GRADES_JSON } from './academics/academics.repository.ts';
import { ACTIVITIES_JSON, type Activity } from './activities/activities.repository.ts';
import { COLLEGES_JSON, type College } from './colleges/colleges.repository.ts';
import {
  ACT_SCORES_JSON,
  type ActScore,
  EXAM_SCORES_JSON,
  type ExamScore,
  SAT_SCORES_JSON,
  type SatScore,
} from './exams/exams.repository.ts';
import { type Institution, institutionJson } from './colleges/institutions.sql.ts';

/** A course of a school, with what choosing it fills in. */
export interface Course {
  pk: number;
  name: string;
  subjectRequirement: string;
  ucHonors: boolean;
}

/** The school of a roadmap; `courses` when selected. */
export interface School {
  pk: number;
  name: string;
  city: string;
  state: string;
  courses?: Course[];
}

/** A major that interests the student; rank 1 is the most preferred one. */
export interface MajorInterest {
  pk: number;
  rank: number;
  major: { pk: number; cipcode4: string; description: string };
}

/** A stored roadmap, with the selected parts. */
export interface RoadmapRow {
  pk: number;
  userPk: number;
  userFullName: string;
  year: Year;
  graduationYear: number;
  version: number;
  school?: School | null;
  attending?: Institution | null;
  majorInterests?: MajorInterest[];
  classGrades?: ClassGrade[];
  satScores?: SatScore[];
  actScores?: ActScore[];
  examScores?: ExamScore[];
  activities?: Activity[];
  colleges?: Omit<College, 'permissions'>[];
}

/** The maximum number of courses of a school in one response. */
const MAX_COURSES = 500;

const COURSES = jsonRows(`
  SELECT pk, name, subject_requirement AS "subjectRequirement", uc_honors AS "ucHonors" FROM courses
  WHERE school_pk = schools.pk AND vanished_at IS NULL ORDER BY name, pk LIMIT ${MAX_COURSES}`);

const school = (...more: string[]) =>
  jsonRow(
    `SELECT ${['pk', 'name', 'city', 'state', ...more].join()} FROM schools WHERE pk = roadmaps.school_pk`,
  );

/** The parts of a roadmap besides its own columns; each is one expression of the statement. */
const PARTS = {
  school: `${school()} AS "school"`,
  schoolWithCourses: `${school(`${COURSES} AS courses`)} AS "school"`,
  attending: `${institutionJson('roadmaps.attending_unitid')} AS "attending"`,
  majorInterests: `${jsonRows(`
    SELECT pk, rank, ${jsonRow('SELECT pk, cipcode4, description FROM majors WHERE pk = major_pk')} AS major
    FROM major_interests WHERE roadmap_pk = roadmaps.pk ORDER BY rank, major_interests.pk`)} AS "majorInterests"`,
  classGrades: `${CLASS_GRADES_JSON} AS "classGrades"`,
  satScores: `${SAT_SCORES_JSON} AS "satScores"`,
  actScores: `${ACT_SCORES_JSON} AS "actScores"`,
  examScores: `${EXAM_SCORES_JSON} AS "examScores"`,
  activities: `${ACTIVITIES_JSON} AS "activities"`,
  colleges: `${COLLEGES_JSON} AS "colleges"`,
} as const;
export type RoadmapPart = keyof typeof PARTS;
export const ROADMAP_PARTS = Object.keys(PARTS) as RoadmapPart[];

/** The student of a roadmap. */
export interface RoadmapOwner {
  pk: number;
  studentPk: number;
}

/** How much a roadmap contains. */
export interface RoadmapProgress {
  classes: number;
  exams: number;
  activities: number;
  colleges: number;
}

const countOf = (table: string) =>
  `(SELECT count(*)::int FROM ${table} WHERE ${table}.roadmap_pk = roadmaps.pk)`;

/** Selects how much a student's roadmap contains. @param student the student's pk, as SQL */
export const selectRoadmapProgress = (student: string) => `
  SELECT ${countOf('class_grades')} AS classes,
    ${countOf('sat_scores')} + ${countOf('act_scores')} + ${countOf('exam_scores')} AS exams,
    ${countOf('activities')} AS activities, ${countOf('colleges')} AS colleges
  FROM roadmaps WHERE roadmaps.student_pk = ${student}`;

/** The SQL of roadmaps, without the entries of their tabs. */
export class RoadmapRepository {
  readonly #database: Database;
  /** Cached statements by their parts, because the text has ten kilobytes. */
  readonly #texts = new Map<string, string>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Reads a roadmap with the parts in one statement. */
  async read(studentPk: number, parts: readonly RoadmapPart[]): Promise<RoadmapRow | undefined> {
    const chosen = ROADMAP_PARTS.filter((part) => parts.includes(part));
    const key = chosen.join();
    let text = this.#texts.get(key);
    if (text === undefined) {
      text = `SELECT ${[
        `roadmaps.pk, roadmaps.student_pk AS "userPk", users.full_name AS "userFullName", roadmaps.year,
          roadmaps.graduation_year AS "graduationYear", roadmaps.version`,
        ...chosen.map((part) => PARTS[part]),
      ].join(',\n')}
      FROM roadmaps JOIN users ON users.pk = roadmaps.student_pk WHERE roadmaps.student_pk = $1`;
      this.#texts.set(key, text);
    }
    const [row] = await this.#database.query<RoadmapRow>(text, [studentPk]);
    return row;
  }

  /** Returns whether the person is a student, enabled or disabled. */
  async isStudent(pk: number): Promise<boolean> {
    const rows = await this.#database.query(`SELECT FROM users WHERE pk = $1 AND role = 'student'`, [pk]);
    return rows.length > 0;
  }

  async owner(pk: number): Promise<RoadmapOwner | undefined> {
    const [row] = await this.#database.query<RoadmapOwner>(
      'SELECT pk, student_pk AS "studentPk" FROM roadmaps WHERE pk = $1',
      [pk],
    );
    return row;
  }

  /**
   * Reads the roadmap's owner and locks the row until the transaction ends, so that changes run one after the other.
   */
  lock(pk: number): Promise<(RoadmapOwner & { version: number; graduationYear: number }) | undefined> {
    return this.#database.kysely
      .selectFrom('roadmaps')
      .select(['pk', 'studentPk', 'version', 'graduationYear'])
      .where('pk', '=', pk)
      .forUpdate()
      .executeTakeFirst();
  }

  /** Inserts a roadmap. @returns undefined when the student already has one */
  create(values: {
    studentPk: number;
    year: Year;
    graduationYear: number;
    schoolPk: number | null;
    attendingUnitid: number | null;
  }): Promise<{ pk: number } | undefined> {
    return this.#database.kysely
      .insertInto('roadmaps')
      .values(values)
      .onConflict((conflict) => conflict.column('studentPk').doNothing())
      .returning('pk')
      .executeTakeFirst();
  }

  async update(
    pk: number,
    values: {
      year?: Year;
      graduationYear?: number;
      schoolPk?: number | null;
      attendingUnitid?: number | null;
    },
  ): Promise<void> {
    await this.#database.kysely
      .updateTable('roadmaps')
      .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
      .where('pk', '=', pk)
      .execute();
  }

  /** Replaces the majors, ranked in this order. */
  async setMajors(roadmapPk: number, majorPks: readonly number[]): Promise<void> {
    await this.#database.query(
      `DELETE FROM major_interests WHERE roadmap_pk = $1 AND major_pk <> ALL($2::integer[])`,
      [roadmapPk, majorPks],
    );
    await this.#database.query(
      `INSERT INTO major_interests (roadmap_pk, major_pk, rank)
      SELECT $1, major_pk, rank FROM unnest($2::integer[]) WITH ORDINALITY AS chosen (major_pk, rank)
      ON CONFLICT (roadmap_pk, major_pk) DO UPDATE SET rank = excluded.rank`,
      [roadmapPk, majorPks],
    );
  }
}
