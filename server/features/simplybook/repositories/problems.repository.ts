import type { Problem, ProblemKind } from '#shared/connections/responses.ts';
import type { Database } from '../../../db/database.ts';

const MAX_PROBLEMS = 50;

/** The problems for staff to fix (`simplybook_problems`), each by the number of its object there. */
export class SimplybookProblemsRepository {
  readonly #database: Database;
  readonly #company: string;

  constructor(database: Database, company: string) {
    this.#database = database;
    this.#company = company;
  }

  /** Adds a problem, or counts it again. The oldest ones are dropped. */
  async add(kind: ProblemKind, reference: number | string, now: Date): Promise<void> {
    await this.#database.query(
      `INSERT INTO simplybook_problems (company, kind, reference, first_at, last_at) VALUES ($1, $2, $3, $4, $4)
      ON CONFLICT (company, kind, reference)
        DO UPDATE SET count = simplybook_problems.count + 1, last_at = excluded.last_at`,
      [this.#company, kind, String(reference), now],
    );
    await this.#database.query(
      `DELETE FROM simplybook_problems WHERE company = $1 AND (kind, reference) IN (
        SELECT kind, reference FROM simplybook_problems WHERE company = $1
        ORDER BY last_at DESC, kind, reference OFFSET ${MAX_PROBLEMS})`,
      [this.#company],
    );
  }

  /** Removes problems of an object that works now. */
  async solve(kinds: readonly ProblemKind[], reference: number | string): Promise<void> {
    await this.#database.query(
      'DELETE FROM simplybook_problems WHERE company = $1 AND kind = ANY($2::text[]) AND reference = $3',
      [this.#company, kinds, String(reference)],
    );
  }

  /** Returns whether one of these problems of an object is known since a moment. */
  async has(kinds: readonly ProblemKind[], reference: number | string, since: Date): Promise<boolean> {
    const rows = await this.#database.query(
      `SELECT FROM simplybook_problems
      WHERE company = $1 AND kind = ANY($2::text[]) AND reference = $3 AND last_at > $4`,
      [this.#company, kinds, String(reference), since],
    );
    return rows.length > 0;
  }

  /** Returns the problems, newest first. */
  async list(): Promise<Problem[]> {
    const rows = await this.#database.query<Omit<Problem, 'last_at'> & { lastAt: Date }>(
      `SELECT kind, reference, count, last_at AS "lastAt" FROM simplybook_problems
      WHERE company = $1 ORDER BY last_at DESC, kind, reference`,
      [this.#company],
    );
    return rows.map(({ lastAt, ...row }) => ({ ...row, last_at: lastAt.toISOString() }));
  }
}
