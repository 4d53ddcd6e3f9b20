import type { Database } from '../../db/database.ts';
import { PERSONAL_TABLES, type PersonalTable } from './personal-data.ts';

/** A row of the export: its columns without hidden ones, and names instead of the numbers of people. */
export type ExportedRow = Readonly<Record<string, unknown>>;

/** A table of the export. */
export interface ExportedTable {
  name: string;
  title: string;
  condition: string;
  hidden: readonly string[];
}

const BATCH = 500;

/** The columns that contain the number of a person. */
const PEOPLE =
  /^(user|student|author|owner|actor|mentor|provider|client|created_by|inviter|accepted|pinned|reviewer|subject|creator|editor|resolved_by|booked_by|canceled_by)_pk$/;

/** Returns the exported tables. @param forSelf whether the person requested the export */
export function exportedTables(forSelf: boolean): ExportedTable[] {
  return PERSONAL_TABLES.flatMap((table: PersonalTable & { name: string }) => {
    const { name, title, exported, exportedToOthers, hidden = [], ownColumns = [] } = table;
    const condition = forSelf ? exported : exportedToOthers;
    return condition === undefined
      ? []
      : [{ name, title, condition, hidden: forSelf ? hidden : [...hidden, ...ownColumns] }];
  });
}

async function primaryKey(database: Database, table: string): Promise<string> {
  const columns = await database.query<{ name: string }>(
    `SELECT quote_ident(attname) AS name FROM pg_index JOIN pg_attribute ON attrelid = indrelid
    WHERE indrelid = $1::regclass AND indisprimary AND attnum = ANY (indkey::int[])
    ORDER BY array_position(indkey::int[], attnum::int)`,
    [table],
  );
  return columns.map(({ name }) => name).join(', ');
}

async function namesOf(database: Database, rows: readonly ExportedRow[]): Promise<Map<number, string>> {
  const pks = new Set<number>();
  for (const row of rows) {
    for (const [column, value] of Object.entries(row)) {
      if (PEOPLE.test(column) && typeof value === 'number') pks.add(value);
    }
  }
  const people = await database.query<{ pk: number; fullName: string }>(
    'SELECT pk, full_name AS "fullName" FROM users WHERE pk = ANY ($1::int[])',
    [[...pks]],
  );
  return new Map(people.map(({ pk, fullName }) => [pk, fullName]));
}

/** Reads the exported rows of a table, in batches. */
export async function* readRows(
  database: Database,
  { name, condition, hidden }: ExportedTable,
  { personPk, requesterPk }: { personPk: number; requesterPk: number },
): AsyncGenerator<ExportedRow> {
  const order = await primaryKey(database, name);
  for (let offset = 0; ; offset += BATCH) {
    const found = await database.search<{ row: ExportedRow }>(
      // Most conditions do not use $2, which then would have no type.
      `SELECT to_jsonb(${name}) - $3::text[] AS row FROM ${name} WHERE (${condition}) AND $2::int IS NOT NULL
      ORDER BY ${order} LIMIT ${BATCH} OFFSET $4`,
      [personPk, requesterPk, hidden, offset],
    );
    const rows = found.map(({ row }) => row);
    const names = await namesOf(database, rows);
    for (const row of rows) {
      yield Object.fromEntries(
        Object.entries(row).map(([column, value]) =>
          PEOPLE.test(column) && typeof value === 'number'
            ? [column.slice(0, -3), names.get(value) ?? 'Deleted account']
            : [column, value],
        ),
      );
    }
    if (rows.length < BATCH) return;
  }
}
