import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { Database } from '#server/db/database.ts';
import { EmbeddedDatabase } from '#server/db/pglite/embedded.ts';
import { createDatabase } from './create-database.ts';
import { listTables, restoreSnapshot, type TablePair } from './database-snapshot.ts';
import { TEMPLATE_NAME } from './database-template.ts';

/**
 * Embedded databases that earlier tests of this worker have closed, and restored. Restoring one takes some
 * milliseconds, opening another a second.
 */
const idle: EmbeddedDatabase[] = [];

/** What every new test database has: its tables, and its size in bytes. */
let first: { tables: readonly TablePair[]; size: number } | undefined;

/** A database that has grown by more bytes is not used again: its deleted rows slow down every search. */
const MAX_GROWTH = 10_000_000;

async function sizeOf(database: Database): Promise<number> {
  const rows = await database.query<{ size: number }>('SELECT pg_database_size(current_database()) AS size');
  return (rows[0] as { size: number }).size;
}

/** Opens an embedded database that, when closed, is kept for the next test. */
async function openEmbedded(image: string): Promise<Database> {
  const embedded = idle.pop() ?? (await EmbeddedDatabase.open(null, image));
  const database = await Database.open({ engine: 'pglite', embedded });
  first ??= { tables: await listTables(database), size: await sizeOf(database) };
  const { tables, size } = first;
  const disconnect = database.close.bind(database);
  database.close = async () => {
    const isReusable = (await sizeOf(database)) < size + MAX_GROWTH;
    if (isReusable) await restoreSnapshot(database, tables);
    await disconnect();
    if (isReusable) idle.push(embedded);
    else await embedded.close();
  };
  return database;
}

/** Opens a migrated database without data, on the engine of the running project. */
export async function openTestDatabase(): Promise<Database> {
  const template = inject('template');
  if (inject('engine') === 'pglite') return openEmbedded(template);
  const name = `test_${randomBytes(6).toString('hex')}`;
  const url = await createDatabase(template, name, TEMPLATE_NAME);
  return Database.open({ engine: 'postgres', url, poolSize: 5 });
}
