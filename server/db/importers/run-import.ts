import type { Database } from '../database.ts';
import { type CsvRow, type Fields, ImportError, readCsv, RowError } from './csv.ts';

/** Defines how rows of a published file become rows of a table. */
export interface Importer<Row> {
  /** Returns the official key of a row, unique within a file. */
  keyOf(row: Row): string;
  /** @throws RowError */
  parse(fields: Fields): Row;
  /** The trigram index of the table, if it has one. */
  searchIndex?: string;
  /** Inserts and updates rows. Unchanged rows are not written or counted. */
  write(database: Database, rows: readonly Row[]): Promise<Written>;
  /** Marks stored rows that are missing in the file. @returns the numbers of marked and stored rows */
  markVanished?(database: Database, keys: readonly string[]): Promise<{ marked: number; stored: number }>;
}

/** The result of writing a batch of rows. */
export interface Written {
  inserted: number;
  updated: number;
  /** Keys that could not be written, with the reason. */
  refused?: { key: string; reason: string }[];
}

/** Chooses the importer for a file by its columns. @throws ImportError for another kind of file */
export type ImporterFor<Row> = (columns: ReadonlySet<string>) => Importer<Row>;

/** What an import changed, or would change in a dry run. */
export interface ImportReport {
  rows: number;
  inserted: number;
  updated: number;
  unchanged: number;
  /** Null when a row could not be read: it can be any stored row, so none is marked as vanished. */
  vanished: number | null;
  /** Skipped rows. */
  skipped: { line: number; reason: string }[];
}

/** How a file is imported. */
export interface ImportOptions {
  /** Reports the changes without making them. */
  dryRun?: boolean;
  /** The file is an excerpt: rows missing in it are not marked as vanished. */
  partial?: boolean;
  onRows?: (rows: number) => void;
}

/** Rows per statement: the official lists of institutions and majors need two or fewer. */
const BATCH = 5_000;

/** A larger share of vanished rows means the wrong file. */
const MAX_VANISHING = 0.5;

/** Rolls back the transaction of a dry run. */
class DryRun extends Error {}

/** An import in progress. Call it in a transaction. */
class ImportRun<Row> {
  readonly report: ImportReport = {
    rows: 0,
    inserted: 0,
    updated: 0,
    unchanged: 0,
    vanished: 0,
    skipped: [],
  };
  readonly #database: Database;
  readonly #onRows: ImportOptions['onRows'];
  /** The lines of the rows that were read, by key. */
  readonly #lines = new Map<string, number>();
  #hasUnreadRows = false;
  #batch: Row[] = [];

  constructor(database: Database, onRows: ImportOptions['onRows']) {
    this.#database = database;
    this.#onRows = onRows;
  }

