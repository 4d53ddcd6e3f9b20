import type { Year } from '#shared/kernel/years.ts';
import type { StudentFilter, StudentOrder } from '#shared/students/schema.ts';
import type { Database } from '../../db/database.ts';

/** A student as the list shows one. */
export interface StudentRow {
  pk: number;
  fullName: string;
  firstName: string;
  year: Year | null;
  points: number | null;
}

/** The start of a page: after the student with this value in the sorted column. */
export interface StudentPosition {
  value: string | number | null;
  pk: number;
}

/** What the viewer may see. */
export interface StudentScope {
  viewerPk: number;
  /** Every student, not only those related to the viewer. */
  everyone: boolean;
  /** The ratings of all of them, not only of those related to the viewer. */
  everyRating: boolean;
}

/**
 * Each order with the column it shows, the expression that sorts students, and the same for a cursor position.
 * Students without a value come first, or last in a descending order.
 */
const SORTS = {
  name: { column: 'fullName', expression: 'student.name', ofPosition: 'lower($4::text)' },
  year: {
    column: 'year',
    expression: `coalesce(array_position(ARRAY['FR', 'SO', 'JR', 'SR'], roadmaps.year), 0)`,
    ofPosition: `coalesce(array_position(ARRAY['FR', 'SO', 'JR', 'SR'], $4::text), 0)`,
  },
  points: {
    column: 'points',
    expression: 'coalesce(rating.points, -1)',
    ofPosition: 'coalesce($4::integer, -1)',
  },
} as const;

function sortOf(orderBy: StudentOrder) {
  return SORTS[orderBy.replace('-', '') as keyof typeof SORTS];
}

/** Returns the position of a student, where the next page begins. */
export function positionOf(row: StudentRow, orderBy: StudentOrder): StudentPosition {
  return { value: row[sortOf(orderBy).column], pk: row.pk };
}

const ROADMAPS = 'LEFT JOIN roadmaps ON roadmaps.student_pk = student.pk';
const RATINGS = 'LEFT JOIN student_profile_ratings AS rating ON rating.student_pk = student.pk';

/** The students that the list may show, with the lowercase name that both indexes are ordered by. */
const RELATED = `(SELECT student_pk AS pk, student_name AS name FROM relations
  WHERE user_pk = $1 AND student_enabled) AS student`;
const EVERYONE = `(SELECT pk, lower(full_name) AS name FROM users
  WHERE role = 'student' AND disabled_at IS NULL AND $1::integer IS NOT NULL) AS student`;

/** Joins the ratings that the viewer may see; ordering by points ignores the others, too. */
function ratings({ everyone, everyRating }: StudentScope): string {
  const near =
    everyone && !everyRating
      ? 'AND EXISTS (SELECT FROM relations AS near WHERE near.user_pk = $1 AND near.student_pk = student.pk)'
      : '';
  return `${RATINGS} ${near}`;
}

/** The students of a list, joined only with what the filter and the order need. */
function found(scope: StudentScope, { q, years, orderBy }: StudentFilter): string {
  const { column } = sortOf(orderBy);
  return [
    scope.everyone ? EVERYONE : RELATED,
    column === 'year' || years.length > 0 ? ROADMAPS : '',
    column === 'points' ? ratings(scope) : '',
    q === '' ? `WHERE $2::text = ''` : 'WHERE strpos(student.name, lower($2)) > 0',
    years.length === 0 ? 'AND cardinality($3::text[]) = 0' : 'AND roadmaps.year = ANY($3)',
  ].join(' ');
}

export class StudentsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * A page of the list and, when asked for, how many there are in all.
   * @param limit an integer of ours, inlined (a parameter would cost the generic plan)
   */
  async list(
    scope: StudentScope,
    filter: StudentFilter,
    after: StudentPosition | null,
    limit: number,
    withCount: boolean,
  ): Promise<{ rows: StudentRow[]; totalCount: number | undefined }> {
    const isDescending = filter.orderBy.startsWith('-');
    const { expression, ofPosition } = sortOf(filter.orderBy);
    const direction = isDescending ? 'DESC' : 'ASC';
    const values: unknown[] = [scope.viewerPk, filter.q, filter.years];
    if (after !== null) values.push(after.value, after.pk);
    // A count in its own subquery: a page by name then reads only its own part of the index.
    const total = withCount
      ? `(SELECT count(*)::int FROM ${found(scope, { ...filter, orderBy: 'name' })})`
      : 'NULL::int';
    const text = `
      SELECT student.pk, users.full_name AS "fullName", users.first_name AS "firstName", roadmaps.year, rating.points,
        ${total} AS "totalCount"
      FROM (
        SELECT student.pk, ${expression} AS sort
        FROM ${found(scope, filter)}
          ${after === null ? '' : `AND (${expression}, student.pk) ${isDescending ? '<' : '>'} (${ofPosition}, $5::integer)`}
        ORDER BY ${expression} ${direction}, student.pk ${direction} LIMIT ${limit}
      ) AS student JOIN users ON users.pk = student.pk ${ROADMAPS} ${ratings(scope)}
      ORDER BY student.sort ${direction}, student.pk ${direction}`;
    type Row = StudentRow & { totalCount: number };
    // A list of everyone may be long: it runs on its own connection, so that short queries do not wait for it.
    const rows = scope.everyone
      ? await this.#database.search<Row>(text, values)
      : await this.#database.query<Row>(text, values);
    if (!withCount) return { rows, totalCount: undefined };
    // A later page without rows has no count.
    const isUnknown = rows.length === 0 && after !== null;
    return { rows, totalCount: isUnknown ? await this.#count(scope, filter) : (rows[0]?.totalCount ?? 0) };
  }

  async find(pk: number): Promise<StudentRow | undefined> {
    const [row] = await this.#database.query<StudentRow>(
      `SELECT student.pk, student.full_name AS "fullName", student.first_name AS "firstName", roadmaps.year,
        rating.points
      FROM users AS student ${ROADMAPS} ${RATINGS}
      WHERE student.pk = $1 AND student.role = 'student'`,
      [pk],
    );
    return row;
  }

  async #count(scope: StudentScope, filter: StudentFilter): Promise<number> {
    const [row] = await this.#database.query<{ count: number }>(
      `SELECT count(*)::int AS "count" FROM ${found(scope, { ...filter, orderBy: 'name' })}`,
      [scope.viewerPk, filter.q, filter.years],
    );
    return row?.count ?? 0;
  }
}
