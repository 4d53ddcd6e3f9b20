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

/** A row of the list; the sort value makes the cursor. */
export type ListedStudent = StudentRow & { sortValue: string | number };

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

const COLUMNS = `users.pk, users.full_name AS "fullName", users.first_name AS "firstName", roadmaps.year, rating.points`;
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
  ): Promise<{ rows: ListedStudent[]; totalCount: number | undefined }> {
    const isDescending = filter.orderBy.startsWith('-');
    const { expression, type } = SORTS[filter.orderBy.replace('-', '') as SortName];
    const direction = isDescending ? 'DESC' : 'ASC';
    const page = `SELECT ${COLUMNS}, ${expression} AS "sortValue"
      FROM ${from(scope)}
      WHERE ${whose(scope)} AND ${conditions(filter)}
        ${after === null ? '' : `AND (${expression}, users.pk) ${isDescending ? '<' : '>'} ($4::${type}, $5::integer)`}
      ORDER BY ${expression} ${direction}, users.pk ${direction} LIMIT ${limit}`;
    // An empty page still has a count: the row it stands in has no pk.
    const text = withCount
      ? `SELECT page.*, counted."totalCount" FROM (
          SELECT count(*)::int AS "totalCount" FROM ${from(scope)} WHERE ${whose(scope)} AND ${conditions(filter)}
        ) AS counted LEFT JOIN (${page}) AS page ON true
        ORDER BY page."sortValue" ${direction}, page.pk ${direction}`
      : page;
    type Row = ListedStudent & { totalCount?: number };
    const rows = await this.#database.query<Row | { pk: null; totalCount: number }>(text, [
      ...parameters(scope, filter),
      ...(after === null ? [] : [after.sortValue, after.pk]),
    ]);
    return { rows: rows.filter((row): row is Row => row.pk !== null), totalCount: rows[0]?.totalCount };
  }

  async find(pk: number): Promise<StudentRow | undefined> {
    const [row] = await this.#database.query<StudentRow>(
      `SELECT ${COLUMNS} FROM users ${JOINS} WHERE users.pk = $1 AND users.role = 'student'`,
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