  /** Reads and writes all rows of a file. @returns the importer that fits its columns */
  async readAll(
    importerFor: ImporterFor<Row>,
    file: AsyncIterable<Uint8Array>,
  ): Promise<Importer<Row> | undefined> {
    let importer: Importer<Row> | undefined;
    for await (const entry of readCsv(file)) {
      if ('columns' in entry) {
        importer = importerFor(new Set(entry.columns));
        continue;
      }
      if (importer === undefined) throw new ImportError('The file has no columns.');
      this.#readRow(importer, entry);
      if (this.#batch.length === BATCH) await this.#writeBatch(importer);
    }
    if (importer === undefined) return undefined;
    await this.#writeBatch(importer);
    if (this.#lines.size === 0) throw new ImportError('The file has no row to import.');
    return importer;
  }

  /** Adds a row to the batch. Skips and reports one that repeats a key or cannot be read. */
  #readRow(importer: Importer<Row>, { line, fields }: CsvRow): void {
    this.report.rows += 1;
    try {
      if (fields instanceof RowError) throw fields;
      const row = importer.parse(fields);
      const key = importer.keyOf(row);
      const earlier = this.#lines.get(key);
      if (earlier !== undefined) {
        this.report.skipped.push({ line, reason: `repeats line ${earlier}` });
        return;
      }
      this.#lines.set(key, line);
      this.#batch.push(row);
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      this.#hasUnreadRows = true;
      this.report.skipped.push({ line, reason: error.message });
    }
  }

  async #writeBatch(importer: Importer<Row>): Promise<void> {
    const { report } = this;
    const batch = this.#batch;
    this.#batch = [];
    if (batch.length > 0) {
      const { inserted, updated, refused = [] } = await importer.write(this.#database, batch);
      report.inserted += inserted;
      report.updated += updated;
      report.unchanged += batch.length - inserted - updated - refused.length;
      for (const { key, reason } of refused) {
        report.skipped.push({ line: this.#lines.get(key) ?? 0, reason });
      }
    }
    this.#onRows?.(report.rows);
  }

  /** Marks stored rows that are missing in the file. @throws ImportError when too many are */
  async markVanished(mark: NonNullable<Importer<Row>['markVanished']>): Promise<void> {
    if (this.#hasUnreadRows) {
      this.report.vanished = null;
      return;
    }
    const { marked, stored } = await mark(this.#database, [...this.#lines.keys()]);
    if (marked > 100 && marked > stored * MAX_VANISHING) {
      throw new ImportError(
        `${marked} of ${stored} stored rows are not in this file. If it is an excerpt, import it as partial.`,
      );
    }
    this.report.vanished = marked;
  }
}

/**
 * Imports a published file atomically. Importing the same file again changes nothing.
 * @throws ImportError when the file cannot be used
 */
export async function runImport<Row>(
  database: Database,
  importerFor: ImporterFor<Row>,
  file: AsyncIterable<Uint8Array>,
  { dryRun = false, partial = false, onRows }: ImportOptions = {},
): Promise<ImportReport> {
  const run = new ImportRun<Row>(database, onRows);
  try {
    await database.transaction(async () => {
      // Collects entries of the search index and merges them once, which is faster than merging after every few rows.
      await database.query(`SET LOCAL gin_pending_list_limit = '64MB'`);
      const importer = await run.readAll(importerFor, file);
      if (importer === undefined) return;
      if (!partial && importer.markVanished !== undefined) await run.markVanished(importer.markVanished);
      if (dryRun) throw new DryRun();
      if (importer.searchIndex !== undefined) {
        await database.query('SELECT gin_clean_pending_list($1::regclass)', [importer.searchIndex]);
      }
    });
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
  }
  const { report } = run;
  report.skipped.sort((a, b) => a.line - b.line);
  return report;
}

/** @throws ImportError with the missing columns */
export function requireColumns(columns: ReadonlySet<string>, required: readonly string[]): void {
  const missing = required.filter((column) => !columns.has(column));
  if (missing.length > 0) {
    throw new ImportError(`This is another kind of file: it has no column ${missing.join(', ')}.`);
  }
}

/**
 * Returns the statement that upserts a batch given as JSON. Unchanged rows are not written.
 * @param target.columns SQL columns with their types; the parameter's objects have the same keys
 * @param target.extra a further assignment for existing rows
 * @param target.kept columns where an empty value leaves the stored one
 */
export function upsertSql({
  table,
  key,
  columns,
  extra,
  kept = [],
}: {
  table: string;
  key: string;
  columns: Readonly<Record<string, string>>;
  extra?: string;
  kept?: readonly string[];
}): string {
  const names = Object.keys(columns);
  const rest = names.filter((name) => name !== key);
  const valueOf = (name: string) =>
    kept.includes(name) ? `coalesce(nullif(excluded.${name}, ''), ${table}.${name})` : `excluded.${name}`;
  return `
    WITH written AS (
      INSERT INTO ${table} (${names.join(', ')})
      SELECT ${names.join(', ')} FROM json_to_recordset($1::json) AS given (${names
        .map((name) => `${name} ${columns[name]}`)
        .join(', ')})
      ON CONFLICT (${key}) DO UPDATE SET ${[
        ...rest.map((name) => `${name} = ${valueOf(name)}`),
        'vanished_at = NULL',
        ...(extra === undefined ? [] : [extra]),
      ].join(', ')}
      WHERE (${rest.map((name) => `${table}.${name}`).join(', ')})
        IS DISTINCT FROM (${rest.map(valueOf).join(', ')}) OR ${table}.vanished_at IS NOT NULL
      RETURNING (xmax = 0) AS is_new
    )
    SELECT count(*) FILTER (WHERE is_new)::int AS inserted, count(*) FILTER (WHERE NOT is_new)::int AS updated
    FROM written`;
}

/** Runs an {@link upsertSql}. */
export async function upsert(database: Database, sql: string, rows: readonly object[]): Promise<Written> {
  const [written] = await database.query<Written>(sql, [JSON.stringify(rows)]);
  return written ?? { inserted: 0, updated: 0 };
}

/**
 * Marks the rows of a table whose key is not in the list. @param scope an SQL condition: the rows that the file covers
 */
export async function markMissing(
  database: Database,
  { table, key, scope = 'true' }: { table: string; key: string; scope?: string },
  keys: readonly string[],
): Promise<{ marked: number; stored: number }> {
  const [row] = await database.query<{ marked: number; stored: number }>(
    `WITH stored AS (
      SELECT count(*) AS count FROM ${table} WHERE vanished_at IS NULL AND ${scope}
    ), marked AS (
      UPDATE ${table} SET vanished_at = now()
      WHERE vanished_at IS NULL AND ${scope}
        AND NOT EXISTS (SELECT FROM unnest($1::text[]) AS given (key) WHERE given.key = ${table}.${key}::text)
      RETURNING 1
    )
    SELECT (SELECT count(*) FROM marked)::int AS marked, (SELECT count FROM stored)::int AS stored`,
    [keys],
  );
  return row ?? { marked: 0, stored: 0 };
}
