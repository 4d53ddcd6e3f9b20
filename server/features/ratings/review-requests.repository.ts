import type { Database } from '../../db/database.ts';

/** An open request with its student. */
export interface ReviewRequestRow {
  pk: number;
  createdAt: Date;
  student: { pk: number; fullName: string };
}

/** Selects the open requests of students, oldest first. @param students their pks, as a parameter */
export const selectOpenRequests = (students: string, limit: string) => `
  SELECT request.pk, request.created_at AS "createdAt",
    json_build_object('pk', student.pk, 'fullName', student.full_name) AS "student"
  FROM rating_review_requests AS request JOIN users AS student ON student.pk = request.student_pk
  WHERE request.closed_at IS NULL AND request.student_pk = ANY(${students}::int[]) AND student.disabled_at IS NULL
  ORDER BY request.pk LIMIT ${limit}`;

/** The SQL of requested reviews. */
export class ReviewRequestsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Opens a request. @returns its pk; undefined when the student has an open one */
  async open(studentPk: number, at: Date): Promise<number | undefined> {
    const [row] = await this.#database.query<{ pk: number }>(
      `INSERT INTO rating_review_requests (student_pk, created_at) VALUES ($1, $2)
      ON CONFLICT (student_pk) WHERE closed_at IS NULL DO NOTHING RETURNING pk`,
      [studentPk, at],
    );
    return row?.pk;
  }

  /** Closes the open request of a student. @returns whether there was one */
  async close(studentPk: number, reviewPk: number, at: Date): Promise<boolean> {
    const rows = await this.#database.query(
      `UPDATE rating_review_requests SET closed_at = $3, review_pk = $2
      WHERE student_pk = $1 AND closed_at IS NULL RETURNING pk`,
      [studentPk, reviewPk, at],
    );
    return rows.length > 0;
  }

  /** Returns the open requests of students, oldest first. */
  openOf(studentPks: readonly number[], limit: number): Promise<ReviewRequestRow[]> {
    return this.#database.query(selectOpenRequests('$1', '$2'), [studentPks, limit]);
  }

  /** Returns the mentors of the student who made a request, to notify them. */
  mentorsToNotify(requestPk: number): Promise<{ userPk: number; studentPk: number; student: string }[]> {
    return this.#database.query(
      `SELECT relations.user_pk AS "userPk", student.pk AS "studentPk", student.full_name AS "student"
      FROM rating_review_requests AS request JOIN users AS student ON student.pk = request.student_pk
        JOIN relations ON relations.student_pk = student.pk AND relations.kind = 'mentor'
      WHERE request.pk = $1 AND request.closed_at IS NULL`,
      [requestPk],
    );
  }
}
