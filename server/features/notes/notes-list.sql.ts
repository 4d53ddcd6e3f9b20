/**
 * Builds the SQL of the notes list: one statement per page, for every order, filter and search.
 *
 * Input: a {@link NoteListQuery}. Output: a statement whose rows are {@link NoteRow}s with their sort value, one more
 * than the page shows, and the total count if requested.
 *
 * The notes that a viewer can read are the union of three branches: their own, those of other mentors about their
 * students, and the meeting notes they received. Each branch is ordered and limited by its own index, and the union is
 * limited again. Example: a mentor's first page by '-updatedAt', without a search, is
 *
 *     SELECT page.* FROM (
 *       SELECT <columns>, updated_at AS sort FROM (
 *         (SELECT pk, updated_at AS sort FROM notes WHERE author_pk = $1 ORDER BY updated_at DESC, pk DESC LIMIT 11)
 *         UNION ALL (<about my students> LIMIT 11) UNION ALL (<received> LIMIT 11)
 *         ORDER BY sort DESC, pk DESC LIMIT 11) AS page JOIN notes USING (pk)) ...
 */
import type { NoteKind } from '#shared/notes/kinds.ts';
import type { NoteOrder, NoteSort } from '#shared/notes/orders.ts';
import { containing } from '../../db/like.ts';
import { isoMoment } from '../../db/moments.ts';

/** A stored note, with the fields that the rules need for one viewer. */
export interface NoteRow {
  pk: number;
  authorPk: number;
  authorName: string;
  studentPk: number | null;
  studentName: string;
  bookedMeetingPk: number | null;
  title: string;
  version: number;
  sent: boolean;
  /** ISO 8601 in UTC. */
  sentAt: string | null;
  createdAt: string;
  updatedAt: string;
  /** Whether the viewer received the note. */
  isRecipient: boolean;
  /** JSON text; null when not selected. */
  body: string | null;
  htmlBody: string | null;
}

/**
 * Returns the columns of a {@link NoteRow}.
 * @param viewer the parameter with the viewer's pk
 */
export function noteColumns(viewer: string, withBody: boolean): string {
  return `notes.pk, notes.author_pk AS "authorPk", notes.author_name AS "authorName",
    notes.student_pk AS "studentPk", notes.student_name AS "studentName",
    notes.booked_meeting_pk AS "bookedMeetingPk", notes.title, notes.version, notes.sent,
    ${isoMoment('notes.sent_at')} AS "sentAt", ${isoMoment('notes.created_at')} AS "createdAt",
    ${isoMoment('notes.updated_at')} AS "updatedAt",
    notes.sent AND EXISTS (SELECT FROM note_recipients
      WHERE note_recipients.note_pk = notes.pk AND note_recipients.user_pk = ${viewer}) AS "isRecipient"${
        withBody ? ', notes.body::text AS "body", notes.html_body AS "htmlBody"' : ''
      }`;
}

/** The value that a row is sorted by. */
export type SortValue = string | boolean;

/** A position in the list: the sort value and the primary key of a row. */
export interface NotePosition {
  sortValue: SortValue;
  pk: number;
}

/** The filter, order and page of the notes list for one viewer. */
export interface NoteListQuery {
  viewerPk: number;
  /** Students whose other mentors' notes the viewer can read. */
  mentoredPks: readonly number[];
  includeSelf: boolean;
  includeOthers: boolean;
  authorPk: number | null;
  studentPk: number | null;
  /** Null lists plain notes and meeting notes. */
  kind: NoteKind | null;
  search: {
    titleContains: string | null;
    bodyContains: string | null;
    titleWords: string | null;
    bodyWords: string | null;
  };
  order: NoteOrder;
  after: NotePosition | null;
  /** The rows to read: one more than the page shows. */
  limit: number;
  withBody: boolean;
  withCount: boolean;
}

interface Statement {
  text: string;
  values: unknown[];
  isSearch: boolean;
}

const SORTS: Record<NoteSort, { column: string; type: 'text' | 'boolean' | 'timestamptz' }> = {
  title: { column: 'lower(notes.title)', type: 'text' },
  createdAt: { column: 'notes.created_at', type: 'timestamptz' },
  updatedAt: { column: 'notes.updated_at', type: 'timestamptz' },
  sent: { column: 'notes.sent', type: 'boolean' },
  createdBy: { column: 'notes.author_name', type: 'text' },
  student: { column: 'notes.student_name', type: 'text' },
  mentor: { column: 'notes.mentor_name', type: 'text' },
};

/** Notes to scan in list order before a search uses its index: enough for frequent words. */
const SCAN = 500;
/** With at least this many hits, the scan continues, because the index would find too many. */
const FEWEST_HITS = 3;
const LONG_SCAN = 4_000;
/** Notes to scan for one page of a search without an index: one or two letters. */
const SCAN_WITHOUT_INDEX = 5_000;
/** The maximum count of a search. */
const MAX_COUNT = 1_000;
/** Notes to scan when counting a frequent word. */
const COUNT_SCAN = 20_000;

