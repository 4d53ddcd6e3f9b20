import type { DatePrecision } from '#shared/roadmap/exams.ts';
import type { Database } from '../../../db/database.ts';
import { jsonRow, jsonRows } from '../../../db/json.ts';

/** A date of the SAT, as yyyy-MM-dd, with the scores of its sections; null for those not known yet. */
export interface SatScore {
  pk: number;
  takenAt: string;
  erw: number | null;
  math: number | null;
  reading: number | null;
  analysis: number | null;
  writing: number | null;
  version: number;
}

/** A date of the ACT, as yyyy-MM-dd, with the scores of its sections; null for those not known yet. */
export interface ActScore {
  pk: number;
  takenAt: string;
  english: number | null;
  mathematics: number | null;
  reading: number | null;
  science: number | null;
  writing: number | null;
  version: number;
}

/** A kind of exam, such as AP, with the range and the step of its scores. */
export interface ExamCategory {
  pk: number;
  name: string;
  minScore: number;
  maxScore: number;
  step: number;
  datePrecision: DatePrecision;
}

/** An exam of a category, such as AP Biology. */
export interface Exam {
  pk: number;
  name: string;
  category: ExamCategory;
}

/** A score of an exam other than SAT and ACT. */
export interface ExamScore {
  pk: number;
  takenAt: string;
  score: number | null;
  version: number;
  exam: Exam;
}

/** An exam with a date, for a calendar. */
export interface DatedExam {
  type: ScoreType;
  pk: number;
  name: string;
  takenAt: string;
  studentPk: number;
  studentFullName: string;
}

/** The tables of the three kinds of scores, by the type in their ids. */
export const SCORE_TABLES = {
  SATScore: 'satScores',
  ACTScore: 'actScores',
  CategoricalExamScore: 'examScores',
} as const;
export type ScoreType = keyof typeof SCORE_TABLES;

type SatValues = Omit<SatScore, 'pk' | 'version'>;
type ActValues = Omit<ActScore, 'pk' | 'version'>;

const SAT_COLUMNS = ['pk', 'takenAt', 'erw', 'math', 'reading', 'analysis', 'writing', 'version'] as const;
const ACT_COLUMNS = [
  'pk',
  'takenAt',
  'english',
  'mathematics',
  'reading',
  'science',
  'writing',
  'version',
] as const;
const EXAM_SCORE_COLUMNS = ['pk', 'takenAt', 'score', 'version'] as const;

const CATEGORY_COLUMNS = `category.pk, category.name, category.min_score AS "minScore",
  category.max_score AS "maxScore", category.step, category.date_precision AS "datePrecision"`;
const CATEGORY_JSON = jsonRow(
  `SELECT ${CATEGORY_COLUMNS} FROM exam_categories AS category WHERE category.pk = exams.category_pk`,
);

/** The scores of `roadmaps`, newest first. */
export const SAT_SCORES_JSON = jsonRows(`
  SELECT pk, taken_at AS "takenAt", erw, math, reading, analysis, writing, version
  FROM sat_scores WHERE roadmap_pk = roadmaps.pk ORDER BY taken_at DESC, pk DESC`);

export const ACT_SCORES_JSON = jsonRows(`
  SELECT pk, taken_at AS "takenAt", english, mathematics, reading, science, writing, version
  FROM act_scores WHERE roadmap_pk = roadmaps.pk ORDER BY taken_at DESC, pk DESC`);

/** Sorted by exam type and then name (EXAM-002). */
export const EXAM_SCORES_JSON = jsonRows(`
  SELECT score.pk, score.taken_at AS "takenAt", score.score, score.version,
    ${jsonRow(`SELECT exams.pk, exams.name, ${CATEGORY_JSON} AS category`)} AS exam
  FROM exam_scores AS score JOIN exams ON exams.pk = score.exam_pk
  JOIN exam_categories AS category ON category.pk = exams.category_pk
  WHERE score.roadmap_pk = roadmaps.pk
  ORDER BY category.position, category.name, exams.name, score.taken_at DESC, score.pk`);

