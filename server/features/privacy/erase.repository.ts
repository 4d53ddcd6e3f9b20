import { DEFAULT_TOPIC, DEPARTURE_REASONS } from '#shared/booking/schema.ts';
import type { Database } from '../../db/database.ts';
import { escapeHtml } from '../../mail/layout.ts';
import { MAX_SUBJECT } from '../../mail/outgoing-mail.ts';
import type { Storage } from '../../storage/storage.ts';
import { JOBS_SCHEMA } from '../../jobs/queue.ts';
import { PERSONAL_TABLES } from './personal-data.ts';

interface Identified {
  role: string;
  fullName: string;
  email: string;
}

/** The domain of the addresses of anonymous people. It can never receive email (RFC 2606). */
const NO_DOMAIN = 'deleted.invalid';

/** Reads a person; undefined when nothing personal is left. */
async function findIdentified(database: Database, personPk: number): Promise<Identified | undefined> {
  const [person] = await database.query<Identified & { isAnonymous: boolean }>(
    `SELECT role, full_name AS "fullName", email, email LIKE '%@${NO_DOMAIN}' AS "isAnonymous"
    FROM users WHERE pk = $1 FOR UPDATE`,
    [personPk],
  );
  return person?.isAnonymous === false ? person : undefined;
}

/**
 * Returns regular expressions for the person's name and address as whole words: 'Al Li' does not match 'Special List',
 * and 'li@school.example' not 'amy.li@school.example'. Both can be escaped, in HTML and in JSON.
 */
function patternsOf({ fullName, email }: Identified): string[] {
  const name = writtenForms(fullName).map((text) => `(^|[^[:alnum:]])${text}($|[^[:alnum:]])`);
  const address = writtenForms(email).map(
    (text) => `(^|[^[:alnum:]._%+-])${text}($|[^[:alnum:].-]|[.-]($|[^[:alnum:]]))`,
  );
  return [...name, ...address];
}

/** Returns a text for a regular expression: as it is, and escaped in HTML and in JSON. */
function writtenForms(text: string): string[] {
  const forms = new Set([text, escapeHtml(text), JSON.stringify(text).slice(1, -1)]);
  return [...forms].map((form) => form.replaceAll(/[^\p{L}\p{N} ]/gu, String.raw`\$&`));
}

/**
 * Sent emails whose subject was cut inside the name $1, after at least two characters of it. Their texts, which contain
 * the whole name, are deleted when they are sent.
 */
const CUT_IN_NAME = `state = 'sent' AND char_length(subject) = ${MAX_SUBJECT} AND EXISTS (
  SELECT FROM generate_series(2, char_length($1)) AS length
  WHERE lower(right(subject, length + 1)) = lower(left($1, length)) || '…'
    AND left(right(subject, length + 2), 1) ~ '[^[:alnum:]]')`;

/** How many numbers of a table's key one statement deletes, so that other requests do not wait for long. */
const BATCH = 5000;

/**
 * Deletes rows with a condition, in batches.
 * @param key the column of whole numbers that divides them
 * @param values the parameters of the condition
 */
async function deleteInBatches(
  database: Database,
  { name, key, matches }: { name: string; key: string; matches: string },
  values: readonly unknown[],
): Promise<void> {
  const [from, to] = [`$${values.length + 1}`, `$${values.length + 2}`];
  const gone = `DELETE FROM ${name} WHERE ${key} > ${from} AND ${key} <= ${to} AND (${matches})`;
  const statement =
    name === 'alerts'
      ? // The feeds of these people changed.
        `WITH gone AS (${gone} RETURNING user_pk, read_at, snoozed_until),
        changed AS (SELECT user_pk, count(*) FILTER (WHERE read_at IS NULL AND snoozed_until IS NULL) AS unread
          FROM gone GROUP BY user_pk)
        UPDATE alert_feeds SET revision = revision + 1, unread = greatest(0, alert_feeds.unread - changed.unread)
        FROM changed WHERE changed.user_pk = alert_feeds.user_pk`
      : gone;
  for (let after = 0; ; after += BATCH) {
    const [next] = await database.query<{ key: number }>(
      `SELECT ${key} AS key FROM ${name} WHERE ${key} > $1 ORDER BY ${key} LIMIT 1`,
      [after],
    );
    if (next === undefined) return;
    // Skips the numbers of rows that were deleted before.
    after = next.key - 1;
    await database.query(statement, [...values, after, after + BATCH]);
  }
}

/** What finds a person in texts of others. */
export interface Quotes {
  personPk: number;
  fullName: string;
  /** Regular expressions for the name and the address. */
  patterns: readonly string[];
}

