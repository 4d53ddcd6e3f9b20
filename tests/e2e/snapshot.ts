/** Copies of all tables in the schema `snapshot`, which outlive a killed process, and the way back to them. */
import type { Database } from '#server/db/database.ts';

interface TablePair {
  table: string;
  copy: string;
  columns: string;
}

async function listTables(database: Database): Promise<TablePair[]> {
  const tables = await database.query<{ schema: string; name: string; columns: string }>(
    `SELECT n.nspname AS schema, c.relname AS name, string_agg(quote_ident(a.attname), ', ') AS columns
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE c.relkind = 'r' AND n.nspname NOT IN ('snapshot', 'information_schema') AND n.nspname NOT LIKE 'pg\\_%'
    GROUP BY 1, 2`,
  );
  return tables.map(({ schema, name, columns }) => ({
    table: `"${schema}"."${name}"`,
    copy: `snapshot."${schema} ${name}"`,
    columns,
  }));
}

/** Whether this database has a snapshot. */
export async function isSnapshotTaken(database: Database): Promise<boolean> {
  return (await database.query(`SELECT 1 FROM pg_namespace WHERE nspname = 'snapshot'`)).length > 0;
}

/** Copies every table. */
export async function takeSnapshot(database: Database): Promise<void> {
  const tables = await listTables(database);
  await database.execute(
    ['BEGIN', 'CREATE SCHEMA snapshot']
      .concat(tables.map(({ table, copy }) => `CREATE TABLE ${copy} AS TABLE ${table}`))
      .concat('COMMIT')
      .join(';'),
  );
}

/** The SQL that makes every table equal to its copy. Sequences continue, so that no id is used twice. */
export async function restoreStatement(database: Database): Promise<string> {
  const tables = await listTables(database);
  // Without triggers and foreign keys: the copies are consistent.
  return ['BEGIN', 'SET LOCAL session_replication_role = replica']
    .concat(
      tables.flatMap(({ table, copy, columns }) => [
        `DELETE FROM ${table}`,
        `INSERT INTO ${table} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM ${copy}`,
      ]),
    )
    .concat('COMMIT')
    .join(';');
}