/** Returns the SQL type of an order's cursor value. */
export function sortTypeOf(order: NoteOrder): 'text' | 'boolean' | 'timestamptz' {
  return SORTS[sortOf(order)].type;
}

/** Returns whether a search has no index and must scan notes, with a limit per page. */
export function isUnindexed({ search }: NoteListQuery): boolean {
  const { titleContains, bodyContains, titleWords, bodyWords } = search;
  if (titleWords !== null || bodyWords !== null) return false;
  const texts = [titleContains, bodyContains].filter((text) => text !== null);
  return texts.length > 0 && !texts.some((text) => /[\p{L}\p{N}]{3}/u.test(text));
}

/** Returns whether the list is filtered by text. */
export function isSearching({ search }: NoteListQuery): boolean {
  return Object.values(search).some((text) => text !== null);
}

function sortOf(order: NoteOrder): NoteSort {
  return (order.startsWith('-') ? order.slice(1) : order) as NoteSort;
}

/** Builds the parts of the statements below. */
class NoteList {
  readonly values: unknown[] = [];
  readonly viewer: string;
  readonly #query: NoteListQuery;
  readonly #order: string;
  readonly #column: string;
  readonly #after: string;
  readonly #filters: string;
  readonly #text: string;
  readonly #mentored: string | null;
  readonly #hasOwn: boolean;
  readonly #hasReceived: boolean;

