import { escapeHtml } from '#shared/kernel/escape-html.ts';
import type { Database } from '../../db/database.ts';
import { JOBS_SCHEMA } from '../../jobs/queue.sql.ts';
import { MAX_SUBJECT } from '../../mail/outgoing-mail.ts';
import { MAX_ALERT_TEXT } from '../alerts/alerts.sources.ts';
import { findIdentified, type Identified } from './erase.repository.ts';
import { PERSONAL_TABLES } from './personal-data.ts';

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

/** Matches what can be between two words: spaces and line breaks, also escaped in HTML and in JSON. */
const GAP = String.raw`([\s\u00a0]|\\[nrt]|<br ?/?>|&nbsp;)+`;

/** Returns a text for a regular expression: as it is, and escaped in HTML and in JSON. */
function writtenForms(text: string): string[] {
  const forms = new Set([text, escapeHtml(text), JSON.stringify(text).slice(1, -1)]);
  return [...forms].map((form) =>
    form.replaceAll(/[^\p{L}\p{N} ]/gu, String.raw`\$&`).replaceAll(/ +/g, () => GAP),
  );
}

/** Texts of others that are shortened when they are stored, and can end inside a name. */
const SHORTENED: readonly { name: string; column: string; max: number; condition?: string }[] = [
  // The texts of an email contain the whole name until it is sent.
  { name: 'mails', column: 'subject', max: MAX_SUBJECT, condition: "state = 'sent'" },
  { name: 'alerts', column: 'title', max: MAX_ALERT_TEXT.title },
  { name: 'alerts', column: 'body', max: MAX_ALERT_TEXT.body },
];

/** Returns a condition for texts that end inside the name $1, after at least two characters of it. */
function endsInName({ column, max, condition = 'true' }: (typeof SHORTENED)[number]): string {
  // Alerts of earlier versions were cut without '…'.
  const text = `rtrim(${column}, '…')`;
  return `${condition} AND char_length(${column}) = ${max} AND EXISTS (
    SELECT FROM generate_series(2, char_length($1)) AS length
    WHERE lower(right(${text}, length)) = lower(left($1, length))
      AND left(right(${text}, length + 1), 1) ~ '[^[:alnum:]]')`;
}

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

/** The job that deletes what was written while a person was deleted. It has the person's {@link Quotes}. */
export const LAST_PASS_JOB = 'privacy.delete-quotes';

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
 * Deletes rows of others, such as alerts, that quote a person. Call it outside the transaction of `erasePerson`,
 * because it reads large tables. Repeating it changes nothing.
 * @param quotes the result of {@link quotesOf}
 * @param keptMails the keys of emails that stay: they contain the name only if their readers have it, too
 */
export async function deleteQuotes(
  database: Database,
  { personPk, fullName, patterns }: Quotes,
  keptMails: readonly string[] = [],
): Promise<void> {
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
  for (const shortened of SHORTENED) {
    const matches = endsInName(shortened);
    await deleteInBatches(database, { name: shortened.name, key: 'pk', matches }, [fullName]);
  }
  await database.query(
    `DELETE FROM ${JOBS_SCHEMA}.job
    WHERE (data::text ~* ANY ($1::text[]) OR output::text ~* ANY ($1::text[])) AND name <> $2`,
    [patterns, LAST_PASS_JOB],
  );
}

/**
 * Deletes alerts and emails of others about the person's meetings. Call it before the transaction of
 * `erasePerson`, which deletes the meetings and queues emails about canceled ones. Repeating it changes nothing.
 */
export async function deleteMeetingTexts(database: Database, personPk: number): Promise<void> {
  for (const { name, ofMeetings: matches } of PERSONAL_TABLES) {
    if (matches !== undefined) await deleteInBatches(database, { name, key: 'pk', matches }, [personPk]);
  }
}

/** Deletes the job of the last pass about a person, which contains the name. The job calls it at its end. */
export async function deleteLastPass(database: Database, personPk: number): Promise<void> {
  await database.query(
    `DELETE FROM ${JOBS_SCHEMA}.job WHERE name = $1 AND (data->'quotes'->>'personPk')::int = $2`,
    [LAST_PASS_JOB, personPk],
  );
}
