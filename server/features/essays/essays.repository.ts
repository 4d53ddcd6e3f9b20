import type { EssayDetails, EssayPassage } from '#shared/essays/schema.ts';
import type { EssayStatus } from '#shared/essays/limits.ts';
import type { RichTextDocument } from '#shared/rich-text/schema.ts';
import type { Database } from '../../db/database.ts';
import { jsonRow } from '../../db/json.ts';
import { isoMoment } from '../../db/moments.ts';

/** A name with its pk; null when the account was deleted. */
export type PersonName = { pk: number; fullName: string } | null;

/** A stored essay. */
export interface EssayRow {
  pk: number;
  studentPk: number;
  studentName: string;
  creatorPk: number | null;
  title: string;
  prompt: string;
  wordLimit: number | null;
  wordCount: number;
  status: EssayStatus;
  college: { pk: number; name: string } | null;
  /** The date chosen for this essay. */
  dueOn: string | null;
  isShared: boolean;
  /** Whether a version of the history has text. */
  hasTextInHistory: boolean;
  openComments: number;
  version: number;
  /** ISO 8601 in UTC. */
  createdAt: string;
  updatedAt: string;
  /** JSON text; null when not selected. */
  body: string | null;
}

/** A version of the history; `body` is JSON text, null when not selected. */
export interface VersionRow {
  pk: number;
  essayPk: number;
  title: string;
  wordCount: number;
  savedAt: string;
  author: PersonName;
  body: string | null;
}

/** A comment with its passage. */
export interface CommentRow {
  pk: number;
  essayPk: number;
  studentPk: number;
  authorPk: number | null;
  author: PersonName;
  body: string;
  quote: string;
  before: string;
  after: string;
  createdAt: string;
  resolvedAt: string | null;
}

/** An essay with the people that alerts name or reach. */
export interface EssayToAnnounce {
  title: string;
  studentPk: number;
  student: string;
  creatorPk: number | null;
  creator: string | null;
  mentorPks: number[];
}

/** The text of an essay. */
export interface EssayContent {
  title: string;
  body: RichTextDocument;
  wordCount: number;
}

const personJson = (column: string) =>
  jsonRow(`SELECT users.pk, users.full_name AS "fullName" FROM users WHERE users.pk = ${column}`);

const HAS_TEXT_IN_HISTORY = `EXISTS (
  SELECT FROM essay_versions WHERE essay_pk = essays.pk AND essay_versions.word_count > 0)`;

const columns = (withBody: boolean) => `essays.pk, essays.student_pk AS "studentPk",
  student.full_name AS "studentName", essays.creator_pk AS "creatorPk", essays.title, essays.prompt,
  essays.word_limit AS "wordLimit", essays.word_count AS "wordCount", essays.status,
  ${jsonRow('SELECT colleges.pk, colleges.name FROM colleges WHERE colleges.pk = essays.college_pk')} AS college,
  essays.due_on AS "dueOn", essays.is_shared AS "isShared", essays.version, ${HAS_TEXT_IN_HISTORY} AS "hasTextInHistory",
  (SELECT count(*)::int FROM essay_comments WHERE essay_pk = essays.pk AND resolved_at IS NULL) AS "openComments",
  ${isoMoment('essays.created_at')} AS "createdAt", ${isoMoment('essays.updated_at')} AS "updatedAt",
  ${withBody ? 'essays.body::text' : 'NULL'} AS body`;

const VERSION_COLUMNS = `essay_versions.pk, essay_pk AS "essayPk", title, word_count AS "wordCount",
  ${isoMoment('saved_at')} AS "savedAt", ${personJson('author_pk')} AS author`;

const COMMENT_COLUMNS = `comment.pk, essay_pk AS "essayPk", essays.student_pk AS "studentPk",
  author_pk AS "authorPk", ${personJson('author_pk')} AS author, comment.body, quote, text_before AS before,
  text_after AS after, ${isoMoment('comment.created_at')} AS "createdAt", ${isoMoment('resolved_at')} AS "resolvedAt"`;