  constructor(query: NoteListQuery) {
    const { viewerPk, authorPk, studentPk, kind, order, after, search, includeSelf, includeOthers } = query;
    this.#query = query;
    const sort = SORTS[sortOf(order)];
    const direction = order.startsWith('-') ? 'DESC' : 'ASC';
    this.#column = sort.column;
    this.#order = `${direction}, pk ${direction}`;
    this.viewer = this.#bind(viewerPk);

    const isOwn = authorPk === null || authorPk === viewerPk;
    const isOthers = includeOthers && authorPk !== viewerPk;
    const mentored = query.mentoredPks.filter((pk) => studentPk === null || pk === studentPk);
    this.#hasOwn = includeSelf && isOwn;
    // Only authors see unsent meeting notes; mentors share only plain notes.
    this.#hasReceived = isOthers && kind !== 'UNSENT_MEETING_NOTE';
    this.#mentored = isOthers && kind === null && mentored.length > 0 ? this.#bind(mentored) : null;

    this.#filters = [
      ...(authorPk === null || authorPk === viewerPk ? [] : [`notes.author_pk = ${this.#bind(authorPk)}`]),
      ...(studentPk === null ? [] : [`notes.student_pk = ${this.#bind(studentPk)}`]),
      ...(kind === null ? [] : ['notes.booked_meeting_pk IS NOT NULL']),
      ...(kind === 'UNSENT_MEETING_NOTE' ? ['notes.sent_at IS NULL'] : []),
    ]
      .map((condition) => ` AND ${condition}`)
      .join('');
    this.#after =
      after === null
        ? ''
        : ` AND (${sort.column}, notes.pk) ${direction === 'DESC' ? '<' : '>'} (${this.#bind(after.sortValue)}::${
            sort.type
          }, ${this.#bind(after.pk)}::int)`;
    this.#text = [
      this.#contains('notes.title', search.titleContains),
      this.#contains('notes.text_body', search.bodyContains),
      this.#matchesWords('notes.title_words', search.titleWords),
      this.#matchesWords('notes.body_words', search.bodyWords),
    ].join('');
  }

  get isEmpty(): boolean {
    return this.branchCount === 0;
  }

  get branchCount(): number {
    return Number(this.#hasOwn) + Number(this.#mentored !== null) + Number(this.#hasReceived);
  }

  /** Returns the positions whose note matches the search. */
  matching(source: string, alias: string): string {
    // OFFSET 0 forces a lookup of each note by its key, because the planner misestimates the search.
    return `FROM ${source} CROSS JOIN LATERAL (
      SELECT FROM notes WHERE notes.pk = ${alias}.pk${this.#text} OFFSET 0) AS match`;
  }

  #bind(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  #contains(column: string, text: string | null): string {
    return text === null ? '' : ` AND ${column} ILIKE ${this.#bind(containing(text))}`;
  }

  #matchesWords(column: string, words: string | null): string {
    return words === null
      ? ''
      : ` AND ${column} @@ websearch_to_tsquery('english', ${this.#bind(withoutBareOperators(words))})`;
  }

  /** Orders rows with `sort` and `pk`. */
  ordered(alias: string): string {
    return `ORDER BY ${alias}.sort ${this.#order.replace('pk', `${alias}.pk`)}`;
  }

  /** Returns a sort value in cursor format, in the same order. */
  cursorValue(sort: string): string {
    return sortTypeOf(this.#query.order) === 'timestamptz' ? `${isoMoment(sort)} COLLATE "C"` : sort;
  }

  /** Returns the page, read directly from the table: only for the viewer's own notes. */
  ownPage(limit: number): string {
    return `SELECT ${noteColumns(this.viewer, this.#query.withBody)}, ${this.cursorValue(this.#column)} AS sort
      FROM notes WHERE notes.author_pk = ${this.viewer}${this.#filters}${this.#after}
      ORDER BY ${this.#column} ${this.#order.replace('pk', 'notes.pk')} LIMIT ${limit}`;
  }

  get isOwnOnly(): boolean {
    return this.#hasOwn && this.branchCount === 1;
  }

  /** Returns the first positions of each branch after the cursor, without the search. */
  scan(limit: number): string {
    const bound = `ORDER BY ${this.#column} ${this.#order.replace('pk', 'notes.pk')} LIMIT ${limit}`;
    return `SELECT pk, sort FROM (${this.#branches(this.#after, bound)}) AS scanned
      ${this.ordered('scanned')} LIMIT ${limit}`;
  }

  /** Returns the positions after the cursor that match the search, by the search's index. */
  found(): string {
    // OFFSET 0 prevents the planner from scanning all notes in list order instead.
    return this.#branches(this.#after + this.#text, 'OFFSET 0');
  }

  #branches(conditions: string, end: string): string {
    const where = `${this.#filters}${conditions} ${end}`;
    const position = `notes.pk, ${this.#column} AS sort`;
    const branches: string[] = [];
    if (this.#hasOwn) {
      branches.push(`(SELECT ${position} FROM notes WHERE notes.author_pk = ${this.viewer}${where})`);
    }
    if (this.#mentored !== null) {
      branches.push(`(SELECT others.pk, others.sort FROM unnest(${this.#mentored}::int[]) AS mentored (pk)
        CROSS JOIN LATERAL (SELECT ${position} FROM notes
          WHERE notes.student_pk = mentored.pk AND notes.booked_meeting_pk IS NULL
            AND notes.author_pk <> ${this.viewer}${where}) AS others)`);
    }
    if (this.#hasReceived) {
      branches.push(`(SELECT ${position} FROM note_recipients JOIN notes ON notes.pk = note_recipients.note_pk
        WHERE note_recipients.user_pk = ${this.viewer} AND notes.sent
          AND notes.author_pk <> ${this.viewer}${where})`);
    }
    return branches.join(' UNION ALL ');
  }

  /** Counts the notes of the list from stored counts. */
  count(): string {
    const { authorPk, studentPk, kind } = this.#query;
    if (kind === 'UNSENT_MEETING_NOTE') {
      return `(SELECT count(*) FROM notes WHERE notes.author_pk = ${this.viewer}${this.#filters})`;
    }
    const ofKind = kind === null ? '' : ' AND is_meeting_note';
    const of = (column: string, pk: number | null) =>
      pk === null ? '' : ` AND ${column} = ${this.#bind(pk)}`;
    const sums: string[] = [];
    if (this.#hasOwn) {
      sums.push(`coalesce((SELECT sum(notes) FROM note_counts
        WHERE author_pk = ${this.viewer}${of('student_pk', studentPk)}${ofKind}), 0)`);
    }
    if (this.#mentored !== null) {
      sums.push(`coalesce((SELECT sum(notes) FROM note_counts
        WHERE student_pk = ANY(${this.#mentored}::int[]) AND NOT is_meeting_note
          AND author_pk <> ${this.viewer}${of('author_pk', authorPk)}), 0)`);
    }
    if (this.#hasReceived) {
      sums.push(`(SELECT count(*) FROM note_recipients JOIN notes ON notes.pk = note_recipients.note_pk
        WHERE note_recipients.user_pk = ${this.viewer} AND notes.sent
          AND notes.author_pk <> ${this.viewer}${this.#filters})`);
    }
    return sums.join(' + ');
  }
}

/** Returns the statement of a page; null when the list is always empty. */
export function listStatement(query: NoteListQuery): Statement | null {
  const list = new NoteList(query);
  if (list.isEmpty) return null;
  return isSearching(query) ? searchStatement(query, list) : pageStatement(query, list);
}

