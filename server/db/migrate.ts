import { readdir } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import path from 'node:path';
import { type Migration, Migrator } from 'kysely';
import type { Database } from './database.ts';

const folder = fileURLToPath(new URL('./migrations', import.meta.url));

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => /^\d{3}-.*\.ts$/.test(file)).sort();
  const migrations: Record<string, Migration> = {};
  for (const file of files) {
    const module = (await import(pathToFileURL(path.join(folder, file)).href)) as Migration;
    migrations[file.replace(/\.ts$/, '')] = module;
  }
  return migrations;
}

/**
 * Migrates the database to the latest version, in one transaction. Several processes can run it in parallel. Migrations
 * only go forward; each area has its own range of numbers, so areas do not depend on each other's order.
 */
export async function migrate(database: Database): Promise<void> {
  const migrator = new Migrator({
    db: database.kysely,
    provider: { getMigrations: readMigrations },
    allowUnorderedMigrations: true,
  });
  // The lock of another process that migrates, and a migration of a large table, can take minutes.
  const { error } = await database.withoutTimeLimit(() => migrator.migrateToLatest());
  if (error !== undefined)
    throw error instanceof Error ? error : new Error('Migration failed', { cause: error });
}
