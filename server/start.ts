import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createApp, type App } from './app.ts';
import type { Config } from './config.ts';
import { Database } from './db/database.ts';
import { seedDemo } from './db/demo/seed.ts';
import { lockFolder } from './db/folder-lock.ts';
import { prepareDatabase } from './db/prepare.ts';
import { registerWebApp } from './http/web-app.ts';
import { printWelcome } from './welcome.ts';

const projectFolder = path.resolve(import.meta.dirname, '..');
const webFolder = path.join(projectFolder, 'dist', 'web');
const operationsFile = path.join(projectFolder, 'dist', 'operations.json');

/** A running server. */
export interface RunningServer {
  /** Completes running requests and jobs, closes the database and unlocks the folder. */
  stop(): Promise<void>;
}

/** Returns the operations of our own clients; production rejects all others. */
function readOperations(config: Config): ReadonlySet<string> | null {
  if (config.mode !== 'production') return null;
  if (!existsSync(operationsFile)) throw new Error('dist/operations.json is missing: run `npm run build`.');
  return new Set(JSON.parse(readFileSync(operationsFile, 'utf8')) as string[]);
}

/** Opens the configured database; the embedded one with its folder locked. */
export async function openDatabase(
  config: Config,
): Promise<{ database: Database; close: () => Promise<void> }> {
  if (config.databaseUrl !== undefined) {
    const database = await Database.open({
      engine: 'postgres',
      url: config.databaseUrl,
      poolSize: config.databasePoolSize,
    });
    return { database, close: () => database.close() };
  }
  mkdirSync(config.dataDir, { recursive: true });
  const unlock = lockFolder(config.dataDir);
  try {
    const database = await Database.open({ engine: 'pglite', folder: path.join(config.dataDir, 'pglite') });
    return {
      database,
      close: async () => {
        await database.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * Starts everything on one port: the web app, `/graphql`, `/api/…` and the identity provider. The caller prepares
 * the database before, and closes it after the server.
 */
export async function serve(config: Config, database: Database): Promise<App> {
  const app = await createApp({ config, database, operations: readOperations(config) });
  await registerWebApp(app.server, webFolder);
  const isDemo = config.demoData && (await seedDemo({ database, identity: app.identity }));
  const address = await app.server.listen({ port: config.port, host: config.host });
  printWelcome({
    config,
    address,
    isDemo,
    extensionFolder: path.join(projectFolder, 'dist', 'extension', 'chrome-mv3'),
  });
  return app;
}

/** Opens and prepares the database, and {@link serve}s it. */
export async function startServer(config: Config): Promise<RunningServer> {
  const { database, close } = await openDatabase(config);
  try {
    await prepareDatabase(database);
    const app = await serve(config, database);
    return {
      async stop() {
        await app.server.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