/** The SQL of essays. The service authorizes. */
export class EssaysRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns the essays of a student: unfinished ones first, then by the newest change. */
  ofStudent(studentPk: number, filter: { onlyShared: boolean }, limit: number): Promise<EssayRow[]> {
    return this.#database.query<EssayRow>(
      `SELECT ${columns(false)} FROM essays JOIN users AS student ON student.pk = essays.student_pk
      WHERE essays.student_pk = $1 AND (essays.is_shared OR NOT $2)
      ORDER BY essays.status = 'DONE', essays.updated_at DESC, essays.pk DESC LIMIT $3`,
      [studentPk, filter.onlyShared, limit],
    );
  }

  async count(studentPk: number): Promise<number> {
    const [row] = await this.#database.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM essays WHERE student_pk = $1',
      [studentPk],
    );
    return row?.count ?? 0;
  }

  /** Reads the name of a student; undefined for another person. */
  async student(pk: number): Promise<{ pk: number; fullName: string } | undefined> {
    const [row] = await this.#database.query<{ pk: number; fullName: string }>(
      `SELECT pk, full_name AS "fullName" FROM users WHERE pk = $1 AND role = 'student'`,
      [pk],
    );
    return row;
  }

  async find(pk: number): Promise<EssayRow | undefined> {
    const [row] = await this.#database.query<EssayRow>(
      `SELECT ${columns(true)} FROM essays JOIN users AS student ON student.pk = essays.student_pk
      WHERE essays.pk = $1`,
      [pk],
    );
    return row;
  }

  async insert(
    essay: EssayContent & {
      studentPk: number;
      creatorPk: number;
      prompt: string;
      wordLimit: number | null;
      collegePk: number | null;
      dueOn: string | null;
      now: Date;
    },
  ): Promise<number> {
    const { now, body, ...values } = essay;
    const { pk } = await this.#database.kysely
      .insertInto('essays')
      .values({ ...values, body: JSON.stringify(body), createdAt: now, updatedAt: now })
      .returning('pk')
      .executeTakeFirstOrThrow();
    return pk;
  }

  /** Changes the text if it still has the given version. @returns whether it was changed */
  async update(pk: number, content: EssayContent, version: number, now: Date): Promise<boolean> {
    const rows = await this.#database.query(
      `UPDATE essays SET title = $2, body = $3, word_count = $4, updated_at = $6, version = version + 1,
        status = CASE WHEN status = 'IDEA' AND $4 > 0 THEN 'DRAFT' ELSE status END
      WHERE pk = $1 AND version = $5 RETURNING pk`,
      [pk, content.title, JSON.stringify(content.body), content.wordCount, version, now],
    );
    return rows.length > 0;
  }

  /**
   * Saves a text to the history. Overwrites the newest version if it is the author's and was started after `since`;
   * otherwise adds a version. A text never overwrites a version with more than twice its words.
   * Runs in the transaction that changed the essay, which serializes the saves of one essay.
   */
  async keepVersion(
    pk: number,
    authorPk: number,
    content: EssayContent,
    { since, now }: { since: Date; now: Date },
  ): Promise<void> {
    const values = [pk, authorPk, content.title, JSON.stringify(content.body), content.wordCount, now];
    const updated = await this.#database.query(
      `UPDATE essay_versions SET author_pk = $2, title = $3, body = $4, word_count = $5, saved_at = $6
      WHERE pk = (SELECT pk FROM essay_versions WHERE essay_pk = $1 ORDER BY pk DESC LIMIT 1) AND started_at > $7
        AND author_pk = $2 AND word_count <= 2 * $5
      RETURNING pk`,
      [...values, since],
    );
    if (updated.length > 0) return;
    await this.#database.query(
      `INSERT INTO essay_versions (essay_pk, author_pk, title, body, word_count, started_at, saved_at)
      VALUES ($1, $2, $3, $4, $5, $6, $6)`,
      values,
    );
  }

  async changeDetails(
    pk: number,
    { collegePk, ...change }: Omit<EssayDetails, 'collegeId'> & { collegePk?: number | null },
  ): Promise<void> {
    const set = { ...change, ...(collegePk === undefined ? {} : { collegePk }) };
    if (Object.keys(set).length === 0) return;
    await this.#database.kysely.updateTable('essays').set(set).where('pk', '=', pk).execute();
  }

  async setShared(pk: number, isShared: boolean): Promise<void> {
    await this.#database.kysely.updateTable('essays').set({ isShared }).where('pk', '=', pk).execute();
  }

  /**
   * Deletes an essay. @returns whether it was deleted
   * @param onlyEmpty keeps an essay that has text, or a version with text
   */
  delete(pk: number, { onlyEmpty }: { onlyEmpty: boolean }): Promise<boolean> {
    return this.#database.transaction(async () => {
      // Waits for a save in progress. The next statement then sees its text and its version.
      await this.#database.query('SELECT FROM essays WHERE pk = $1 FOR UPDATE', [pk]);
      const rows = await this.#database.query(
        `DELETE FROM essays WHERE pk = $1 AND (NOT $2 OR (word_count = 0 AND NOT ${HAS_TEXT_IN_HISTORY}))
        RETURNING pk`,
        [pk, onlyEmpty],
      );
      return rows.length > 0;
    });
  }

  /** Returns whether the college is on the student's roadmap. */
  async hasCollege(studentPk: number, collegePk: number): Promise<boolean> {
    const rows = await this.#database.query(
      `SELECT FROM colleges JOIN roadmaps ON roadmaps.pk = roadmap_pk
      WHERE colleges.pk = $1 AND roadmaps.student_pk = $2`,
      [collegePk, studentPk],
    );
    return rows.length > 0;
  }

  /** Reads the colleges on a student's roadmap, by name. */
  colleges(studentPk: number): Promise<{ pk: number; name: string }[]> {
    return this.#database.query(
      `SELECT colleges.pk, colleges.name FROM colleges JOIN roadmaps ON roadmaps.pk = roadmap_pk
      WHERE roadmaps.student_pk = $1 ORDER BY lower(colleges.name), colleges.pk`,
      [studentPk],
    );
  }

  /** Returns the newest versions of an essay. */
  versions(essayPk: number, limit: number): Promise<VersionRow[]> {
    return this.#database.query(
      `SELECT ${VERSION_COLUMNS}, NULL AS body FROM essay_versions WHERE essay_pk = $1 ORDER BY pk DESC LIMIT $2`,
      [essayPk, limit],
    );
  }

  async version(pk: number): Promise<VersionRow | undefined> {
    const [row] = await this.#database.query<VersionRow>(
      `SELECT ${VERSION_COLUMNS}, body::text AS body FROM essay_versions WHERE pk = $1`,
      [pk],
    );
    return row;
  }

  /** Returns the comments on an essay, oldest first. */
  comments(essayPk: number, limit: number): Promise<CommentRow[]> {
    return this.#database.query(
      `SELECT ${COMMENT_COLUMNS} FROM essay_comments AS comment JOIN essays ON essays.pk = essay_pk
      WHERE essay_pk = $1 ORDER BY comment.pk LIMIT $2`,
      [essayPk, limit],
    );
  }

  async comment(pk: number): Promise<CommentRow | undefined> {
    const [row] = await this.#database.query<CommentRow>(
      `SELECT ${COMMENT_COLUMNS} FROM essay_comments AS comment JOIN essays ON essays.pk = essay_pk
      WHERE comment.pk = $1`,
      [pk],
    );
    return row;
  }

  /** Reads what alerts about an essay say; undefined when it was deleted. */
  async toAnnounce(pk: number): Promise<EssayToAnnounce | undefined> {
    const [row] = await this.#database.query<EssayToAnnounce>(
      `SELECT essays.title, essays.student_pk AS "studentPk", student.full_name AS student,
        essays.creator_pk AS "creatorPk", creator.full_name AS creator,
        ARRAY(SELECT user_pk FROM relations WHERE student_pk = essays.student_pk AND kind = 'mentor') AS "mentorPks"
      FROM essays JOIN users AS student ON student.pk = essays.student_pk
      LEFT JOIN users AS creator ON creator.pk = essays.creator_pk WHERE essays.pk = $1`,
      [pk],
    );
    return row;
  }

  async insertComment(
    essayPk: number,
    authorPk: number,
    comment: EssayPassage & { body: string; now: Date },
  ): Promise<number> {
    const { pk } = await this.#database.kysely
      .insertInto('essayComments')
      .values({
        essayPk,
        authorPk,
        body: comment.body,
        quote: comment.quote,
        textBefore: comment.before,
        textAfter: comment.after,
        createdAt: comment.now,
      })
      .returning('pk')
      .executeTakeFirstOrThrow();
    return pk;
  }

  async setResolved(pk: number, by: { resolvedAt: Date; resolvedByPk: number } | null): Promise<void> {
    await this.#database.kysely
      .updateTable('essayComments')
      .set(by ?? { resolvedAt: null, resolvedByPk: null })
      .where('pk', '=', pk)
      .execute();
  }

  async deleteComment(pk: number): Promise<void> {
    await this.#database.kysely.deleteFrom('essayComments').where('pk', '=', pk).execute();
  }
}
