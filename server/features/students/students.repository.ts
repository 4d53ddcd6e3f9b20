import type { Year } from '#shared/kernel/years.ts';
import type { StudentFilter, StudentOrder } from '#shared/students/schema.ts';
import type { AttentionFacts } from '#shared/students/attention.ts';
import type { Database } from '../../db/database.ts';
import type { LastInteractionRow } from '../../db/interactions.ts';
import { attentionJoin, overviewColumns, overviewJoin } from './student-overview.sql.ts';

/** A student in the list. */
export interface StudentRow {
  pk: number;
  fullName: string;
  firstName: string;
  /** The file of the picture. */
  picture: string | null;
  year: Year | null;
  points: number | null;
  /** Only when it was asked for. */
  overview: StudentOverviewRow | null;
}

/** The columns of the list besides year and points. */
export interface StudentOverviewRow extends AttentionFacts {
  lastInteraction: LastInteractionRow | null;
  nextMeetingAt: Date | null;
  gpa: number | null;
}

/** The moment and the viewer's time zone, for an overview and the order by attention. */
export interface Moment {
  now: Date;
  timeZone: string;
}

/** A student of the list, with the score of the order by attention. */
export type ListedStudent = StudentRow & { attention: number };

/** The start of a page: after the student with this value in the sorted column. */
export interface StudentPosition {
  value: string | number | null;
  pk: number;
}

/** The viewer's access to students and ratings. */
export interface StudentScope {
  viewerPk: number;
  /** Every student, not only those related to the viewer. */
  everyone: boolean;
  /** All ratings, not only those of related students. */
  everyRating: boolean;
}

/**
 * Each order with its column, the SQL expression that sorts students, and the expression of a cursor position. Students
 * without a value come first, or last in a descending order.
 */
const SORTS = {
  name: {
    column: 'fullName',
    expression: 'student.name',
    ofPosition: (value: string) => `lower(${value}::text)`,
  },
  year: {
    column: 'year',
    expression: `coalesce(array_position(ARRAY['FR', 'SO', 'JR', 'SR'], roadmaps.year), 0)`,
    ofPosition: (value: string) =>
      `coalesce(array_position(ARRAY['FR', 'SO', 'JR', 'SR'], ${value}::text), 0)`,
  },
  points: {
    column: 'points',
    expression: 'coalesce(rating.points, -1)',
    ofPosition: (value: string) => `coalesce(${value}::integer, -1)`,
  },
  attention: {
    column: 'attention',
    expression: 'attention.score',
    ofPosition: (value: string) => `${value}::integer`,
  },
} as const;

function sortOf(orderBy: StudentOrder) {
  return SORTS[orderBy.replace('-', '') as keyof typeof SORTS];
}

/** Returns the cursor position of a student. */
export function positionOf(row: ListedStudent, orderBy: StudentOrder): StudentPosition {
  return { value: row[sortOf(orderBy).column], pk: row.pk };
}

const ROADMAPS = 'LEFT JOIN roadmaps ON roadmaps.student_pk = student.pk';
const RATINGS = 'LEFT JOIN student_profile_ratings AS rating ON rating.student_pk = student.pk';

/** The students of the list, with the lowercase name that both indexes are ordered by. */
const RELATED = `(SELECT student_pk AS pk, student_name AS name FROM relations
  WHERE user_pk = $1 AND student_enabled) AS student`;
const EVERYONE = `(SELECT pk, lower(full_name) AS name FROM users
  WHERE role = 'student' AND disabled_at IS NULL AND $1::integer IS NOT NULL) AS student`;

/** Joins the ratings that the viewer can see; ordering by points ignores the others, too. */
function ratings({ everyone, everyRating }: StudentScope): string {
  const near =
    everyone && !everyRating
      ? 'AND EXISTS (SELECT FROM relations AS near WHERE near.user_pk = $1 AND near.student_pk = student.pk)'
      : '';
  return `${RATINGS} ${near}`;
}

