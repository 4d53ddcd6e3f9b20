import { FEED_PAGE_SIZE } from '#shared/alerts/schema.ts';
import { MAX_PK } from '#shared/kernel/ids.ts';
import type { Database } from '../../db/database.ts';
import { batchReads } from '../../db/batch-reads.ts';
import { IS_SESSION_REVOKED, IS_SIGN_IN_OUTDATED } from '../../db/signed-out.ts';
import type { TokenIdentity } from '../../identity/access-token.ts';
import { shorten } from '../../lib/shorten.ts';
import { MAX_ALERT_TEXT, MAX_SECTION_LINES, type NewAlert, type Source } from './alerts.sources.ts';

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

/** A newly stored alert. */
export interface StoredAlert {
  pk: number;
  userPk: number;
  key: string;
  title: string;
  body: string;
  path: string;
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

const APPEARED_AT = 'coalesce(returned_at, created_at)';

const ALERT = `pk, kind, title, body, path, reason, revision, created_at AS "createdAt",
  ${APPEARED_AT} AS "appearedAt", read_at AS "readAt", snoozed_until AS "snoozedUntil"`;

/** Of alerts that appeared at the same time, the one inserted last is first. */
const NEWEST_FIRST = `${APPEARED_AT} DESC, pk DESC`;

const COUNT_UNREAD = `
  SELECT count(*)::int FROM alerts
  WHERE alerts.user_pk = alert_feeds.user_pk AND read_at IS NULL AND snoozed_until IS NULL`;

/**
 * The tables `alerts` and `alert_feeds`. A feed has one row per person: its revision, which every change increments, and
 * the number of unread alerts. So every change of alerts is one transaction: {@link incrementRevisions} locks the feeds, then the
 * alerts change with the new revisions, and {@link recountUnread} updates the numbers.
 */
export class FeedsRepository {
  readonly #database: Database;
  /** Reads of several people at the same time share a statement. */
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
  async incrementRevisions(userPks: readonly number[]): Promise<Map<number, number>> {
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
  async recountUnread(userPks: readonly number[]): Promise<number> {
    const rows = await this.#database.query<{ unread: number }>(
      `UPDATE alert_feeds SET unread = (${COUNT_UNREAD}) WHERE user_pk = ANY($1::int[]) RETURNING unread`,
      [userPks],
    );
    return rows[0]?.unread ?? 0;
  }

  /**
   * Returns the candidates that are not stored yet. Call it before {@link store}, because a refused insert uses up a
   * sequence number.
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

  /** Stores the alerts that do not exist yet, and updates their feeds. Call it in a transaction. */
  async store(source: Source, alerts: readonly NewAlert[], now: Date): Promise<StoredAlert[]> {
    const userPks = alerts.map(({ userPk }) => userPk);
    const revisions = await this.incrementRevisions(userPks);
    const stored = await this.#insert(source, alerts, revisions, now);
    await this.recountUnread(userPks);
    return stored;
  }

  /** Inserts alerts that do not exist yet, in this order; the table's unique key guarantees it. */
  #insert(
    source: Source,
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

  /** Marks one alert as read, and ends its snooze. @returns whether the person has such an alert */
  async markRead(userPk: number, pk: number, revision: number, now: Date): Promise<boolean> {
    const rows = await this.#database.query(
      `UPDATE alerts SET read_at = coalesce(read_at, $4), snoozed_until = NULL, revision = $3
      WHERE user_pk = $1 AND pk = $2 RETURNING pk`,
      [userPk, pk, revision, now],
    );
    return rows.length > 0;
  }

  /** Marks the unread alerts up to a revision as read, except snoozed ones. */
  async markAllRead(userPk: number, upTo: number, revision: number, now: Date): Promise<void> {
    await this.#database.query(
      `UPDATE alerts SET read_at = $4, revision = $3
      WHERE user_pk = $1 AND revision <= $2 AND read_at IS NULL AND snoozed_until IS NULL`,
      [userPk, upTo, revision, now],
    );
  }

  /** Hides one alert until a time, and marks it as unread. @returns whether the person has such an alert */
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

  /** Returns the snoozed alerts that are due again to the feed. */
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

  /** Deletes alerts that appeared before a time, except snoozed ones. */
  async deleteBefore(userPks: readonly number[], time: Date): Promise<void> {
    await this.#database.query(
      `DELETE FROM alerts WHERE user_pk = ANY($1::int[]) AND ${APPEARED_AT} < $2 AND snoozed_until IS NULL`,
      [userPks, time],
    );
  }

  /** Deletes a person's alerts about a student. @returns how many there were */
  async deleteAbout(userPk: number, studentPk: number): Promise<number> {
    const rows = await this.#database.query(
      'DELETE FROM alerts WHERE user_pk = $1 AND student_pk = $2 RETURNING pk',
      [userPk, studentPk],
    );
    return rows.length;
  }

  /** Returns who has an alert with this key: the person, or others as an alert about the person. */
  async readersOf({ personPk, key }: { personPk: number; key: string }): Promise<number[]> {
    const rows = await this.#database.query<{ userPk: number }>(
      'SELECT user_pk AS "userPk" FROM alerts WHERE key = $2 AND (user_pk = $1 OR student_pk = $1)',
      [personPk, key],
    );
    return rows.map(({ userPk }) => userPk);
  }

  /** Deletes the alerts of these people with a key. */
  async deleteByKey(userPks: readonly number[], key: string): Promise<void> {
    await this.#database.query('DELETE FROM alerts WHERE user_pk = ANY($1::int[]) AND key = $2', [
      userPks,
      key,
    ]);
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
