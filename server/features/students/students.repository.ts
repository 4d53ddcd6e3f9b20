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
  name: { expression: 'lower(student.full_name)', type: 'text' },
  year: {
    expression: `coalesce(array_position(ARRAY['FR', 'SO', 'JR', 'SR'], roadmaps.year), 0)`,
    type: 'integer',
  },
  points: { expression: 'coalesce(rating.points, -1)', type: 'integer' },
} as const;
type SortName = keyof typeof SORTS;

const COLUMNS = `student.pk, student.full_name AS "fullName", student.first_name AS "firstName", roadmaps.year,
  rating.points`;
const ROADMAPS = 'LEFT JOIN roadmaps ON roadmaps.student_pk = student.pk';
const RATINGS = 'LEFT JOIN student_profile_ratings AS rating ON rating.student_pk = student.pk';

/** The ratings that the viewer may see; nor does the order of a list tell of others. */
function ratings({ everybody, everyRating }: StudentScope): string {
  const near =
    everybody && !everyRating
      ? 'AND EXISTS (SELECT FROM relations AS near WHERE near.user_pk = $1 AND near.student_pk = student.pk)'
      : '';
  return `${RATINGS} ${near}`;
}

/** The students of a list, joined with no more than finding and ordering them takes. */
function found(scope: StudentScope, { q, years, orderBy }: StudentFilter): string {
  const sort = orderBy.replace('-', '') as SortName;
  return [
    scope.everybody
      ? 'users AS student'
      : 'relations JOIN users AS student ON student.pk = relations.student_pk',
    sort === 'year' || years.length > 0 ? ROADMAPS : '',
    sort === 'points' ? ratings(scope) : '',
    scope.everybody ? 'WHERE $1::integer IS NOT NULL' : 'WHERE relations.user_pk = $1',
    `AND student.role = 'student' AND student.disabled_at IS NULL`,
    q === '' ? `AND $2::text = ''` : 'AND strpos(lower(student.full_name), lower($2)) > 0',
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
  ): Promise<{ rows: ListedStudent[]; totalCount: number | undefined }> {
    const isDescending = filter.orderBy.startsWith('-');
    const { expression, type } = SORTS[filter.orderBy.replace('-', '') as SortName];
    const direction = isDescending ? 'DESC' : 'ASC';
    const values: unknown[] = [scope.viewerPk, filter.q, filter.years];
    if (after !== null) values.push(after.sortValue, after.pk);
    const text = `
      SELECT ${COLUMNS}, student.sort AS "sortValue", student.total AS "totalCount"
      FROM (
        SELECT student.pk, student.full_name, student.first_name, ${expression} AS sort,
          ${withCount && after === null ? '(count(*) OVER ())::int' : 'NULL::int'} AS total
        FROM ${found(scope, filter)}
          ${after === null ? '' : `AND (${expression}, student.pk) ${isDescending ? '<' : '>'} ($4::${type}, $5::integer)`}
        ORDER BY ${expression} ${direction}, student.pk ${direction} LIMIT ${limit}
      ) AS student ${ROADMAPS} ${ratings(scope)}
      ORDER BY student.sort ${direction}, student.pk ${direction}`;
    type Row = ListedStudent & { totalCount: number };
    // Everybody may be a hundred thousand: nobody else's small question waits behind that.
    const rows = scope.everybody
      ? await this.#database.search<Row>(text, values)
      : await this.#database.query<Row>(text, values);
    if (!withCount) return { rows, totalCount: undefined };
    // Ordering the first page counts on the way; a later one is only what comes after it.
    return {
      rows,
      totalCount: after === null ? (rows[0]?.totalCount ?? 0) : await this.#count(scope, filter),
    };
  }

  async find(pk: number): Promise<StudentRow | undefined> {
    const [row] = await this.#database.query<StudentRow>(
      `SELECT ${COLUMNS} FROM users AS student ${ROADMAPS} ${RATINGS}
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
