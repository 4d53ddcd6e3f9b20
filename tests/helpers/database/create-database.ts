import { Database } from '#server/db/database.ts';

/**
 * Creates a PostgreSQL database, in place of one with the same name.
 * @param server the address of any database of the server
 * @param template the database to copy; nobody may be connected to it
 * @returns its address
 */
export async function createDatabase(server: string, name: string, template = 'template1'): Promise<string> {
  const admin = await Database.open({ engine: 'postgres', url: server, poolSize: 1 });
  await admin.execute(`DROP DATABASE IF EXISTS ${name}`);
  // Copies files: the default also writes every page to the log, which takes more time than many test files.
  await admin.execute(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  await admin.close();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
