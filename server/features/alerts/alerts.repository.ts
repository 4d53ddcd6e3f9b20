import { randomBytes } from 'node:crypto';
import type { DigestFrequency, IndividualFrequency } from '#shared/alerts/frequencies.ts';
import type { QuietHours } from '#shared/alerts/schedule.ts';
import { FEED_PAGE_SIZE } from '#shared/alerts/schema.ts';
import { MAX_PK } from '#shared/kernel/ids.ts';
import type { Database } from '../../db/database.ts';
import { batchReads } from '../../db/batch-reads.ts';
import { IS_SESSION_REVOKED, IS_SIGN_IN_OUTDATED } from '../../db/signed-out.ts';
import type { TokenIdentity } from '../../identity/access-token.ts';
import { shorten } from '../../lib/shorten.ts';
import { MAX_ALERT_TEXT, MAX_SECTION_LINES, type NewAlert } from './alerts.sources.ts';

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

/** A stored alert, as the feed shows it. */
export interface AlertRow {
  pk: number;
  kind: string;
  title: string;
  body: string;
  path: string;
  reason: string;
  revision: number;
  createdAt: Date;
  /** When it was created, or returned from its last snooze. */
  appearedAt: Date;
  readAt: Date | null;
  snoozedUntil: Date | null;
}

/** The position of an alert in the feed. */
export type FeedPosition = [appearedAt: string, pk: number];

/** The state of a feed, read from one index row. */
export interface FeedHead {
  revision: number;
  unread: number;
}

/** The state of a person's feed, found by their token. */
export interface PollHead extends FeedHead {
  userPk: number;
}

// Reads the state of many feeds, and of each person only whether they have access.
const POLL = `
  SELECT token.position::int, users.pk AS "userPk", coalesce(revision, 0) AS revision, coalesce(unread, 0) AS unread
  FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[]) WITH ORDINALITY
    AS token (issuer, subject, session_id, signed_in_at, issued_at, position)
  JOIN users ON users.issuer = token.issuer AND users.subject = token.subject
  LEFT JOIN alert_feeds ON alert_feeds.user_pk = users.pk
  WHERE users.disabled_at IS NULL AND NOT ${IS_SIGN_IN_OUTDATED} AND NOT ${IS_SESSION_REVOKED}`;

/** The rows to read: one more than a page, to find out whether there is a next page. */
const FEED_LIMIT = FEED_PAGE_SIZE + 1;

/** A newly stored alert. */
export interface StoredAlert {
  pk: number;
  userPk: number;
  key: string;
  title: string;
  body: string;
  path: string;
}

const SETTINGS = `
  settings.user_pk AS "userPk", users.email, users.first_name AS "firstName", users.time_zone AS "timeZone",
  task_individual_enabled AS "taskIndividualEnabled", task_digest_enabled AS "taskDigestEnabled",
  dynamic_alert_enabled AS "dynamicAlertEnabled", task_digest_frequency AS "taskDigestFrequency",
  task_individual_frequency AS "taskIndividualFrequency", quiet_hours_start AS "quietHoursStart",
  quiet_hours_end AS "quietHoursEnd", unsubscribe_token AS "unsubscribeToken",
  last_digest_at AS "lastDigestAt", next_digest_at AS "nextDigestAt"`;

const APPEARED_AT = 'coalesce(returned_at, created_at)';

const ALERT = `pk, kind, title, body, path, reason, revision, created_at AS "createdAt",
  ${APPEARED_AT} AS "appearedAt", read_at AS "readAt", snoozed_until AS "snoozedUntil"`;

/** Of alerts that appeared at the same time, the one inserted last is first. */
const NEWEST_FIRST = `${APPEARED_AT} DESC, pk DESC`;

const COUNT_UNREAD = `
  SELECT count(*)::int FROM alerts
  WHERE alerts.user_pk = alert_feeds.user_pk AND read_at IS NULL AND snoozed_until IS NULL`;

/** The SQL of alerts and their settings. */
export class AlertsRepository {
  readonly #database: Database;

  readonly #heads: (userPk: number) => Promise<FeedHead | undefined>;
  readonly #polls: (identity: TokenIdentity) => Promise<PollHead | undefined>;