function pageStatement(query: NoteListQuery, list: NoteList): Statement {
  const page = list.isOwnOnly
    ? list.ownPage(query.limit)
    : `SELECT ${noteColumns(list.viewer, query.withBody)}, ${list.cursorValue('page.sort')} AS sort
      FROM (${list.scan(query.limit)}) AS page JOIN notes ON notes.pk = page.pk`;
  const text = query.withCount
    ? // An empty page still has a count, in a row without pk.
      `SELECT page.*, counted."totalCount" FROM (SELECT (${list.count()})::int AS "totalCount") AS counted
      LEFT JOIN (${page}) AS page ON true ${list.ordered('page')}`
    : `SELECT page.* FROM (${page}) AS page ${list.ordered('page')}`;
  return { text, values: list.values, isSearch: false };
}

/**
 * Searches the first notes in list order. If there were some hits, continues with more notes; if there were few, uses
 * the index of the search. Frequent words are found by the scan, rare ones by the index, so the time does not grow with
 * the list.
 */
function searchStatement(query: NoteListQuery, list: NoteList): Statement {
  const first = (limit: number) =>
    `SELECT scan.pk, scan.sort ${list.matching(`(${list.scan(limit)}) AS scan`, 'scan')}
      ${list.ordered('scan')} LIMIT ${query.limit}`;
  const unindexed = isUnindexed(query);
  const stages = unindexed
    ? `hits AS MATERIALIZED (${first(SCAN_WITHOUT_INDEX)})`
    : `near AS MATERIALIZED (${first(SCAN)}),
      density AS MATERIALIZED (SELECT count(*) AS hits FROM near),
      far AS MATERIALIZED (
        SELECT * FROM (${first(LONG_SCAN)}) AS more
        WHERE (SELECT hits FROM density) BETWEEN ${FEWEST_HITS} AND ${query.limit - 1}),
      state AS MATERIALIZED (
        SELECT greatest((SELECT hits FROM density), (SELECT count(*) FROM far)) < ${query.limit} AS is_rare),
      hits AS (
        SELECT * FROM near WHERE (SELECT hits FROM density) = ${query.limit}
        UNION ALL SELECT * FROM far WHERE NOT (SELECT is_rare FROM state)
        UNION ALL SELECT * FROM (${list.found()}) AS found WHERE (SELECT is_rare FROM state))`;
  // Without an index a page ends where its scan ended, and the next one continues there.
  const scannedTo = unindexed
    ? `SELECT pk AS "scannedPk", ${list.cursorValue('sort')} AS "scannedSort" FROM (${list.scan(SCAN_WITHOUT_INDEX)}) AS scan
      WHERE (SELECT count(*) FROM hits) < ${query.limit} OFFSET ${SCAN_WITHOUT_INDEX - 1}`
    : 'SELECT NULL::int AS "scannedPk", NULL AS "scannedSort"';
  const text = `
    WITH ${stages}
    SELECT shown.*, scanned.*
    FROM (SELECT 1) AS always
    LEFT JOIN (${scannedTo}) AS scanned ON true
    LEFT JOIN (
      SELECT ${noteColumns(list.viewer, query.withBody)}, ${list.cursorValue('page.sort')} AS sort
      FROM (SELECT pk, sort FROM hits ${list.ordered('hits')} LIMIT ${query.limit}) AS page
      JOIN notes ON notes.pk = page.pk) AS shown ON true
    ${list.ordered('shown')}`;
  return { text, values: list.values, isSearch: true };
}

/** Returns the statement that counts the matches up to a limit; null when nothing can match. */
export function searchCountStatement(query: NoteListQuery): Statement | null {
  const list = new NoteList({ ...query, after: null, order: '-updatedAt' });
  if (list.isEmpty) return null;
  const inFirst = (limit: number) => list.matching(`(${list.scan(limit)}) AS scan`, 'scan');
  const counted = (source: string) =>
    `SELECT count(*) FROM (SELECT ${source} LIMIT ${MAX_COUNT + 1}) AS bound`;
  const byScan = counted(inFirst(COUNT_SCAN));
  const byIndex = counted(`FROM (${list.found()}) AS found`);
  const isDense = `(SELECT count(*) >= ${SCAN / 10} ${inFirst(SCAN)})`;
  const unindexed = isUnindexed(query);
  const text = `
    SELECT least(counted, ${MAX_COUNT})::int AS "count",
      counted <= ${MAX_COUNT} AND NOT (by_scan AND (SELECT count(*) FROM (${list.scan(COUNT_SCAN)}) AS scan) = ${COUNT_SCAN})
        AS "isExact"
    FROM (
      SELECT by_scan, CASE WHEN by_scan THEN (${byScan}) ELSE (${byIndex}) END AS counted
      FROM (SELECT ${unindexed ? 'true' : isDense} AS by_scan OFFSET 0) AS density OFFSET 0
    ) AS result`;
  return { text, values: list.values, isSearch: true };
}

/** Removes every minus that negates no word: PostgreSQL fails on long runs of them. */
function withoutBareOperators(words: string): string {
  return words.replaceAll(/-+(?=[-\s]|$)/g, '');
}
