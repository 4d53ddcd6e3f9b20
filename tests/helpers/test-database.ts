import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { Database } from '#server/db/database.ts';
import { TEMPLATE_NAME } from './database-template.ts';

/** Opens a fresh, migrated database for this test file, on the engine of the running project. */
export async function openTestDatabase(): Promise<Database> {
  const template = inject('template');
  if (inject('engine') === 'pglite')
    return Database.open({ engine: 'pglite', folder: null, image: template });
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = await Database.open({ engine: 'postgres', url: template, poolSize: 1 });
  await admin.execute(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE_NAME}`);
  await admin.close();
  const url = new URL(template);
  url.pathname = `/${name}`;
  return Database.open({ engine: 'postgres', url: url.href, poolSize: 5 });
}