  constructor(database: Database) {
    this.#database = database;
    this.#heads = batchReads(async (userPks) => {
      const rows = await database.query<FeedHead & { userPk: number }>(
        'SELECT user_pk AS "userPk", revision, unread FROM alert_feeds WHERE user_pk = ANY($1::int[])',
        [userPks],
      );
      return new Map(rows.map((row) => [row.userPk, row]));
    });
    this.#polls = batchReads(async (identities) => {
      const rows = await database.query<PollHead & { position: number }>(POLL, [
        identities.map(({ issuer }) => issuer),
        identities.map(({ subject }) => subject),
        identities.map(({ sessionId }) => sessionId),
        identities.map(({ signedInAt }) => Math.floor(signedInAt)),
        identities.map(({ issuedAt }) => Math.floor(issuedAt)),
      ]);
      return new Map(rows.map((row) => [identities[row.position - 1] as TokenIdentity, row]));
    });
  }

  /** Reads the state of a feed. Reads for several people share a statement. */
  async head(userPk: number): Promise<FeedHead> {
    return (await this.#heads(userPk)) ?? { revision: 0, unread: 0 };
  }

  /** Reads the person and the state of their feed in one statement; undefined for people without access. */
  poll(identity: TokenIdentity): Promise<PollHead | undefined> {
    return this.#polls(identity);
  }

  /** Reads changes after a position, oldest first. */
  changes(userPk: number, after: { revision: number; pk: number }): Promise<AlertRow[]> {
    return this.#database.query<AlertRow>(
      `SELECT ${ALERT} FROM alerts WHERE user_pk = $1 AND (revision, pk) > ($2, $3)
      ORDER BY revision, pk LIMIT ${FEED_LIMIT}`,
      [userPk, after.revision, after.pk],
    );
  }

  /** Reads alerts after a position, newest first, without snoozed ones. */
  newest(userPk: number, after: FeedPosition | null): Promise<AlertRow[]> {
    return this.#database.query<AlertRow>(
      `SELECT ${ALERT} FROM alerts
      WHERE user_pk = $1 AND snoozed_until IS NULL AND (${APPEARED_AT}, pk) < ($2::timestamptz, $3::int)
      ORDER BY ${NEWEST_FIRST} LIMIT ${FEED_LIMIT}`,
      [userPk, ...(after ?? ['infinity', MAX_PK])],
    );
  }

  /** Increments the revision of these feeds and locks them until the transaction ends, always in the same order. */
  async advance(userPks: readonly number[]): Promise<Map<number, number>> {
    const rows = await this.#database.query<{ userPk: number; revision: number }>(
      `INSERT INTO alert_feeds AS feed (user_pk, revision)
      SELECT pk, 1 FROM unnest($1::int[]) AS pk GROUP BY pk ORDER BY pk
      ON CONFLICT (user_pk) DO UPDATE SET revision = feed.revision + 1
      RETURNING user_pk AS "userPk", revision`,
      [userPks],
    );
    return new Map(rows.map(({ userPk, revision }) => [userPk, revision]));
  }

  /** Updates the unread counts. @returns the count of the first person */
  async recount(userPks: readonly number[]): Promise<number> {
    const rows = await this.#database.query<{ unread: number }>(
      `UPDATE alert_feeds SET unread = (${COUNT_UNREAD}) WHERE user_pk = ANY($1::int[]) RETURNING unread`,
      [userPks],
    );
    return rows[0]?.unread ?? 0;
  }

  /**
   * Returns the candidates that are not stored yet. Checked first, because a refused insert uses up a sequence number.
   */
  async withoutKnown<Candidate extends NewAlert>(candidates: readonly Candidate[]): Promise<Candidate[]> {
    const known = await this.#database.query<{ userPk: number; key: string }>(
      `SELECT user_pk AS "userPk", key FROM alerts
      JOIN unnest($1::int[], $2::text[]) AS wanted (wanted_user, wanted_key)
        ON user_pk = wanted_user AND key = wanted_key`,
      [candidates.map(({ userPk }) => userPk), candidates.map(({ key }) => key)],
    );
    const names = new Set(known.map(({ userPk, key }) => `${userPk} ${key}`));
    return candidates.filter(({ userPk, key }) => !names.has(`${userPk} ${key}`));
  }

  /** Inserts alerts that do not exist yet, in this order; the table's unique key guarantees it. */
  insert(
    source: { kind: string; reason: string },
    alerts: readonly NewAlert[],
    revisions: ReadonlyMap<number, number>,
    now: Date,
  ): Promise<StoredAlert[]> {
    return this.#database.query<StoredAlert>(
      `INSERT INTO alerts (user_pk, kind, reason, created_at, revision, key, title, body, path, student_pk)
      SELECT given.user_pk, $1, $2, $3, given.revision, given.key, given.title, given.body, given.path,
        (SELECT pk FROM users WHERE users.pk = given.student_pk)
      FROM unnest($4::int[], $5::int[], $6::text[], $7::text[], $8::text[], $9::text[], $10::int[]) WITH ORDINALITY
        AS given (user_pk, revision, key, title, body, path, student_pk, position)
      ORDER BY given.position
      ON CONFLICT (user_pk, key) DO NOTHING
      RETURNING pk, user_pk AS "userPk", key, title, body, path`,
      [
        source.kind,
        source.reason,
        now,
        alerts.map(({ userPk }) => userPk),
        alerts.map(({ userPk }) => revisions.get(userPk)),
        alerts.map(({ key }) => key),
        alerts.map(({ title }) => shorten(title, MAX_ALERT_TEXT.title)),
        alerts.map(({ body = '' }) => shorten(body, MAX_ALERT_TEXT.body)),
        alerts.map(({ path }) => path),
        alerts.map(({ studentPk }) => studentPk),
      ],
    );
  }

  /** @returns whether the person has such an alert */
  async markRead(userPk: number, pk: number, revision: number, now: Date): Promise<boolean> {
    const rows = await this.#database.query(
      `UPDATE alerts SET read_at = coalesce(read_at, $4), snoozed_until = NULL, revision = $3
      WHERE user_pk = $1 AND pk = $2 RETURNING pk`,
      [userPk, pk, revision, now],
    );
    return rows.length > 0;
  }

  async markAllRead(userPk: number, upTo: number, revision: number, now: Date): Promise<void> {
    await this.#database.query(
      `UPDATE alerts SET read_at = $4, revision = $3
      WHERE user_pk = $1 AND revision <= $2 AND read_at IS NULL AND snoozed_until IS NULL`,
      [userPk, upTo, revision, now],
    );
  }

  /** @returns whether the person has such an alert */
  async snooze(userPk: number, pk: number, revision: number, until: Date): Promise<boolean> {
    const rows = await this.#database.query(
      'UPDATE alerts SET snoozed_until = $4, read_at = NULL, revision = $3 WHERE user_pk = $1 AND pk = $2 RETURNING pk',
      [userPk, pk, revision, until],
    );
    return rows.length > 0;
  }

  /** Reads people whose snoozed alerts are due again. */
  async peopleToUnsnooze(now: Date): Promise<number[]> {
    const rows = await this.#database.query<{ userPk: number }>(
      `SELECT DISTINCT user_pk AS "userPk" FROM
        (SELECT user_pk FROM alerts WHERE snoozed_until <= $1 ORDER BY snoozed_until LIMIT 500) AS due`,
      [now],
    );
    return rows.map(({ userPk }) => userPk);
  }

  async unsnooze(userPk: number, revision: number, now: Date): Promise<void> {
    await this.#database.query(
      'UPDATE alerts SET snoozed_until = NULL, returned_at = $3, revision = $2 WHERE user_pk = $1 AND snoozed_until <= $3',
      [userPk, revision, now],
    );
  }

  /** Reads a bounded number of people who have alerts that appeared before a time, without snoozed ones. */
  async peopleWithAlertsBefore(time: Date): Promise<number[]> {
    const rows = await this.#database.query<{ userPk: number }>(
      `SELECT DISTINCT user_pk AS "userPk" FROM
        (SELECT user_pk FROM alerts WHERE ${APPEARED_AT} < $1 AND snoozed_until IS NULL
          ORDER BY ${APPEARED_AT} LIMIT 1000) AS old`,
      [time],
    );
    return rows.map(({ userPk }) => userPk);
  }

  async deleteBefore(userPks: readonly number[], time: Date): Promise<void> {
    await this.#database.query(
      `DELETE FROM alerts WHERE user_pk = ANY($1::int[]) AND ${APPEARED_AT} < $2 AND snoozed_until IS NULL`,
      [userPks, time],
    );
  }

  /** @returns how many alerts about the student the person had */
  async deleteAbout(userPk: number, studentPk: number): Promise<number> {
    const rows = await this.#database.query(
      'DELETE FROM alerts WHERE user_pk = $1 AND student_pk = $2 RETURNING pk',
      [userPk, studentPk],
    );
    return rows.length;
  }

  /** Reads the settings of these people and creates missing ones; disabled people have none. */
  async settingsOf(userPks: readonly number[]): Promise<SettingsRow[]> {
    const read = () =>
      this.#database.query<SettingsRow>(
        `SELECT ${SETTINGS} FROM alert_settings AS settings JOIN users ON users.pk = settings.user_pk
        WHERE settings.user_pk = ANY($1::int[]) AND users.disabled_at IS NULL`,
        [userPks],
      );
    const rows = await read();
    if (rows.length === new Set(userPks).size) return rows;
    await this.#createSettings('users.pk = ANY($2::int[])', [userPks]);
    return read();
  }

  /** Creates a bounded number of missing settings, except those of disabled people. */
  createMissingSettings(): Promise<void> {
    return this.#createSettings('true', []);
  }

  async #createSettings(condition: string, values: readonly unknown[]): Promise<void> {
    await this.#database.query(
      `INSERT INTO alert_settings (user_pk, unsubscribe_token)
      SELECT pk, encode(sha256(convert_to($1 || pk, 'UTF8')), 'hex') FROM users
      WHERE ${condition} AND users.disabled_at IS NULL
        AND NOT EXISTS (SELECT FROM alert_settings WHERE user_pk = users.pk)
      ORDER BY pk LIMIT 1000 ON CONFLICT DO NOTHING`,
      [randomBytes(32).toString('base64url'), ...values],
    );
  }

  async lockSettings(userPk: number): Promise<SettingsRow | undefined> {
    const [row] = await this.#database.query<SettingsRow>(
      `SELECT ${SETTINGS} FROM alert_settings AS settings JOIN users ON users.pk = settings.user_pk
      WHERE settings.user_pk = $1 AND users.disabled_at IS NULL FOR UPDATE OF settings`,
      [userPk],
    );
    return row;
  }

  async updateSettings(
    userPk: number,
    settings: Partial<Omit<SettingsRow, 'userPk' | 'email' | 'firstName' | 'timeZone'>>,
  ): Promise<void> {
    await this.#database.kysely
      .updateTable('alertSettings')
      .set(settings)
      .where('userPk', '=', userPk)
      .execute();
  }

  async setTimeZone(userPk: number, timeZone: string): Promise<void> {
    await this.#database.kysely
      .updateTable('users')
      .set({ timeZone, hasTimeZone: true })
      .where('pk', '=', userPk)
      .execute();
  }

  async userOfToken(token: string): Promise<number | undefined> {
    const [row] = await this.#database.query<{ userPk: number }>(
      'SELECT user_pk AS "userPk" FROM alert_settings WHERE unsubscribe_token = $1',
      [token],
    );
    return row?.userPk;
  }

  /** Reads people without a scheduled digest, except disabled ones. */
  async peopleWithoutPlan(): Promise<number[]> {
    const rows = await this.#database.query<{ userPk: number }>(
      `SELECT user_pk AS "userPk" FROM alert_settings JOIN users ON users.pk = user_pk
      WHERE task_digest_enabled AND next_digest_at IS NULL AND users.disabled_at IS NULL
      ORDER BY user_pk LIMIT 500`,
    );
    return rows.map(({ userPk }) => userPk);
  }

  /** Locks one person whose digest is due. Skips people locked by other processes. */
  async takeDigest(now: Date): Promise<SettingsRow | undefined> {
    const [row] = await this.#database.query<SettingsRow>(
      `SELECT ${SETTINGS} FROM alert_settings AS settings JOIN users ON users.pk = settings.user_pk
      WHERE task_digest_enabled AND next_digest_at <= $1 AND users.disabled_at IS NULL
      ORDER BY next_digest_at LIMIT 1 FOR UPDATE OF settings SKIP LOCKED`,
      [now],
    );
    return row;
  }

  /** Reads the newest unread alerts that came or returned in a period and how many there are in total, for the digest. */
  unreadSince(userPk: number, from: Date): Promise<{ title: string; path: string; total: number }[]> {
    return this.#database.query(
      `SELECT title, path, count(*) OVER ()::int AS total FROM alerts
      WHERE user_pk = $1 AND read_at IS NULL AND snoozed_until IS NULL
        AND ${APPEARED_AT} >= $2
      ORDER BY ${NEWEST_FIRST} LIMIT ${MAX_SECTION_LINES}`,
      [userPk, from],
    );
  }
}
