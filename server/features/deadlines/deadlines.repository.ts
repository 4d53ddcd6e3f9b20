import { DEADLINE_DAYS, type DeadlineKind } from '#shared/deadlines/schema.ts';
import type { Database } from '../../db/database.ts';

/** An open deadline of a college application or essay. */
export interface DeadlineRow {
  kind: DeadlineKind;
  pk: number;
  /** The name of the college or essay. */
  title: string;
  /** A calendar date. */
  dueOn: string;
  studentPk: number;
  studentName: string;
  /** The finished requirements of a college; 0 for an essay. */
  done: number;
}

/** With `onlyShared`, essays that are not shared with parents are left out. */
type EssayScope = { onlyShared: boolean };

/** Ends the day of a deadline in the student's time zone. */
const END_OF_DAY = `((due.on_date + time '23:59') AT TIME ZONE users.time_zone)`;

/**
 * The open deadlines as `due`: of colleges until the application is submitted, and of essays until they are done. An
 * essay without a date has the open deadline of its college.
 */
const OPEN = `(
  SELECT 'COLLEGE' AS kind, colleges.pk, colleges.name AS title, colleges.deadline AS on_date, roadmaps.student_pk,
    cardinality(colleges.requirements) AS done, true AS is_shared
  FROM colleges JOIN roadmaps ON roadmaps.pk = colleges.roadmap_pk
  WHERE colleges.deadline IS NOT NULL AND NOT 'submitted' = ANY (colleges.requirements)
  UNION ALL
  SELECT 'ESSAY', essays.pk, essays.title, coalesce(essays.due_on, colleges.deadline), essays.student_pk,
    0, essays.is_shared
  FROM essays LEFT JOIN colleges
    ON colleges.pk = essays.college_pk AND NOT 'submitted' = ANY (colleges.requirements)
  WHERE essays.status <> 'DONE' AND coalesce(essays.due_on, colleges.deadline) IS NOT NULL
) AS due JOIN users ON users.pk = due.student_pk`;

const COLUMNS = `due.kind, due.pk, due.title, due.on_date AS "dueOn", due.student_pk AS "studentPk",
  users.full_name AS "studentName", due.done`;

const ORDER = 'due.on_date, due.kind, due.pk';

/**
 * Returns SQL for a person's deadlines of the next 30 days and missed ones, by date. `+ 0` stops the planner
 * from reading everyone's deadlines of these days by their index: it would underestimate them.
 * @param person the person's row, as SQL
 * @param moment the current moment, as SQL
 */
export function selectUpcomingDeadlines(
  person: string,
  moment: string,
  { onlyShared, limit }: EssayScope & { limit: number },
): string {
  const today = `(${moment}::timestamptz AT TIME ZONE ${person}.time_zone)::date`;
  return `SELECT ${COLUMNS} FROM ${OPEN}
    WHERE due.student_pk = ${person}.pk AND due.on_date + 0 BETWEEN ${today} - ${DEADLINE_DAYS} AND ${today} + ${DEADLINE_DAYS}
      ${onlyShared ? 'AND due.is_shared' : ''}
    ORDER BY ${ORDER} LIMIT ${limit}`;
}

/** The SQL of deadlines. The service authorizes. */
export class DeadlinesRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Reads open deadlines of students between two dates, by date. */
  between(
    studentPks: readonly number[],
    { from, to }: { from: string; to: string },
    { onlyShared }: EssayScope,
    limit: number,
  ): Promise<DeadlineRow[]> {
    return this.#database.query(
      `SELECT ${COLUMNS} FROM ${OPEN}
      WHERE due.student_pk = ANY($1) AND due.on_date BETWEEN $2 AND $3 AND (due.is_shared OR NOT $4)
      ORDER BY ${ORDER} LIMIT $5`,
      [studentPks, from, to, onlyShared, limit],
    );
  }

  /** Reads open deadlines whose day ends in a period, in order. @param after the last one read */
  endingBetween(
    from: Date,
    to: Date,
    after: { at: Date; key: string } | null,
    limit: number,
  ): Promise<(DeadlineRow & { at: Date; key: string })[]> {
    return this.#database.query(
      `SELECT * FROM (
        SELECT ${COLUMNS}, ${END_OF_DAY} AS at, lower(due.kind) || '-deadline:' || due.pk AS key
        FROM ${OPEN} WHERE due.on_date BETWEEN $1::timestamptz::date - 1 AND $2::timestamptz::date + 1
      ) AS deadlines
      WHERE at BETWEEN $1 AND $2 AND (at, key) > ($3, $4) ORDER BY at, key LIMIT $5`,
      [from, to, after?.at ?? new Date(0), after?.key ?? '', limit],
    );
  }

  /**
   * Reads a student's deadlines missed in the last 30 days, and those within a week: the first ones of both, with the
   * total.
   */
  soon(
    studentPk: number,
    now: Date,
    limit: number,
  ): Promise<(DeadlineRow & { isOverdue: boolean; total: number })[]> {
    return this.#database.query(
      `SELECT * FROM (
        SELECT ${COLUMNS}, ${END_OF_DAY} <= $2 AS "isOverdue", count(*) OVER section::int AS total,
          row_number() OVER (section ORDER BY ${ORDER}) AS position
        FROM ${OPEN}
        WHERE due.student_pk = $1 AND ${END_OF_DAY} BETWEEN $2::timestamptz - interval '${DEADLINE_DAYS} days'
          AND $2::timestamptz + interval '7 days'
        WINDOW section AS (PARTITION BY ${END_OF_DAY} <= $2)
      ) AS deadlines WHERE position <= $3 ORDER BY position`,
      [studentPk, now, limit],
    );
  }
}
