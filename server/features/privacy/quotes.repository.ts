/**
 * The SQL that deletes rows of others which quote a deleted person, such as the alert 'Maya Li completed a task'.
 *
 * Input: a {@link QuoteSearch}. Output: none; the rows are deleted as a whole. Which columns can quote people is declared
 * in personal-data.ts (`quotingColumns`); jobs in the queue are searched, too.
 *
 * These statements read large tables. So they run outside the transaction of the deletion, in batches, and repeating
 * them changes nothing.
 */
import type { Database } from '../../db/database.ts';
import { JOBS_SCHEMA } from '../../jobs/queue.sql.ts';
import { MAX_SUBJECT } from '../../mail/outgoing-mail.ts';
import { MAX_ALERT_TEXT } from '../alerts/alerts.sources.ts';
import { findPersonToErase } from './erase.repository.ts';
import { PERSONAL_TABLES } from './personal-data.ts';
import { quotePatterns, type QuoteSearch } from './quote-search.ts';

/** The job that deletes quotes that were written during a deletion. Its data has the person's {@link QuoteSearch}. */
export const LAST_PASS_JOB = 'privacy.delete-quotes';

/** How many numbers of a table's key one statement deletes, so that other requests do not wait for long. */
const BATCH = 5000;

/** Rows to delete from a table. */
interface Deletion {
  name: string;
  /** A condition for the rows. */
  matches: string;
  /** The parameters of the condition. */
  values: readonly unknown[];
}

/** Returns what finds the person in texts of others; undefined when nothing personal is left. */
export async function quoteSearchOf(database: Database, personPk: number): Promise<QuoteSearch | undefined> {
  const person = await findPersonToErase(database, personPk);
  return person && { personPk, fullName: person.fullName, patterns: quotePatterns(person) };
}

/**
 * Deletes rows of others that quote a person.
 * @param keptMails the keys of emails that stay: they contain the name only if their readers have it, too
 */
export async function deleteQuotes(
  database: Database,
  { personPk, fullName, patterns }: QuoteSearch,
  keptMails: readonly string[] = [],
): Promise<void> {
  for (const { name, quotingColumns, keptForNamesakes } of PERSONAL_TABLES) {
    if (quotingColumns === undefined) continue;
    const isQuote = quotingColumns.map((column) => `"${column}"::text ~* ANY ($1::text[])`).join(' OR ');
    await deleteInBatches(
      database,
      keptForNamesakes === undefined
        ? { name, matches: isQuote, values: [patterns] }
        : {
            name,
            matches: `(${isQuote}) AND NOT (${keptForNamesakes})`,
            values: [patterns, personPk, fullName, keptMails],
          },
    );
  }
  for (const shortened of SHORTENED_TEXTS) {
    const matches = endsInsideName(shortened);
    await deleteInBatches(database, { name: shortened.name, matches, values: [fullName] });
  }
  // The last pass needs its job until the end.
  await database.query(
    `DELETE FROM ${JOBS_SCHEMA}.job
    WHERE (data::text ~* ANY ($1::text[]) OR output::text ~* ANY ($1::text[])) AND name <> $2`,
    [patterns, LAST_PASS_JOB],
  );
}

/**
 * Deletes alerts and emails of others about the person's meetings. Call it before the transaction of `erasePerson`,
 * which deletes the meetings and queues emails about canceled ones.
 */
export async function deleteMeetingTexts(database: Database, personPk: number): Promise<void> {
  for (const { name, aboutMeetings: matches } of PERSONAL_TABLES) {
    if (matches !== undefined) await deleteInBatches(database, { name, matches, values: [personPk] });
  }
}

/** Deletes the job of the last pass about a person, which contains the name. The job calls it at its end. */
export async function deleteLastPass(database: Database, personPk: number): Promise<void> {
  await database.query(
    `DELETE FROM ${JOBS_SCHEMA}.job WHERE name = $1 AND (data->'quotes'->>'personPk')::int = $2`,
    [LAST_PASS_JOB, personPk],
  );
}

/** Texts that are shortened when they are stored. They can end inside a name, where no pattern finds it. */
const SHORTENED_TEXTS: readonly { name: string; column: string; max: number; condition?: string }[] = [
  // An email that is not sent yet also has the whole name in its text, so that a pattern finds it.
  { name: 'mails', column: 'subject', max: MAX_SUBJECT, condition: "state = 'sent'" },
  { name: 'alerts', column: 'title', max: MAX_ALERT_TEXT.title },
  { name: 'alerts', column: 'body', max: MAX_ALERT_TEXT.body },
];

/** Returns the condition for texts that end inside the name $1, after at least two characters of it. */
function endsInsideName({ column, max, condition = 'true' }: (typeof SHORTENED_TEXTS)[number]): string {
  // Alerts of earlier versions were cut without '…'.
  const text = `rtrim(${column}, '…')`;
  return `${condition} AND char_length(${column}) = ${max} AND EXISTS (
    SELECT FROM generate_series(2, char_length($1)) AS length
    WHERE lower(right(${text}, length)) = lower(left($1, length))
      AND left(right(${text}, length + 1), 1) ~ '[^[:alnum:]]')`;
}

/** Deletes rows in batches of {@link BATCH} numbers of the table's key. */
async function deleteInBatches(database: Database, { name, matches, values }: Deletion): Promise<void> {
  // Stored responses have no pk: the number of their person divides them.
  const key = name === 'idempotency_keys' ? 'user_pk' : 'pk';
  const [from, to] = [`$${values.length + 1}`, `$${values.length + 2}`];
  const deletion = `DELETE FROM ${name} WHERE ${key} > ${from} AND ${key} <= ${to} AND (${matches})`;
  const statement = name === 'alerts' ? updatingFeeds(deletion) : deletion;
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

/** Adds to a deletion of alerts the change of their readers' feeds: a new revision, and fewer unread alerts. */
function updatingFeeds(deletion: string): string {
  return `WITH gone AS (${deletion} RETURNING user_pk, read_at, snoozed_until),
        changed AS (SELECT user_pk, count(*) FILTER (WHERE read_at IS NULL AND snoozed_until IS NULL) AS unread
          FROM gone GROUP BY user_pk)
        UPDATE alert_feeds SET revision = revision + 1, unread = greatest(0, alert_feeds.unread - changed.unread)
        FROM changed WHERE changed.user_pk = alert_feeds.user_pk`;
}
