import { type RatingCategory, FORMULA_VERSION } from '#shared/ratings/schema.ts';
import type { Database } from '../../db/database.ts';
import { jsonRow, jsonRows } from '../../db/json.ts';

/** A stored category. A category without levels has no row. */
export interface CategoryRow {
  category: RatingCategory;
  depth: number;
  breadth: number;
  comments: string;
}

/** A stored rating with its categories. */
export interface RatingRow {
  pk: number;
  userPk: number;
  userFullName: string;
  points: number;
  targetPoints: number;
  targetPointsComments: string;
  formulaVersion: number;
  version: number;
  categories: CategoryRow[];
}

/** A review with the whole rating that it resulted in. */
export interface ReviewRow {
  pk: number;
  createdAt: Date;
  /** Null when the reviewer's account was deleted. */
  reviewer: { pk: number; fullName: string } | null;
  formulaVersion: number;
  points: number;
  targetPoints: number;
  targetPointsComments: string;
  categories: CategoryRow[];
}

/** What a review stores. */
export type ReviewedRating = Pick<
  RatingRow,
  'points' | 'targetPoints' | 'targetPointsComments' | 'categories'
>;

const categoriesOf = (table: string, owner: string) =>
  jsonRows(`SELECT category, depth, breadth, comments FROM ${table} WHERE ${owner}`);

/** How much of the categories to read: nothing, their levels, or their levels and comments. */
export type CategoryParts = 'none' | 'levels' | 'all';

/** The levels of a category in the texts of {@link LEVELS}. */
const toLevels = (text: string): CategoryRow => {
  const [category, depth, breadth] = text.split(',');
  return {
    category: category as RatingCategory,
    depth: Number(depth),
    breadth: Number(breadth),
    comments: '',
  };
};

/** The levels of the categories of many ratings, grouped in one scan and as text: as JSON they take twice as long. */
const LEVELS = `
  SELECT rating_pk, string_agg(category || ',' || depth || ',' || breadth, ';') AS levels FROM rating_categories
  WHERE rating_pk = ANY(ARRAY(SELECT pk FROM student_profile_ratings WHERE student_pk = ANY($1))) GROUP BY rating_pk`;

const COLUMNS = `rating.pk, users.pk AS "userPk", users.full_name AS "userFullName", rating.points,
  rating.target_points AS "targetPoints", rating.target_points_comments AS "targetPointsComments",
  rating.formula_version AS "formulaVersion", rating.version`;

/** Returns the statement that reads ratings, without categories when only the score is needed. */
const ratings = (condition: string, withCategories: boolean) =>
  `SELECT ${COLUMNS},
    ${withCategories ? categoriesOf('rating_categories', 'rating_pk = rating.pk') : `'[]'::json`} AS "categories"
  FROM student_profile_ratings AS rating JOIN users ON users.pk = rating.student_pk
  WHERE ${condition}`;

/** The points of a profile rating. */
export interface RatingPoints {
  points: number;
  targetPoints: number;
}

/** Selects the points of a student's profile rating. @param student the student's pk, as SQL */
export const selectRatingPoints = (student: string) => `
  SELECT points, target_points AS "targetPoints" FROM student_profile_ratings WHERE student_pk = ${student}`;

