import type { Year } from '#shared/kernel/years.ts';
import type { StudentFilter } from '#shared/students/schema.ts';
import type { Database } from '../../db/database.ts';

/** A student as the list shows one. */
export interface StudentRow {
  pk: number;
  fullName: string;
  firstName: string;
  year: Year | null;
  points: number | null;
}

/** Where a page begins: after this row of the order. */
export interface StudentPosition {
  sortValue: string | number;
  pk: number;
}

/** What the viewer is shown. */
export interface StudentScope {
  viewerPk: number;
  /** Every student, not only those related to the viewer. */
  everybody: boolean;
  /** The ratings of all of them, not only of those related to the viewer. */
  everyRating: boolean;
}

/** What each order compares; students without a value come first, or last when turned round. */
const SORTS = {
  name: { expression: 'lower(users.full_name)', type: 'text' },
  year: {
    expression: `coalesce(array_position(ARRAY['FR', 'SO', 'JR', 'SR'], roadmaps.year), 0)`,
    type: 'integer',
  },
  points: { expression: 'coalesce(rating.points, -1)', type: 'integer' },
} as const;
type SortName = keyof typeof SORTS;

const FROM_RELATED = 'relations JOIN users ON users.pk = relations.student_pk';
const JOINS = `LEFT JOIN roadmaps ON roadmaps.student_pk = users.pk
  LEFT JOIN student_profile_ratings AS rating ON rating.student_pk = users.pk`;
// Nor does the order of a list tell what its viewer may not see.
const NEAR_RATINGS =
  'AND EXISTS (SELECT FROM relations AS near WHERE near.user_pk = $1 AND near.student_pk = users.pk)';

/** Only what is asked for, so that counting all joins nothing. */
function conditions({ q, years }: StudentFilter): string {
  return [
    `users.role = 'student' AND users.disabled_at IS NULL`,
    q === '' ? `$2::text = ''` : 'strpos(lower(users.full_name), lower($2)) > 0',
    years.length === 0 ? 'cardinality($3::text[]) = 0' : 'roadmaps.year = ANY($3)',
  ].join(' AND ');
}

export class StudentsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @param limit an integer of ours, inlined (a parameter would cost the generic plan) */
  list(
    scope: StudentScope,
    filter: StudentFilter,
    after: StudentPosition | null,
    limit: number,
  ): Promise<(StudentRow & { sortValue: string | number })[]> {
    const isDescending = filter.orderBy.startsWith('-');
    const { expression, type } = SORTS[filter.orderBy.replace('-', '') as SortName];
    const direction = isDescending ? 'DESC' : 'ASC';
    return this.#database.query(
      `SELECT users.pk, users.full_name AS "fullName", users.first_name AS "firstName", roadmaps.year, rating.points,
        ${expression} AS "sortValue"
      FROM ${from(scope)}
      WHERE ${whose(scope)} AND ${conditions(filter)}
        ${after === null ? '' : `AND (${expression}, users.pk) ${isDescending ? '<' : '>'} ($4::${type}, $5::integer)`}
      ORDER BY ${expression} ${direction}, users.pk ${direction} LIMIT ${limit}`,
      [...parameters(scope, filter), ...(after === null ? [] : [after.sortValue, after.pk])],
    );
  }

  async count(scope: StudentScope, filter: StudentFilter): Promise<number> {
    const [row] = await this.#database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${from(scope)} WHERE ${whose(scope)} AND ${conditions(filter)}`,
      parameters(scope, filter),
    );
    return row?.count ?? 0;
  }

  async find(pk: number): Promise<StudentRow | undefined> {
    const [row] = await this.#database.query<StudentRow>(
      `SELECT users.pk, users.full_name AS "fullName", users.first_name AS "firstName", roadmaps.year, rating.points
      FROM users ${JOINS} WHERE users.pk = $1 AND users.role = 'student'`,
      [pk],
    );
    return row;
  }
}

function from({ everybody, everyRating }: StudentScope): string {
  return `${everybody ? 'users' : FROM_RELATED} ${JOINS} ${everybody && !everyRating ? NEAR_RATINGS : ''}`;
}

function whose({ everybody }: StudentScope): string {
  return everybody ? '$1::integer IS NOT NULL' : 'relations.user_pk = $1';
}

function parameters({ viewerPk }: StudentScope, { q, years }: StudentFilter): unknown[] {
  return [viewerPk, q, years];
}
