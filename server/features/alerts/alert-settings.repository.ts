import { randomBytes } from 'node:crypto';
import type { DigestFrequency, IndividualFrequency } from '#shared/alerts/frequencies.ts';
import type { QuietHours } from '#shared/alerts/schedule.ts';
import type { Database } from '../../db/database.ts';

/** A person's alert settings, with the fields that the jobs need. */
export interface SettingsRow {
  userPk: number;
  email: string;
  firstName: string;
  timeZone: string;
  taskIndividualEnabled: boolean;
  taskDigestEnabled: boolean;
  dynamicAlertEnabled: boolean;
  taskDigestFrequency: DigestFrequency | null;
  taskIndividualFrequency: IndividualFrequency | null;
  quietHoursStart: number;
  quietHoursEnd: number;
  unsubscribeToken: string;
  lastDigestAt: Date | null;
  nextDigestAt: Date | null;
}

/** Returns the quiet hours of stored settings. */
export function quietHoursOf(settings: SettingsRow): QuietHours {
  const { quietHoursStart: start, quietHoursEnd: end, timeZone } = settings;
  return { start, end, timeZone };
}

const SETTINGS = `
  settings.user_pk AS "userPk", users.email, users.first_name AS "firstName", users.time_zone AS "timeZone",
  task_individual_enabled AS "taskIndividualEnabled", task_digest_enabled AS "taskDigestEnabled",
  dynamic_alert_enabled AS "dynamicAlertEnabled", task_digest_frequency AS "taskDigestFrequency",
  task_individual_frequency AS "taskIndividualFrequency", quiet_hours_start AS "quietHoursStart",
  quiet_hours_end AS "quietHoursEnd", unsubscribe_token AS "unsubscribeToken",
  last_digest_at AS "lastDigestAt", next_digest_at AS "nextDigestAt"`;

/** The table `alert_settings`, which also contains when each person's next digest is sent. */
export class AlertSettingsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Reads the settings of these people and creates missing ones; disabled people have none. */
  async findOrCreate(userPks: readonly number[]): Promise<SettingsRow[]> {
    const read = () =>
      this.#database.query<SettingsRow>(
        `SELECT ${SETTINGS} FROM alert_settings AS settings JOIN users ON users.pk = settings.user_pk
        WHERE settings.user_pk = ANY($1::int[]) AND users.disabled_at IS NULL`,
        [userPks],
      );
    const rows = await read();
    if (rows.length === new Set(userPks).size) return rows;
    await this.#create('users.pk = ANY($2::int[])', [userPks]);
    return read();
  }

  /** Creates a bounded number of missing settings, except those of disabled people. */
  createMissing(): Promise<void> {
    return this.#create('true', []);
  }

  async #create(condition: string, values: readonly unknown[]): Promise<void> {
    await this.#database.query(
      `INSERT INTO alert_settings (user_pk, unsubscribe_token)
      SELECT pk, encode(sha256(convert_to($1 || pk, 'UTF8')), 'hex') FROM users
      WHERE ${condition} AND users.disabled_at IS NULL
        AND NOT EXISTS (SELECT FROM alert_settings WHERE user_pk = users.pk)
      ORDER BY pk LIMIT 1000 ON CONFLICT DO NOTHING`,
      [randomBytes(32).toString('base64url'), ...values],
    );
  }

  /** Reads the settings of one person and locks them until the transaction ends; undefined for disabled people. */
  async lock(userPk: number): Promise<SettingsRow | undefined> {
    const [row] = await this.#database.query<SettingsRow>(
      `SELECT ${SETTINGS} FROM alert_settings AS settings JOIN users ON users.pk = settings.user_pk
      WHERE settings.user_pk = $1 AND users.disabled_at IS NULL FOR UPDATE OF settings`,
      [userPk],
    );
    return row;
  }

  /** Changes columns of one person's settings. */
  async update(
    userPk: number,
    settings: Partial<Omit<SettingsRow, 'userPk' | 'email' | 'firstName' | 'timeZone'>>,
  ): Promise<void> {
    await this.#database.kysely
      .updateTable('alertSettings')
      .set(settings)
      .where('userPk', '=', userPk)
      .execute();
  }

  /** Sets the time zone, which is stored with the person. */
  async setTimeZone(userPk: number, timeZone: string): Promise<void> {
    await this.#database.kysely
      .updateTable('users')
      .set({ timeZone, hasTimeZone: true })
      .where('pk', '=', userPk)
      .execute();
  }

  /** Finds the person of an unsubscribe link. */
  async userOfUnsubscribeToken(token: string): Promise<number | undefined> {
    const [row] = await this.#database.query<{ userPk: number }>(
      'SELECT user_pk AS "userPk" FROM alert_settings WHERE unsubscribe_token = $1',
      [token],
    );
    return row?.userPk;
  }

  /** Reads a bounded number of people who turned digests on and have no next one, except disabled people. */
  async peopleWithoutNextDigest(): Promise<number[]> {
    const rows = await this.#database.query<{ userPk: number }>(
      `SELECT user_pk AS "userPk" FROM alert_settings JOIN users ON users.pk = user_pk
      WHERE task_digest_enabled AND next_digest_at IS NULL AND users.disabled_at IS NULL
      ORDER BY user_pk LIMIT 500`,
    );
    return rows.map(({ userPk }) => userPk);
  }

  /** Locks the settings of the person whose digest is due for longest. Skips people locked by other processes. */
  async lockNextDueDigest(now: Date): Promise<SettingsRow | undefined> {
    const [row] = await this.#database.query<SettingsRow>(
      `SELECT ${SETTINGS} FROM alert_settings AS settings JOIN users ON users.pk = settings.user_pk
      WHERE task_digest_enabled AND next_digest_at <= $1 AND users.disabled_at IS NULL
      ORDER BY next_digest_at LIMIT 1 FOR UPDATE OF settings SKIP LOCKED`,
      [now],
    );
    return row;
  }
}
