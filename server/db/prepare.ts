import { seedCatalogue } from './catalogue/seed.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';

/** Migrates the database and adds the catalogue. Idempotent. */
export async function prepareDatabase(database: Database): Promise<void> {
  await migrate(database);
  await seedCatalogue(database);
}
