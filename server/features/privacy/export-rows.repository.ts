/**
 * The SQL that reads the rows of an export. Which rows and columns is declared in personal-data.ts.
 *
 * Input: a table of {@link exportedTables}. Output: its rows as objects. Example: the row
 * `{ pk: 3, owner_pk: 12, name: 'Essay' }` of `tasks` becomes `{ pk: 3, owner: 'Maya Li', name: 'Essay' }`.
 */
import { DELETED_ACCOUNT } from '#shared/privacy/events.ts';
import type { Database } from '../../db/database.ts';
import { PERSONAL_TABLES } from './personal-data.ts';

/** A row of the export: its columns without hidden ones, and names instead of the numbers of people. */
export type ExportedRow = Readonly<Record<string, unknown>>;

/** A table of the export. */
export interface ExportedTable {
  name: string;
  /** The heading on the page. */
  title: string;
  /** The exported rows: $1 is the person's pk, $2 the requester's. */
  condition: string;
  /** The columns that are omitted. */
  hidden: readonly string[];
}

/** Rows that one statement reads, so that a table is never in memory as a whole. */
const BATCH = 500;

/** The columns with the number of a person: the export has the name instead. */
const PERSON_COLUMN =
  /^(user|student|author|owner|actor|mentor|provider|client|created_by|inviter|accepted|pinned|reviewer|subject|creator|editor|resolved_by|booked_by|canceled_by)_pk$/;

function isPerson(column: string, value: unknown): value is number {
  return PERSON_COLUMN.test(column) && typeof value === 'number';
}

/** Returns the exported tables. @param forSelf whether the person requested the export */
export function exportedTables(forSelf: boolean): ExportedTable[] {
  return PERSONAL_TABLES.flatMap((table) => {
    const { name, title, exported, exportedToOthers, hidden = [], hiddenFromOthers = [] } = table;
    const condition = forSelf ? exported : exportedToOthers;
    return condition === undefined
      ? []
      : [{ name, title, condition, hidden: forSelf ? hidden : [...hidden, ...hiddenFromOthers] }];
  });
}

/** Returns the columns of a table's primary key, for ORDER BY. */
async function primaryKeyOf(database: Database, table: string): Promise<string> {
  const columns = await database.query<{ name: string }>(
    `SELECT quote_ident(attname) AS name FROM pg_index JOIN pg_attribute ON attrelid = indrelid
    WHERE indrelid = $1::regclass AND indisprimary AND attnum = ANY (indkey::int[])
    ORDER BY array_position(indkey::int[], attnum::int)`,
    [table],
  );
  return columns.map(({ name }) => name).join(', ');
}

/** Returns the names of all people whose numbers are in the rows. */
async function namesOf(database: Database, rows: readonly ExportedRow[]): Promise<Map<number, string>> {
  const pks = new Set(
    rows.flatMap((row) =>
      Object.entries(row).flatMap(([column, value]) => (isPerson(column, value) ? [value] : [])),
    ),
  );
  const people = await database.query<{ pk: number; fullName: string }>(
    'SELECT pk, full_name AS "fullName" FROM users WHERE pk = ANY ($1::int[])',
    [[...pks]],
  );
  return new Map(people.map(({ pk, fullName }) => [pk, fullName]));
}

/** Returns a row with names instead of the numbers of people: `owner` instead of `owner_pk`. */
function withNames(row: ExportedRow, names: ReadonlyMap<number, string>): ExportedRow {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) =>
      isPerson(column, value)
        ? [column.replace(/_pk$/, ''), names.get(value) ?? DELETED_ACCOUNT]
        : [column, value],
    ),
  );
}

/** Reads the exported rows of a table, in batches. */
export async function* readRows(
  database: Database,
  { name, condition, hidden }: ExportedTable,
  { personPk, requesterPk }: { personPk: number; requesterPk: number },
): AsyncGenerator<ExportedRow> {
  const order = await primaryKeyOf(database, name);
  for (let offset = 0; ; offset += BATCH) {
    const found = await database.search<{ row: ExportedRow }>(
      // Most conditions do not use $2, which then would have no type.
      `SELECT to_jsonb(${name}) - $3::text[] AS row FROM ${name} WHERE (${condition}) AND $2::int IS NOT NULL
      ORDER BY ${order} LIMIT ${BATCH} OFFSET $4`,
      [personPk, requesterPk, hidden, offset],
    );
    const rows = found.map(({ row }) => row);
    const names = await namesOf(database, rows);
    for (const row of rows) yield withNames(row, names);
    if (rows.length < BATCH) return;
  }
}
