import type { Actor } from '#shared/kernel/actor.ts';
import type { Database } from '../../db/database.ts';

/** A stored calendar feed. */
export interface FeedRow {
  titlesOnly: boolean;
  createdAt: Date;
}

/** The SQL of calendar links: at most one for each person. */
export class CalendarRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(userPk: number): Promise<FeedRow | undefined> {
    const [row] = await this.#database.query<FeedRow>(
      'SELECT titles_only AS "titlesOnly", created_at AS "createdAt" FROM calendar_feeds WHERE user_pk = $1',
      [userPk],
    );
    return row;
  }

  /** Reads the owner of a feed by its token; undefined for an unknown token or a disabled owner. */
  async findByToken(tokenHash: string): Promise<{ owner: Actor; titlesOnly: boolean } | undefined> {
    const [row] = await this.#database.query<Actor & { titlesOnly: boolean }>(
      `SELECT users.pk, users.role, users.full_name AS "fullName", users.time_zone AS "timeZone",
        ARRAY(SELECT student_pk FROM relations WHERE user_pk = users.pk) AS "studentPks",
        feed.titles_only AS "titlesOnly"
      FROM calendar_feeds AS feed JOIN users ON users.pk = feed.user_pk
      WHERE feed.token_hash = $1 AND users.disabled_at IS NULL`,
      [tokenHash],
    );
    if (row === undefined) return undefined;
    // A calendar link is not a sign-in, so it grants no global permissions.
    const { titlesOnly, ...person } = row;
    return { owner: { ...person, permissions: [] }, titlesOnly };
  }

  /** Creates the feed or replaces its token; the old link then stops working. */
  async put(userPk: number, tokenHash: string, titlesOnly: boolean, now: Date): Promise<void> {
    await this.#database.query(
      `INSERT INTO calendar_feeds (user_pk, token_hash, titles_only, created_at) VALUES ($1, $2, $3, $4)
      ON CONFLICT (user_pk) DO UPDATE SET token_hash = $2, titles_only = $3, created_at = $4`,
      [userPk, tokenHash, titlesOnly, now],
    );
  }

  async setTitlesOnly(userPk: number, titlesOnly: boolean): Promise<void> {
    await this.#database.query('UPDATE calendar_feeds SET titles_only = $2 WHERE user_pk = $1', [
      userPk,
      titlesOnly,
    ]);
  }

  async remove(userPk: number): Promise<void> {
    await this.#database.query('DELETE FROM calendar_feeds WHERE user_pk = $1', [userPk]);
  }
}
