/**
 * Prepares a migrated, empty database once per run. Each test file gets a fast copy: an image of PGlite, or a
 * PostgreSQL template.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { Database } from '#server/db/database.ts';
import { prepareDatabase } from '#server/db/prepare.ts';
import { createDatabase } from './create-database.ts';
import { takeSnapshot } from './database-snapshot.ts';
import { startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    engine: 'pglite' | 'postgres';
    /** The source of the copies: the image's file, or the address of a server with the template. */
    template: string;
  }
}

export const TEMPLATE_NAME = 'gopath_template';

/** Creates the template on the engine of the project. @returns stops the PostgreSQL server that it started */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { engine } = project.config.provide as { engine: 'pglite' | 'postgres' };
  if (engine === 'pglite') {
    const file = path.resolve('.cache', `pglite-template-${process.pid}.tar`);
    mkdirSync(path.dirname(file), { recursive: true });
    const database = await Database.open({ engine: 'pglite', folder: null });
    await prepareDatabase(database);
    // Closed databases are restored and used again, see test-database.ts.
    await takeSnapshot(database);
    writeFileSync(file, await database.dump());
    await database.close();
    project.provide('template', file);
    return undefined;
  }
  const postgres = await startPostgres();
  if (postgres === null) throw new Error('PostgreSQL is not installed: leave the project api-postgres out.');
  const url = await createDatabase(postgres.url, TEMPLATE_NAME);
  const template = await Database.open({ engine: 'postgres', url });
  await prepareDatabase(template);
  await template.close();
  project.provide('template', postgres.url);
  return () => postgres.stop();
}