/** The SQL of profile ratings and their reviews. */
export class RatingsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns the rating of a student, in one statement. */
  async ofStudent(studentPk: number, withCategories = true): Promise<RatingRow | undefined> {
    const [row] = await this.#database.query<RatingRow>(ratings('rating.student_pk = $1', withCategories), [
      studentPk,
    ]);
    return row;
  }

  /** Returns the ratings of students, in one statement. Students without a rating are left out. */
  async ofStudents(studentPks: readonly number[], parts: CategoryParts): Promise<RatingRow[]> {
    if (parts !== 'levels') {
      return this.#database.query(ratings('rating.student_pk = ANY($1)', parts === 'all'), [studentPks]);
    }
    const rows = await this.#database.query<Omit<RatingRow, 'categories'> & { levels: string | null }>(
      `SELECT ${COLUMNS}, found.levels
      FROM student_profile_ratings AS rating JOIN users ON users.pk = rating.student_pk
      LEFT JOIN (${LEVELS}) AS found ON found.rating_pk = rating.pk
      WHERE rating.student_pk = ANY($1)`,
      [studentPks],
    );
    return rows.map(({ levels, ...row }) => ({ ...row, categories: levels?.split(';').map(toLevels) ?? [] }));
  }

  /** Returns a student's reviews, newest first. @param beforePk the last review of the page before */
  reviews(studentPk: number, beforePk: number | null, limit: number): Promise<ReviewRow[]> {
    return this.#database.query(
      `SELECT review.pk, review.created_at AS "createdAt", review.formula_version AS "formulaVersion", review.points,
        review.target_points AS "targetPoints", review.target_points_comments AS "targetPointsComments",
        ${jsonRow('SELECT pk, full_name AS "fullName" FROM users WHERE users.pk = review.reviewer_pk')} AS "reviewer",
        ${categoriesOf('rating_review_categories', 'review_pk = review.pk')} AS "categories"
      FROM rating_reviews AS review JOIN student_profile_ratings AS rating ON rating.pk = review.rating_pk
      WHERE rating.student_pk = $1 AND ($2::integer IS NULL OR review.pk < $2)
      ORDER BY review.pk DESC LIMIT $3`,
      [studentPk, beforePk, limit],
    );
  }

  async countReviews(studentPk: number): Promise<number> {
    const [row] = await this.#database.query<{ count: number }>(
      'SELECT version AS "count" FROM student_profile_ratings WHERE student_pk = $1',
      [studentPk],
    );
    return row?.count ?? 0;
  }

  /** Returns the student of a review and the parents, to notify them. */
  familyToNotify(
    reviewPk: number,
  ): Promise<
    { userPk: number; studentPk: number; student: string; reviewer: string | null; points: number }[]
  > {
    return this.#database.query(
      `SELECT family.user_pk AS "userPk", student.pk AS "studentPk", student.full_name AS "student",
        reviewer.full_name AS "reviewer", review.points
      FROM rating_reviews AS review JOIN student_profile_ratings AS rating ON rating.pk = review.rating_pk
        JOIN users AS student ON student.pk = rating.student_pk
        LEFT JOIN users AS reviewer ON reviewer.pk = review.reviewer_pk
        JOIN LATERAL (
          SELECT student.pk AS user_pk
          UNION SELECT user_pk FROM relations WHERE student_pk = student.pk AND kind = 'parent'
        ) AS family ON true
      WHERE review.pk = $1`,
      [reviewPk],
    );
  }

  async isStudent(pk: number): Promise<boolean> {
    const rows = await this.#database.query(`SELECT FROM users WHERE pk = $1 AND role = 'student'`, [pk]);
    return rows.length > 0;
  }

  /** Creates a rating. @returns false when the student already has one */
  async create(studentPk: number, targetPoints: number, formulaVersion: number): Promise<boolean> {
    const row = await this.#database.kysely
      .insertInto('studentProfileRatings')
      .values({ studentPk, targetPoints, formulaVersion })
      .onConflict((conflict) => conflict.column('studentPk').doNothing())
      .returning('pk')
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Locks a student's rating, so that reviews run one after another. */
  async lock(pk: number, studentPk: number): Promise<RatingRow | undefined> {
    const rows = await this.#database.query(
      'SELECT FROM student_profile_ratings WHERE pk = $1 AND student_pk = $2 FOR UPDATE',
      [pk, studentPk],
    );
    // A second statement sees a review that the first one waited for.
    return rows.length === 0 ? undefined : this.ofStudent(studentPk);
  }

  /** Stores a review and makes it the rating. @returns the review's pk */
  async addReview(ratingPk: number, reviewerPk: number, rating: ReviewedRating, at: Date): Promise<number> {
    const { categories, ...values } = rating;
    const { kysely } = this.#database;
    const { pk } = await kysely
      .insertInto('ratingReviews')
      .values({ ratingPk, reviewerPk, formulaVersion: FORMULA_VERSION, createdAt: at, ...values })
      .returning('pk')
      .executeTakeFirstOrThrow();
    await kysely
      .insertInto('ratingReviewCategories')
      .values(categories.map((category) => ({ reviewPk: pk, ...category })))
      .execute();
    await kysely
      .insertInto('ratingCategories')
      .values(categories.map((category) => ({ ratingPk, ...category })))
      .onConflict((conflict) =>
        conflict.columns(['ratingPk', 'category']).doUpdateSet(({ ref }) => ({
          depth: ref('excluded.depth'),
          breadth: ref('excluded.breadth'),
          comments: ref('excluded.comments'),
        })),
      )
      .execute();
    await kysely
      .updateTable('studentProfileRatings')
      .set(({ eb }) => ({ ...values, formulaVersion: FORMULA_VERSION, version: eb('version', '+', 1) }))
      .where('pk', '=', ratingPk)
      .execute();
    return pk;
  }
}