/** Returns the students of a list, joined only with what the filter and the order need. */
function found(scope: StudentScope, { q, years, orderBy }: StudentFilter, join = ''): string {
  const { column } = sortOf(orderBy);
  return [
    scope.everyone ? EVERYONE : RELATED,
    column === 'year' || years.length > 0 ? ROADMAPS : '',
    column === 'points' ? ratings(scope) : '',
    join,
    q === '' ? `WHERE $2::text = ''` : 'WHERE strpos(student.name, lower($2)) > 0',
    years.length === 0 ? 'AND cardinality($3::text[]) = 0' : 'AND roadmaps.year = ANY($3)',
  ].join(' ');
}

/** A page of the list to read. */
interface StudentListQuery {
  scope: StudentScope;
  filter: StudentFilter;
  /** The last student of the previous page. */
  after: StudentPosition | null;
  /** An integer of ours, inlined: a parameter would cost the generic plan. */
  limit: number;
  withCount: boolean;
  /** With it, each student has an overview. The order by attention needs it. */
  moment: Moment | null;
}

/** Returns the statement of a page of the list. */
function listStatement({ scope, filter, after, limit, withCount, moment }: StudentListQuery): {
  text: string;
  values: unknown[];
} {
  const direction = filter.orderBy.startsWith('-') ? 'DESC' : 'ASC';
  const { column, expression, ofPosition } = sortOf(filter.orderBy);
  const values: unknown[] = [scope.viewerPk, filter.q, filter.years];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const [now, zone] = moment === null ? ['', ''] : [bind(moment.now), bind(moment.timeZone)];
  // The order by attention computes the facts of every student, the others only those of the page.
  const isRanked = column === 'attention';
  const attention = moment === null ? '' : attentionJoin(now, zone, isRanked ? 'all' : 'page');
  const facts = isRanked ? 'student' : 'attention';
  const next =
    after === null
      ? ''
      : `AND (${expression}, student.pk) ${direction === 'DESC' ? '<' : '>'}
          (${ofPosition(bind(after.value))}, ${bind(after.pk)}::integer)`;
  // The count is a separate subquery, so that a page by name only reads its part of the index.
  const total = withCount
    ? `(SELECT count(*)::int FROM ${found(scope, { ...filter, orderBy: 'name' })})`
    : 'NULL::int';
  const text = `
    SELECT student.pk, users.full_name AS "fullName", users.first_name AS "firstName", users.picture,
      roadmaps.year, rating.points,
      ${moment === null ? '' : `${overviewColumns(facts, now)},`} ${total} AS "totalCount"
    FROM (
      SELECT student.pk, ${expression} AS sort ${isRanked ? ', attention.*' : ''}
      FROM ${found(scope, filter, isRanked ? attention : '')} ${next}
      ORDER BY ${expression} ${direction}, student.pk ${direction} LIMIT ${limit}
    ) AS student JOIN users ON users.pk = student.pk ${ROADMAPS} ${ratings(scope)} ${isRanked ? '' : attention}
      ${moment === null ? '' : overviewJoin(facts)}
    ORDER BY student.sort ${direction}, student.pk ${direction}`;
  return { text, values };
}

/** Reads the students list, and single students. */
export class StudentsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns a page of the list and, when asked for, how many there are in all. */
  async list(query: StudentListQuery): Promise<{ rows: ListedStudent[]; totalCount: number | undefined }> {
    const { scope, filter, after, withCount, moment } = query;
    const { text, values } = listStatement(query);
    type Row = Omit<ListedStudent, 'overview'> & StudentOverviewRow & { totalCount: number };
    // A list of everyone can be long: it runs on a separate connection, so that short queries do not wait for it.
    const listed = scope.everyone
      ? await this.#database.search<Row>(text, values)
      : await this.#database.query<Row>(text, values);
    const rows = listed.map((row) => ({ ...row, overview: moment === null ? null : row }));
    if (!withCount) return { rows, totalCount: undefined };
    // An empty later page has no count.
    const isUnknown = rows.length === 0 && after !== null;
    return { rows, totalCount: isUnknown ? await this.#count(scope, filter) : (listed[0]?.totalCount ?? 0) };
  }

  async find(pk: number): Promise<StudentRow | undefined> {
    const [row] = await this.#database.query<StudentRow>(
      `SELECT student.pk, student.full_name AS "fullName", student.first_name AS "firstName", student.picture,
        roadmaps.year, rating.points, NULL AS overview
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
