/**
 * A page of a search in the notes list, and the number of its matches.
 *
 * Input: the {@link ReadableNotes} of a {@link NoteListQuery} with a search. Output: a statement whose rows are
 * {@link NoteRow}s with their sort value, and one that counts the matches up to a limit.
 *
 * A frequent word is found quickly by reading notes in list order (a scan); its index would return too many matches to
 * sort. A rare word is found quickly by its index; a scan would read the whole list. How frequent a word is for this
 * viewer is unknown, so a statement scans a part of the list first and decides by the hits in it. Its time therefore
 * does not grow with the list. Example: for a page of 11 rows, {@link selectSearchPage} has the stages
 *
 *     near     the hits in the first 500 notes; 11 fill the page, and nothing else is read
 *     far      with 3 to 10 hits: those in the first 4,000 notes; 11 fill the page
 *     found    otherwise, the word is rare: all hits, by the index
 */
import { containing } from '../../db/like.ts';
import { noteColumns } from './note-row.sql.ts';
import { cursorValue, orderPositions } from './notes-list-order.sql.ts';
import type { NoteListQuery, NoteSearch } from './notes-list-query.ts';
import type { ReadableNotes } from './readable-notes.sql.ts';

/** Notes that a search scans first: enough to fill a page with a frequent word. */
const SHORT_SCAN = 500;
/** Notes that it scans next, when the first ones had some hits but did not fill the page. */
const LONG_SCAN = 4_000;
/** Hits in the short scan from which the long scan is faster than the index, which would return too many matches. */
const MIN_HITS_FOR_LONG_SCAN = 3;
/** Notes that one page scans when a search has no index. It limits the time of a request; the next page continues. */
const SCAN_WITHOUT_INDEX = 5_000;
/** Matches from which the count is not exact: the screen shows '1000+'. */
const MAX_COUNT = 1_000;
/** Notes that the count of a frequent word scans. It limits the time of a request. */
const COUNT_SCAN = 20_000;
/** Hits in the short scan from which the count scans instead of using the index: every tenth note. */
const MIN_HITS_FOR_COUNT_SCAN = SHORT_SCAN / 10;

/** Returns the SQL of a page of a search. */
export function selectSearchPage(query: NoteListQuery, notes: ReadableNotes): string {
  const { limit, search, withBody } = query;
  const { order, viewer } = notes;
  const condition = searchCondition(search, notes);
  const stages = hasIndex(search)
    ? stagesWithIndex(limit, condition, notes)
    : `hits AS MATERIALIZED (${firstHits(SCAN_WITHOUT_INDEX, limit, condition, notes)})`;
  const scannedTo = hasIndex(search)
    ? 'SELECT NULL::int AS "scannedPk", NULL AS "scannedSort"'
    : selectScannedTo(limit, notes);
  return `
    WITH ${stages}
    SELECT shown.*, scanned.*
    FROM (SELECT 1) AS always
    LEFT JOIN (${scannedTo}) AS scanned ON true
    LEFT JOIN (
      SELECT ${noteColumns(viewer, withBody)}, ${cursorValue(order, 'page.sort')} AS sort
      FROM (SELECT pk, sort FROM hits ${orderPositions(order, 'hits')} LIMIT ${limit}) AS page
      JOIN notes ON notes.pk = page.pk) AS shown ON true
    ${orderPositions(order, 'shown')}`;
}

/** Returns the stages of a search with an index; the last one, `hits`, has the positions of the page. */
function stagesWithIndex(limit: number, condition: string, notes: ReadableNotes): string {
  return `near AS MATERIALIZED (${firstHits(SHORT_SCAN, limit, condition, notes)}),
      density AS MATERIALIZED (SELECT count(*) AS hits FROM near),
      far AS MATERIALIZED (
        SELECT * FROM (${firstHits(LONG_SCAN, limit, condition, notes)}) AS more
        WHERE (SELECT hits FROM density) BETWEEN ${MIN_HITS_FOR_LONG_SCAN} AND ${limit - 1}),
      state AS MATERIALIZED (
        SELECT greatest((SELECT hits FROM density), (SELECT count(*) FROM far)) < ${limit} AS is_rare),
      hits AS (
        SELECT * FROM near WHERE (SELECT hits FROM density) = ${limit}
        UNION ALL SELECT * FROM far WHERE NOT (SELECT is_rare FROM state)
        UNION ALL SELECT * FROM (${notes.positionsWith(condition)}) AS found WHERE (SELECT is_rare FROM state))`;
}

