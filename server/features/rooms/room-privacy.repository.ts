import type { Database } from '../../db/database.ts';

/** Whether a student keeps parents out, and the birthday that decides whether they may. */
export interface RoomPrivacyRow {
  birthday: string | null;
  keepsParentsOut: boolean;
}

/** The SQL of the students who keep their parents out of meeting rooms. */
export class RoomPrivacyRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns a person's birthday, as yyyy-MM-dd, and whether they keep their parents out of their rooms. */
  async privacyOf(userPk: number): Promise<RoomPrivacyRow | undefined> {
    const [row] = await this.#database.query<RoomPrivacyRow>(
      `SELECT birthday::text, keeps_parents_out AS "keepsParentsOut" FROM users WHERE pk = $1`,
      [userPk],
    );
    return row;
  }

  /**
   * Stores whether a student keeps parents out. Clears the secrets of the parents' seats, so that they get no chat
   * messages from before they are let in again.
   * @returns whether the setting changed
   */
  async setKeepsParentsOut(userPk: number, keepsOut: boolean): Promise<boolean> {
    const rows = await this.#database.query(
      `WITH changed AS (
        UPDATE users SET keeps_parents_out = $2 WHERE pk = $1 AND keeps_parents_out <> $2 RETURNING pk
      ), ended AS (
        UPDATE room_visits SET secret_hash = '' FROM booked_meetings AS meeting, changed
        WHERE meeting.pk = meeting_pk AND client_pk = changed.pk AND user_pk NOT IN (client_pk, provider_pk)
      )
      SELECT pk FROM changed`,
      [userPk, keepsOut],
    );
    return rows.length === 1;
  }

  /** Returns a student's name and parents. */
  async parentsOf(studentPk: number): Promise<{ studentName: string; parentPks: number[] }> {
    const [row] = await this.#database.query<{ studentName: string; parentPks: number[] }>(
      `SELECT full_name AS "studentName", ARRAY(
          SELECT user_pk FROM relations WHERE student_pk = users.pk AND kind = 'parent' ORDER BY user_pk
        ) AS "parentPks" FROM users WHERE pk = $1`,
      [studentPk],
    );
    return row ?? { studentName: '', parentPks: [] };
  }
}
