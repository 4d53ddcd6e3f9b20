/**
 * Copies of all tables in the schema `snapshot`, which outlive a killed process, and the way back to them. Triggers
 * record which tables have changed, so that only these are restored.
 */
import type { Database } from '#server/db/database.ts';

/** A table and its copy. */
export interface TablePair {
  table: string;
  copy: string;
  columns: string;
  /** A partition changes through its parent, where a trigger of the partition does not fire. */
  isPartition: boolean;
}

/** The tables of the product, with their copies. */
export async function listTables(database: Database): Promise<TablePair[]> {
  const tables = await database.query<{
    schema: string;
    name: string;
    columns: string;
    isPartition: boolean;
  }>(
    `SELECT n.nspname AS schema, c.relname AS name, string_agg(quote_ident(a.attname), ', ') AS columns,
      c.relispartition AS "isPartition"
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE c.relkind = 'r' AND n.nspname NOT IN ('snapshot', 'information_schema') AND n.nspname NOT LIKE 'pg\\_%'
    GROUP BY 1, 2, 4`,
  );
  return tables.map(({ schema, name, columns, isPartition }) => ({
    table: `"${schema}"."${name}"`,
    copy: `snapshot."${schema} ${name}"`,
    columns,
    isPartition,
  }));
}

/** Whether this database has a snapshot. */
export async function isSnapshotTaken(database: Database): Promise<boolean> {
  return (await database.query(`SELECT 1 FROM pg_namespace WHERE nspname = 'snapshot'`)).length > 0;
}

/** Copies every table, and starts to record changes. */
export async function takeSnapshot(database: Database): Promise<void> {
  const tables = await listTables(database);
  await database.execute(
    [
      'BEGIN',
      'CREATE SCHEMA snapshot',
      // No unique key: simultaneous transactions must not wait for each other.
      'CREATE TABLE snapshot.changes (table_name text)',
      `CREATE FUNCTION snapshot.record_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO snapshot.changes VALUES (format('"%s"."%s"', TG_TABLE_SCHEMA, TG_TABLE_NAME));
        RETURN NULL;
      END $$`,
      ...tables.flatMap(({ table, copy }) => [
        `CREATE TABLE ${copy} AS TABLE ${table}`,
        `CREATE TRIGGER record_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON ${table}
          EXECUTE FUNCTION snapshot.record_change()`,
      ]),
      'COMMIT',
    ].join(';'),
  );
}

/**
 * Makes every table equal to its copy. Sequences continue, so that no id is used twice.
 * @param tables see {@link listTables}
 */
export async function restoreSnapshot(database: Database, tables: readonly TablePair[]): Promise<void> {
  const rows = await database.query<{ name: string }>(
    'SELECT DISTINCT table_name AS name FROM snapshot.changes',
  );
  const changed = new Set(rows.map(({ name }) => name));
  await database.execute(
    // Without triggers and foreign keys: the copies are consistent.
    ['BEGIN', 'SET LOCAL session_replication_role = replica']
      .concat(
        tables
          .filter(({ table, isPartition }) => isPartition || changed.has(table))
          .flatMap(({ table, copy, columns }) => [
            `DELETE FROM ${table}`,
            `INSERT INTO ${table} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM ${copy}`,
          ]),
      )
      .concat('TRUNCATE snapshot.changes', 'COMMIT')
      .join(';'),
  );
}