/** Selects the last position that a page without an index scanned, if it found too few: the next page continues there. */
function selectScannedTo(limit: number, notes: ReadableNotes): string {
  return `SELECT pk AS "scannedPk", ${cursorValue(notes.order, 'sort')} AS "scannedSort"
      FROM (${notes.firstPositions(SCAN_WITHOUT_INDEX)}) AS scan
      WHERE (SELECT count(*) FROM hits) < ${limit} OFFSET ${SCAN_WITHOUT_INDEX - 1}`;
}

/** Returns the SQL that counts the matches of a search: the count, and whether it is exact. */
export function countMatches({ search }: NoteListQuery, notes: ReadableNotes): string {
  const condition = searchCondition(search, notes);
  const countUpToLimit = (matches: string) =>
    `SELECT count(*) FROM (SELECT ${matches} LIMIT ${MAX_COUNT + 1}) AS bound`;
  const byScan = countUpToLimit(fromMatches(COUNT_SCAN, condition, notes));
  const byIndex = countUpToLimit(`FROM (${notes.positionsWith(condition)}) AS found`);
  const isFrequent = hasIndex(search)
    ? `(SELECT count(*) >= ${MIN_HITS_FOR_COUNT_SCAN} ${fromMatches(SHORT_SCAN, condition, notes)})`
    : 'true';
  // A scan that reached its limit can have missed matches.
  const isCutOff = `(SELECT count(*) FROM (${notes.firstPositions(COUNT_SCAN)}) AS scan) = ${COUNT_SCAN}`;
  return `
    SELECT least(counted, ${MAX_COUNT})::int AS "count",
      counted <= ${MAX_COUNT} AND NOT (by_scan AND ${isCutOff})
        AS "isExact"
    FROM (
      SELECT by_scan, CASE WHEN by_scan THEN (${byScan}) ELSE (${byIndex}) END AS counted
      FROM (SELECT ${isFrequent} AS by_scan OFFSET 0) AS density OFFSET 0
    ) AS result`;
}

/** Selects the first positions of matches among the first notes of the list. */
function firstHits(scanned: number, limit: number, condition: string, notes: ReadableNotes): string {
  return `SELECT scan.pk, scan.sort ${fromMatches(scanned, condition, notes)}
      ${orderPositions(notes.order, 'scan')} LIMIT ${limit}`;
}

/** Returns the FROM of the matches among the first notes of the list, with their positions as `scan`. */
function fromMatches(scanned: number, condition: string, notes: ReadableNotes): string {
  // OFFSET 0 forces a lookup of each note by its key, because the planner misestimates the search.
  return `FROM (${notes.firstPositions(scanned)}) AS scan CROSS JOIN LATERAL (
      SELECT FROM notes WHERE notes.pk = scan.pk${condition} OFFSET 0) AS match`;
}

/** Returns the condition for notes that match the search, with a leading AND. Binds its texts. */
function searchCondition(search: NoteSearch, notes: ReadableNotes): string {
  const contains = (column: string, text: string | null) =>
    text === null ? '' : ` AND ${column} ILIKE ${notes.bind(containing(text))}`;
  const hasWords = (column: string, words: string | null) =>
    words === null
      ? ''
      : ` AND ${column} @@ websearch_to_tsquery('english', ${notes.bind(withoutBareOperators(words))})`;
  return [
    contains('notes.title', search.titleContains),
    contains('notes.text_body', search.bodyContains),
    hasWords('notes.title_words', search.titleWords),
    hasWords('notes.body_words', search.bodyWords),
  ].join('');
}

/** Returns whether a search has an index: words, or a text with three letters in a row (a trigram). */
function hasIndex({ titleContains, bodyContains, titleWords, bodyWords }: NoteSearch): boolean {
  if (titleWords !== null || bodyWords !== null) return true;
  return [titleContains, bodyContains].some((text) => text !== null && /[\p{L}\p{N}]{3}/u.test(text));
}

/** Removes every minus that negates no word: PostgreSQL fails on long runs of them. */
function withoutBareOperators(words: string): string {
  return words.replaceAll(/-+(?=[-\s]|$)/g, '');
}
