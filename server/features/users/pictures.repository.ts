import type { PersonFacts } from '#shared/users/policy.ts';
import type { Database } from '../../db/database.ts';
import { IS_SHARED } from './users.repository.ts';

/** The SQL of pictures of people. */
export class PicturesRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Returns the file of a person's picture, with what the visibility rules read.
   * @param studentPks the viewer and the viewer's students
   */
  async find(
    pk: number,
    studentPks: readonly number[],
  ): Promise<(PersonFacts & { picture: string | null }) | undefined> {
    const [row] = await this.#database.query<PersonFacts & { picture: string | null }>(
      `SELECT person.pk, person.role, person.picture,
        EXISTS (SELECT FROM relations WHERE relations.user_pk = person.pk AND ${IS_SHARED}) AS "sharesStudent",
        EXISTS (SELECT FROM bug_reports WHERE user_pk = person.pk) AS "hasReportedBug"
      FROM users AS person WHERE person.pk = $1`,
      [pk, studentPks],
    );
    return row;
  }

  /** Returns the files of these people's pictures, by pk. */
  async files(pks: readonly number[]): Promise<Map<number, string>> {
    const rows = await this.#database.query<{ pk: number; picture: string }>(
      'SELECT pk, picture FROM users WHERE pk = ANY($1) AND picture IS NOT NULL',
      [pks],
    );
    return new Map(rows.map(({ pk, picture }) => [pk, picture]));
  }

  /** Replaces a person's picture. @returns the file of the previous one */
  async replace(pk: number, picture: string | null): Promise<string | null> {
    const [row] = await this.#database.query<{ previous: string | null }>(
      `UPDATE users SET picture = $2 FROM (SELECT picture AS previous FROM users WHERE pk = $1 FOR UPDATE) AS old
      WHERE pk = $1 RETURNING previous`,
      [pk, picture],
    );
    return row?.previous ?? null;
  }
}
