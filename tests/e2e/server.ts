import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDatabase } from '../helpers/database/create-database.ts';
import { getFreePort } from '../helpers/server/free-port.ts';
import { startPostgres } from '../helpers/database/postgres-server.ts';

/** A signed-in browser of a demo person, as cookies. */
export interface PreparedSession {
  email: string;
  cookies: { name: string; value: string; path: string }[];
}

/** A request of the parent process to the restorable server. */
export type ServerRequest = { restore: true } | { query: string; values: readonly unknown[] };

/** A message of the restorable server: its sessions when it is ready, or the rows of a request. */
export type ServerMessage = { sessions: PreparedSession[] } | { rows: unknown[] } | { error: string };

/** A whole GoPath server in its own process, on its own empty data folder filled with the demo data. */
export interface TestServer {
  url: string;
  dataDir: string;
  /** Kills the process, like a crash. */
  kill(): Promise<void>;
  isRunning(): boolean;
  /** Starts it again on the same port and data. */
  start(): Promise<void>;
  /** Sessions that are fresh again after each `restore`; none unless the server was started as restorable. */
  sessions: readonly PreparedSession[];
  /**
   * Restores the data that the server had when it was first ready; only for servers started as restorable.
   */
  restore(): Promise<void>;
  /** Runs SQL, for more data than the API could create in time; only for servers started as restorable. */
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Ends the process in order and keeps its data folder. */
  close(): Promise<void>;
  stop(): Promise<void>;
  /** Returns the memory of the process, in MiB. */
  memory(): number;
}

/** The demo data that servers start with: a data folder, and with PostgreSQL a database to copy. */
interface PreparedData {
  folder: string;
  postgres?: { server: string; template: string };
}

/** The setting that passes the prepared data to the workers, see {@link prepareData}. */
const PREPARED = 'GOPATH_E2E_DATA';

function findPrepared(): PreparedData | undefined {
  const data = process.env[PREPARED];
  return data === undefined ? undefined : (JSON.parse(data) as PreparedData);
}

const root = path.resolve(import.meta.dirname, '../..');

/**
 * @param env settings on top of the defaults, such as SMTP_URL
 * @param options.host its name; cookies ignore ports, so two servers in one browser need two names
 * @param options.entry what the process runs: the product itself, or the one that can `restore`
 */
export async function startServerProcess(
  env: Record<string, string> = {},
  {
    host = 'localhost',
    entry = 'server/main.ts',
  }: {
    host?: 'localhost' | '127.0.0.1';
    entry?: 'server/main.ts' | 'tests/e2e/server-process.ts';
  } = {},
): Promise<TestServer> {
  const port = await getFreePort();
  const url = `http://${host}:${port}`;
  const dataDir = mkdtempSync(path.join(tmpdir(), 'gopath-e2e-'));
  const data = entry === 'server/main.ts' ? undefined : findPrepared();
  if (data !== undefined) cpSync(data.folder, dataDir, { recursive: true });
  const postgres = data?.postgres;
  const databaseUrl = postgres && (await createDatabase(postgres.server, `e2e_${port}`, postgres.template));
  let child: ChildProcess | undefined;
  let sessions: readonly PreparedSession[] = [];

  async function start() {
    const started = spawn(process.execPath, [entry], {
      cwd: root,
      env: {
        ...process.env,
        NODE_ENV: 'test',
        DEMO_DATA: 'true',
        PORT: String(port),
        PUBLIC_URL: url,
        DATA_DIR: dataDir,
        LOG_LEVEL: 'error',
        NODE_COMPILE_CACHE: path.join(root, '.cache', 'node'),
        ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    child = started;
    let output = '';
    started.stderr?.on('data', (data) => (output += String(data)));
    await new Promise<void>((resolve, reject) => {
      started.stdout?.on('data', (data) => {
        output += String(data);
        if (entry === 'server/main.ts' && output.includes('GoPath is ready')) resolve();
      });
      started.once('message', (message: { sessions: PreparedSession[] }) => {
        if (message.sessions.length > 0) sessions = message.sessions;
        resolve();
      });
      started.on('exit', (code) =>
        reject(new Error(`The server ended with ${code} before it was ready:\n${output}`)),
      );
    });
  }

  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null;

  async function end(signal: NodeJS.Signals) {
    if (!isRunning()) return;
    const exited = once(child as ChildProcess, 'exit');
    child?.kill(signal);
    await exited;
  }

  async function ask(request: ServerRequest): Promise<unknown[]> {
    const answered = once(child as ChildProcess, 'message', { signal: AbortSignal.timeout(30_000) });
    child?.send(request);
    const [message] = (await answered) as [{ rows: unknown[] } | { error: string }];
    if ('error' in message) throw new Error(message.error);
    return message.rows;
  }

  await start();
  return {
    url,
    dataDir,
    get sessions() {
      return sessions;
    },
    isRunning,
    start,
    kill: () => end('SIGKILL'),
    async restore() {
      await ask({ restore: true });
    },
    query: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await ask({ query: text, values })) as Row[],
    close: () => end('SIGTERM'),
    async stop() {
      await end('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
    memory: () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child?.pid)])) / 1024,
  };
}

/** Creates the demo data in the embedded database. */
async function prepareEmbedded(): Promise<PreparedData> {
  const server = await startServerProcess();
  await server.close();
  return { folder: server.dataDir };
}

async function preparePostgres(server: string): Promise<PreparedData> {
  const template = 'e2e_template';
  const started = await startServerProcess({ DATABASE_URL: await createDatabase(server, template) });
  await started.close();
  return { folder: started.dataDir, postgres: { server, template } };
}

/**
 * Creates the demo data once for all restorable servers of a run, because it takes longer than most tests:
 * in PostgreSQL if it is installed, as in production, and otherwise in an embedded database.
 * @returns a function that deletes the prepared data
 */
export async function prepareData(): Promise<() => Promise<void>> {
  const server = await startPostgres();
  const data = await (server === null ? prepareEmbedded() : preparePostgres(server.url));
  process.env[PREPARED] = JSON.stringify(data);
  return async () => {
    await server?.stop();
    rmSync(data.folder, { recursive: true, force: true });
  };
}