/** The SQL of a roadmap's exams: SAT, ACT and all others. */
export class ExamsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Reads every category with its exams: a few hundred entries. */
  categories(): Promise<(ExamCategory & { exams: { pk: number; name: string }[] })[]> {
    return this.#database.query(
      `SELECT ${CATEGORY_COLUMNS}, ${jsonRows(
        'SELECT pk, name FROM exams WHERE category_pk = category.pk AND vanished_at IS NULL ORDER BY name, pk LIMIT 500',
      )} AS "exams"
      FROM exam_categories AS category ORDER BY category.position, category.name LIMIT 200`,
    );
  }

  async exam(pk: number): Promise<Exam | undefined> {
    const [row] = await this.#database.query<Exam>(
      `SELECT exams.pk, exams.name, ${CATEGORY_JSON} AS "category"
      FROM exams WHERE exams.pk = $1`,
      [pk],
    );
    return row;
  }

  /** Counts the scores of all three kinds on the roadmap. */
  async count(roadmapPk: number): Promise<number> {
    const [row] = await this.#database.query<{ count: number }>(
      `SELECT ((SELECT count(*) FROM sat_scores WHERE roadmap_pk = $1)
        + (SELECT count(*) FROM act_scores WHERE roadmap_pk = $1)
        + (SELECT count(*) FROM exam_scores WHERE roadmap_pk = $1))::int AS count`,
      [roadmapPk],
    );
    return row?.count ?? 0;
  }

  createSat(roadmapPk: number, values: SatValues): Promise<SatScore> {
    return this.#database.kysely
      .insertInto('satScores')
      .values({ roadmapPk, ...values })
      .returning(SAT_COLUMNS)
      .executeTakeFirstOrThrow();
  }

  createAct(roadmapPk: number, values: ActValues): Promise<ActScore> {
    return this.#database.kysely
      .insertInto('actScores')
      .values({ roadmapPk, ...values })
      .returning(ACT_COLUMNS)
      .executeTakeFirstOrThrow();
  }

  createExamScore(
    roadmapPk: number,
    values: { examPk: number; takenAt: string; score: number | null },
  ): Promise<Omit<ExamScore, 'exam'>> {
    return this.#database.kysely
      .insertInto('examScores')
      .values({ roadmapPk, ...values })
      .returning(EXAM_SCORE_COLUMNS)
      .executeTakeFirstOrThrow();
  }

  /** Reads the exams of these students within a range of days, without those without an exact day. */
  dated(studentPks: readonly number[], from: string, to: string): Promise<DatedExam[]> {
    return this.#database.query(
      `SELECT exam.type, exam.pk, exam.name, exam.taken_at AS "takenAt",
        users.pk AS "studentPk", users.full_name AS "studentFullName"
      FROM roadmaps JOIN users ON users.pk = roadmaps.student_pk
      JOIN (
        SELECT 'SATScore' AS type, pk, 'SAT' AS name, taken_at, roadmap_pk FROM sat_scores
        UNION ALL SELECT 'ACTScore', pk, 'ACT', taken_at, roadmap_pk FROM act_scores
        UNION ALL SELECT 'CategoricalExamScore', score.pk, exams.name, score.taken_at, score.roadmap_pk
        FROM exam_scores AS score JOIN exams ON exams.pk = score.exam_pk
        JOIN exam_categories AS category ON category.pk = exams.category_pk
        WHERE category.date_precision = 'fullDate'
      ) AS exam ON exam.roadmap_pk = roadmaps.pk
      WHERE roadmaps.student_pk = ANY($1) AND exam.taken_at BETWEEN $2 AND $3
      ORDER BY exam.taken_at, exam.type, exam.pk LIMIT 200`,
      [studentPks, from, to],
    );
  }

  find(
    type: ScoreType,
    pk: number,
  ): Promise<{ pk: number; roadmapPk: number; takenAt: string; version: number } | undefined> {
    return this.#database.kysely
      .selectFrom(SCORE_TABLES[type])
      .select(['pk', 'roadmapPk', 'takenAt', 'version'])
      .where('pk', '=', pk)
      .executeTakeFirst();
  }

  updateSat(pk: number, values: SatValues): Promise<SatScore> {
    return this.#database.kysely
      .updateTable('satScores')
      .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
      .where('pk', '=', pk)
      .returning(SAT_COLUMNS)
      .executeTakeFirstOrThrow();
  }

  updateAct(pk: number, values: ActValues): Promise<ActScore> {
    return this.#database.kysely
      .updateTable('actScores')
      .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
      .where('pk', '=', pk)
      .returning(ACT_COLUMNS)
      .executeTakeFirstOrThrow();
  }

  /** Reads the exam of a score. */
  async examOf(scorePk: number): Promise<Exam> {
    const [row] = await this.#database.query<Exam>(
      `SELECT exams.pk, exams.name, ${CATEGORY_JSON} AS "category"
      FROM exam_scores AS score JOIN exams ON exams.pk = score.exam_pk WHERE score.pk = $1`,
      [scorePk],
    );
    if (row === undefined) throw new Error('The exam score was deleted within its own transaction.');
    return row;
  }

  updateExamScore(
    pk: number,
    values: { takenAt: string; score: number | null },
  ): Promise<Omit<ExamScore, 'exam'>> {
    return this.#database.kysely
      .updateTable('examScores')
      .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
      .where('pk', '=', pk)
      .returning(EXAM_SCORE_COLUMNS)
      .executeTakeFirstOrThrow();
  }

  async delete(type: ScoreType, pk: number): Promise<void> {
    await this.#database.kysely.deleteFrom(SCORE_TABLES[type]).where('pk', '=', pk).execute();
  }
}
