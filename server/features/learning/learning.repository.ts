import type { ArticleContent } from '#shared/learning/schema.ts';
import type { Database } from '../../db/database.ts';

/** A version of an article that staff saved. */
export interface ArticleRow extends ArticleContent {
  slug: string;
  version: number;
  createdAt: Date;
}

/** A version in the history of an article. */
export interface VersionRow {
  version: number;
  title: string;
  editor: string | null;
  createdAt: Date;
}

/** How far a person read an article. */
export interface ReadingRow {
  slug: string;
  progress: number;
  bookmarked: boolean;
}

const COLUMNS = `slug, version, title, summary, topic, audiences, grades, author, sources, body, hidden,
  created_at AS "createdAt"`;

/** How many versions the history shows. */
const MAX_VERSIONS = 100;

/** The SQL of articles, their versions, and who has read them. */
export class LearningRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Reads the newest version of every saved article. Staff write them, so there are few. */
  newest(): Promise<ArticleRow[]> {
    return this.#database.query<ArticleRow>(
      `SELECT DISTINCT ON (slug) ${COLUMNS} FROM article_versions ORDER BY slug, version DESC`,
    );
  }

  /** Returns whether the newest version of a saved article is hidden; undefined when staff saved none. */
  async isHidden(slug: string): Promise<boolean | undefined> {
    const [row] = await this.#database.query<{ hidden: boolean }>(
      'SELECT hidden FROM article_versions WHERE slug = $1 ORDER BY version DESC LIMIT 1',
      [slug],
    );
    return row?.hidden;
  }

  async version(slug: string, version: number): Promise<ArticleRow | undefined> {
    const [row] = await this.#database.query<ArticleRow>(
      `SELECT ${COLUMNS} FROM article_versions WHERE slug = $1 AND version = $2`,
      [slug, version],
    );
    return row;
  }

  versions(slug: string): Promise<VersionRow[]> {
    return this.#database.query<VersionRow>(
      `SELECT version, title, users.full_name AS editor, article_versions.created_at AS "createdAt"
      FROM article_versions LEFT JOIN users ON users.pk = editor_pk
      WHERE slug = $1 ORDER BY version DESC LIMIT ${MAX_VERSIONS}`,
      [slug],
    );
  }

  /** Adds a version of an article. @returns false when it exists: someone else saved it first */
  async insert(
    article: ArticleContent & { slug: string; version: number; editorPk: number; createdAt: Date },
  ): Promise<boolean> {
    const row = await this.#database.kysely
      .insertInto('articleVersions')
      .values({ ...article, sources: JSON.stringify(article.sources) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('version')
      .executeTakeFirst();
    return row !== undefined;
  }

  readings(userPk: number): Promise<ReadingRow[]> {
    return this.#database.query<ReadingRow>(
      'SELECT slug, progress, bookmarked FROM article_readings WHERE user_pk = $1',
      [userPk],
    );
  }

  /** Saves how far a person read, which never decreases, and the bookmark; null leaves it unchanged. */
  async saveReading(
    userPk: number,
    slug: string,
    progress: number | null,
    bookmarked: boolean | null,
  ): Promise<Omit<ReadingRow, 'slug'>> {
    const [row] = await this.#database.search<Omit<ReadingRow, 'slug'>>(
      `INSERT INTO article_readings AS reading (user_pk, slug, progress, bookmarked)
      VALUES ($1, $2, coalesce($3, 0), coalesce($4, false))
      ON CONFLICT (user_pk, slug) DO UPDATE SET progress = greatest(reading.progress, excluded.progress),
        bookmarked = coalesce($4, reading.bookmarked)
      RETURNING progress, bookmarked`,
      [userPk, slug, progress, bookmarked],
    );
    return row as Omit<ReadingRow, 'slug'>;
  }
}
