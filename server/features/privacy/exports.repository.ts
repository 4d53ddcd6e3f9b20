import type { Role } from '#shared/kernel/roles.ts';
import type { Database } from '../../db/database.ts';

/**
 * The state of an export:
 *
 *     waiting     requested, or the job writes the ZIP
 *     ready       the ZIP can be downloaded
 *     downloaded  a download has started; 'ready' again if it breaks
 *     failed      the job gave up or was lost
 *     expired     the ZIP was deleted before a download
 */
type ExportState = 'waiting' | 'ready' | 'downloaded' | 'failed' | 'expired';

/** An export of a person's data. There is one for each requester and subject: a new one replaces it. */
export interface ExportRow {
  pk: number;
  requesterPk: number;
  /** The person whose data it is. */
  subjectPk: number;
  subjectName: string;
  state: ExportState;
  /** In percent. */
  progress: number;
  /** How often the job has started to write it. */
  attempts: number;
  /** The name of the ZIP in the file storage. */
  file: string | null;
  createdAt: Date;
  /** When it became ready or failed, or its last download started. */
  finishedAt: Date | null;
  expiresAt: Date | null;
}

const SELECT = `SELECT export.pk, requester_pk AS "requesterPk", subject_pk AS "subjectPk", full_name AS "subjectName",
  state, progress, attempts, file, export.created_at AS "createdAt", finished_at AS "finishedAt",
  expires_at AS "expiresAt"
  FROM data_exports AS export JOIN users ON users.pk = subject_pk`;

/** The SQL of data exports. */
export class ExportsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns the person that personal data is requested of. */
  async person(pk: number): Promise<{ pk: number; role: Role; fullName: string } | undefined> {
    const [row] = await this.#database.query<{ pk: number; role: Role; fullName: string }>(
      'SELECT pk, role, full_name AS "fullName" FROM users WHERE pk = $1',
      [pk],
    );
    return row;
  }

  async find(pk: number): Promise<ExportRow | undefined> {
    const [row] = await this.#database.query<ExportRow>(`${SELECT} WHERE export.pk = $1`, [pk]);
    return row;
  }

  /** Returns the requester's export of the person. */
  async findByPeople(requesterPk: number, subjectPk: number): Promise<ExportRow | undefined> {
    const [row] = await this.#database.query<ExportRow>(
      `${SELECT} WHERE requester_pk = $1 AND subject_pk = $2`,
      [requesterPk, subjectPk],
    );
    return row;
  }

  /** Replaces a finished export. @returns the pk; undefined while one is waiting */
  async insert(requesterPk: number, subjectPk: number, now: Date): Promise<number | undefined> {
    await this.#database.query(
      `DELETE FROM data_exports WHERE requester_pk = $1 AND subject_pk = $2 AND state <> 'waiting'`,
      [requesterPk, subjectPk],
    );
    const [row] = await this.#database.query<{ pk: number }>(
      `INSERT INTO data_exports (requester_pk, subject_pk, created_at) VALUES ($1, $2, $3)
      ON CONFLICT (requester_pk, subject_pk) DO NOTHING RETURNING pk`,
      [requesterPk, subjectPk, now],
    );
    return row?.pk;
  }

  /** Counts an attempt, and stores its file before the file itself, so that the clean-up finds it after a crash. */
  async beginAttempt(pk: number, file: string): Promise<void> {
    await this.#database.query(
      'UPDATE data_exports SET attempts = attempts + 1, progress = 0, file = $2 WHERE pk = $1',
      [pk, file],
    );
  }

  async setProgress(pk: number, progress: number): Promise<void> {
    await this.#database.query('UPDATE data_exports SET progress = $2 WHERE pk = $1', [pk, progress]);
  }

  /** Ends the job of an export. @returns false when the export was deleted */
  async finish(pk: number, state: 'ready' | 'failed', now: Date, expiresAt: Date | null): Promise<boolean> {
    const rows = await this.#database.query(
      `UPDATE data_exports SET state = $2, progress = 100, finished_at = $3, expires_at = $4 WHERE pk = $1
      RETURNING pk`,
      [pk, state, now, expiresAt],
    );
    return rows.length > 0;
  }

  /** Ends exports whose job was lost, so that they can be requested again. */
  async failLost(createdBefore: Date, now: Date): Promise<void> {
    await this.#database.query(
      `UPDATE data_exports SET state = 'failed', progress = 100, finished_at = $2
      WHERE state = 'waiting' AND created_at < $1`,
      [createdBefore, now],
    );
  }

  /**
   * Marks a ready export as downloaded.
   * @returns its file; undefined when it is not ready, used, expired or of someone else
   */
  async claimDownload(pk: number, requesterPk: number, now: Date): Promise<string | undefined> {
    const [row] = await this.#database.query<{ file: string }>(
      `UPDATE data_exports SET state = 'downloaded', finished_at = $3, download_attempts = download_attempts + 1
      WHERE pk = $1 AND requester_pk = $2 AND state = 'ready' AND expires_at > $3 RETURNING file`,
      [pk, requesterPk, now],
    );
    return row?.file;
  }

  /** Makes an export ready again whose download broke, unless that happened too often. */
  async releaseDownload(pk: number, maxAttempts: number): Promise<void> {
    await this.#database.query(
      `UPDATE data_exports SET state = 'ready'
      WHERE pk = $1 AND state = 'downloaded' AND file IS NOT NULL AND download_attempts < $2`,
      [pk, maxAttempts],
    );
  }

  /**
   * Returns files that nobody can download any more.
   * @param finishedBefore downloads that started before it are over
   */
  outdatedFiles(now: Date, finishedBefore: Date): Promise<{ pk: number; file: string }[]> {
    return this.#database.query(
      `SELECT pk, file FROM data_exports WHERE file IS NOT NULL
        AND (state IN ('downloaded', 'failed', 'expired') AND finished_at < $2 OR state = 'ready' AND expires_at <= $1)`,
      [now, finishedBefore],
    );
  }

  /** Removes the name of a deleted file; an export that was ready has expired. */
  async removeFileName(pk: number): Promise<void> {
    await this.#database.query(
      `UPDATE data_exports SET file = NULL, state = CASE state WHEN 'ready' THEN 'expired' ELSE state END
      WHERE pk = $1`,
      [pk],
    );
  }

  /**
   * Returns the files of all exports about or requested by a person; with `requesterPk`, only of that requester's
   * export of the person.
   */
  filesOf(condition: { subjectPk: number; requesterPk?: number }): Promise<{ file: string }[]> {
    return this.#database.query(
      `SELECT file FROM data_exports WHERE file IS NOT NULL
        AND ($2::int IS NULL AND (subject_pk = $1 OR requester_pk = $1) OR subject_pk = $1 AND requester_pk = $2)`,
      [condition.subjectPk, condition.requesterPk ?? null],
    );
  }
}
