import type { RatingCategory } from '#shared/ratings/schema.ts';
import type { Database } from '../../db/database.ts';
import { jsonRows } from '../../db/json.ts';

/** A category as stored; one that was never rated has no row. */
export interface CategoryRow {
  category: RatingCategory;
  depth: number;
  breadth: number;
  comments: string;
}

export interface RatingRow {
  pk: number;
  userPk: number;
  userFullName: string;
  points: number;
  targetPoints: number;
  categories: CategoryRow[];
}

export class RatingsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** One statement: the rating with its categories. */
  async ofStudent(studentPk: number): Promise<RatingRow | undefined> {
    const [row] = await this.#database.query<RatingRow>(
      `SELECT rating.pk, users.pk AS "userPk", users.full_name AS "userFullName", rating.points,
        rating.target_points AS "targetPoints",
        ${jsonRows(
          'SELECT category, depth, breadth, comments FROM rating_categories WHERE rating_pk = rating.pk',
        )} AS "categories"
      FROM student_profile_ratings AS rating JOIN users ON users.pk = rating.student_pk
      WHERE rating.student_pk = $1`,
      [studentPk],
    );
    return row;
  }

  async isStudent(pk: number): Promise<boolean> {
    const rows = await this.#database.query(`SELECT FROM users WHERE pk = $1 AND role = 'student'`, [pk]);
    return rows.length > 0;
  }

  /** @returns whether it was created: false when the student has a rating already */
  async create(studentPk: number, targetPoints: number, formulaVersion: number): Promise<boolean> {
    const row = await this.#database.kysely
      .insertInto('studentProfileRatings')
      .values({ studentPk, targetPoints, formulaVersion })
      .onConflict((conflict) => conflict.column('studentPk').doNothing())
      .returning('pk')
      .executeTakeFirst();
    return row !== undefined;
  }
}
