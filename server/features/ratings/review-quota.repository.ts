import type { Database } from '../../db/database.ts';

/** Reviews that a student gets at once, such as those of a billing date (SPR-041). */
export interface ReviewGrant {
  /** Names the cause: the same source grants once, however often it is repeated. */
  source: string;
  reviews: number;
  validUntil: Date;
}

export class ReviewQuotaRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @returns whether it is new */
  async grant(studentPk: number, { source, reviews, validUntil }: ReviewGrant): Promise<boolean> {
    const rows = await this.#database.query(
      `INSERT INTO review_grants (student_pk, source, reviews, valid_until) VALUES ($1, $2, $3, $4)
      ON CONFLICT (student_pk, source) DO NOTHING RETURNING pk`,
      [studentPk, source, reviews, validUntil],
    );
    return rows.length > 0;
  }

  /** Returns the reviews left in the stored grants, and whether one of them is of the source. */
  async left(studentPk: number, source: string, now: Date): Promise<{ left: number; hasSource: boolean }> {
    const [row] = await this.#database.query<{ left: number; hasSource: boolean }>(
      `SELECT coalesce(sum(reviews - used), 0)::int AS "left", coalesce(bool_or(source = $3), false) AS "hasSource"
      FROM review_grants WHERE student_pk = $1 AND valid_until > $2`,
      [studentPk, now, source],
    );
    return row ?? { left: 0, hasSource: false };
  }

  /** Uses one review, of the grant that ends first. @returns whether there was one */
  async use(studentPk: number, now: Date): Promise<boolean> {
    const rows = await this.#database.query(
      `UPDATE review_grants SET used = used + 1 WHERE pk = (
        SELECT pk FROM review_grants WHERE student_pk = $1 AND valid_until > $2 AND used < reviews
        ORDER BY valid_until, pk LIMIT 1 FOR UPDATE)
      RETURNING pk`,
      [studentPk, now],
    );
    return rows.length > 0;
  }
}
