import type { Database } from '../../../db/database.ts';

/** The memberships that SimplyBook.me counts itself, one for each student (`simplybook_memberships`). */
export class SimplybookMembershipsRepository {
  readonly #database: Database;
  readonly #company: string;

  constructor(database: Database, company: string) {
    this.#database = database;
    this.#company = company;
  }

  /** Stores a membership unless one of this read or a newer one is stored. */
  async save(
    studentPk: number,
    membership: { name: string; periodEnd: Date; left: number; readNumber: number },
  ): Promise<void> {
    await this.#database.query(
      `INSERT INTO simplybook_memberships (student_pk, company, name, period_end, meetings_left, read_number)
      VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (student_pk) DO UPDATE SET company = excluded.company, name = excluded.name,
        period_end = excluded.period_end, meetings_left = excluded.meetings_left, read_number = excluded.read_number
      WHERE simplybook_memberships.read_number < excluded.read_number`,
      [
        studentPk,
        this.#company,
        membership.name,
        membership.periodEnd,
        membership.left,
        membership.readNumber,
      ],
    );
  }

  /** Deletes the memberships that a complete list no longer contains. */
  async deleteBefore(readNumber: number): Promise<void> {
    await this.#database.query('DELETE FROM simplybook_memberships WHERE company = $1 AND read_number < $2', [
      this.#company,
      readNumber,
    ]);
  }
}