/** Returns what finds the person in texts of others; undefined when nothing personal is left. */
export async function quotesOf(database: Database, personPk: number): Promise<Quotes | undefined> {
  const person = await findIdentified(database, personPk);
  return person && { personPk, fullName: person.fullName, patterns: patternsOf(person) };
}

/**
 * Deletes rows of others, such as alerts, that quote a person. Call it outside the transaction of {@link erasePerson},
 * because it reads large tables. Repeating it changes nothing.
 * @param quotes the result of {@link quotesOf}
 * @param keptMails the keys of emails that stay: they contain the name only if their readers have it, too
 */
export async function deleteQuotes(
  database: Database,
  quotes: Quotes | undefined,
  keptMails: readonly string[] = [],
): Promise<void> {
  if (quotes === undefined) return;
  const { personPk, fullName, patterns } = quotes;
  for (const { name, quoting, ofNamesakes } of PERSONAL_TABLES) {
    if (quoting === undefined) continue;
    const quote = quoting.map((column) => `"${column}"::text ~* ANY ($1::text[])`).join(' OR ');
    const key = name === 'idempotency_keys' ? 'user_pk' : 'pk';
    if (ofNamesakes === undefined) await deleteInBatches(database, { name, key, matches: quote }, [patterns]);
    else {
      const matches = `(${quote}) AND NOT (${ofNamesakes})`;
      await deleteInBatches(database, { name, key, matches }, [patterns, personPk, fullName, keptMails]);
    }
  }
  await deleteInBatches(database, { name: 'mails', key: 'pk', matches: CUT_IN_NAME }, [fullName]);
  await database.query(
    `DELETE FROM ${JOBS_SCHEMA}.job WHERE data::text ~* ANY ($1::text[]) OR output::text ~* ANY ($1::text[])`,
    [patterns],
  );
}

/** Keeps a mentor's row as author of notes about others, without anything personal. */
async function makeAnonymous(database: Database, personPk: number): Promise<void> {
  await database.query(
    `UPDATE booked_meetings SET name = $2,
      cancel_reason = CASE WHEN cancel_reason = $3 THEN cancel_reason ELSE '' END
    WHERE provider_pk = $1`,
    [personPk, DEFAULT_TOPIC, DEPARTURE_REASONS.mentor],
  );
  for (const { name, signed = [] } of PERSONAL_TABLES) {
    for (const column of signed) {
      await database.query(
        `UPDATE ${name} SET ${column} = 'Former mentor'
        WHERE ${column} = (SELECT full_name FROM users WHERE pk = $1)`,
        [personPk],
      );
    }
  }
  await database.query(
    `UPDATE users SET first_name = 'Former', last_name = 'mentor', email = 'person-' || pk || '@${NO_DOMAIN}',
      phone = '', birthday = NULL, tracker_link = '', theme = 1, time_zone = 'UTC', last_release_viewed = '',
      invites_remaining = 0, issuer = NULL, subject = NULL, consent_version = NULL, consented_at = NULL,
      disabled_at = coalesce(disabled_at, now())
    WHERE pk = $1`,
    [personPk],
  );
}

/**
 * Deletes alerts and emails of others about the person's meetings. Call it before the transaction of
 * {@link erasePerson}, which deletes the meetings and queues emails about canceled ones. Repeating it changes nothing.
 */
export async function deleteMeetingTexts(database: Database, personPk: number): Promise<void> {
  for (const { name, ofMeetings: matches } of PERSONAL_TABLES) {
    if (matches !== undefined) await deleteInBatches(database, { name, key: 'pk', matches }, [personPk]);
  }
}

/**
 * Removes a person's own rows and files. Students and parents disappear; mentors stay as 'Former mentor' in what they
 * wrote about others. Repeating it changes nothing. Call it in a transaction, after the files of exports,
 * {@link deleteQuotes} and {@link deleteMeetingTexts}.
 */
export async function erasePerson(
  { database, storage }: { database: Database; storage: Storage },
  personPk: number,
): Promise<void> {
  const person = await findIdentified(database, personPk);
  if (person === undefined) return;
  const files = await database.query<{ name: string }>('SELECT name FROM files WHERE owner_pk = $1', [
    personPk,
  ]);
  for (const { name } of files) await storage.delete(name);
  for (const { name, deleted } of PERSONAL_TABLES) {
    if (deleted !== undefined) await database.query(`DELETE FROM ${name} WHERE ${deleted}`, [personPk]);
  }
  if (person.role === 'mentor') await makeAnonymous(database, personPk);
  else await database.query('DELETE FROM users WHERE pk = $1', [personPk]);
}
