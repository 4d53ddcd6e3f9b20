import { seedCatalogue } from './catalogue/seed.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';

/** Everything a database needs before the server can use it; safe to repeat. */
export async function prepareDatabase(database: Database): Promise<void> {
  await migrate(database);
  await seedCatalogue(database);
}
