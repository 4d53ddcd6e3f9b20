/**
 * The servers of the end-to-end tests, one per worker that runs at the same time. They belong to the main process:
 * Playwright ends a worker after each project and each failure, and a server takes longer to start than most tests.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { type PreparedSession, startServerProcess, type TestServer } from './server.ts';

/** What a test can do with a server of the pool; see {@link TestServer}. */
export type PooledServer = Pick<TestServer, 'url' | 'sessions' | 'kill' | 'start' | 'restore' | 'query'>;

/** A request of a worker: a method of its server, or `open` to get one. */
interface Call {
  worker: number;
  method: 'open' | 'kill' | 'start' | 'restore' | 'query';
  args: [text: string, values: readonly unknown[]] | [];
}

/** The setting that passes the pool's address to the workers. */
const POOL = 'GOPATH_E2E_SERVERS';

/** Trusts this machine as a proxy, so that a test can set the client's address with a proxy header. */
const SETTINGS = { TRUSTED_PROXIES: '127.0.0.1,::1' };

/**
 * Starts the pool, which starts its servers when they are needed.
 * @returns a function that stops all servers
 */
export async function startPool(): Promise<() => Promise<void>> {
  const servers = new Map<number, Promise<TestServer>>();

  async function answer(request: IncomingMessage): Promise<unknown> {
    const { worker, method, args } = (await json(request)) as Call;
    const started =
      servers.get(worker) ?? startServerProcess(SETTINGS, { entry: 'tests/e2e/server-process.ts' });
    servers.set(worker, started);
    const server = await started;
    if (method === 'open') {
      // A failed test can leave its server stopped.
      if (!server.isRunning()) await server.start();
      return { url: server.url, sessions: server.sessions };
    }
    return method === 'query' ? server.query(...(args as [string, unknown[]])) : server[method]();
  }

  const pool = createServer((request, response) => {
    answer(request).then(
      (result) => response.end(JSON.stringify({ result })),
      (error: unknown) => response.end(JSON.stringify({ error: String(error) })),
    );
  });
  await new Promise<void>((resolve) => pool.listen(0, '127.0.0.1', resolve));
  process.env[POOL] = `http://127.0.0.1:${(pool.address() as AddressInfo).port}`;
  return async () => {
    pool.closeAllConnections();
    pool.close();
    await Promise.all([...servers.values()].map(async (started) => (await started).stop()));
  };
}

/** Returns the server of a worker. @param worker Playwright's index of the workers that run at the same time */
export async function openServer(worker: number): Promise<PooledServer> {
  async function call<Result>(method: Call['method'], args: Call['args'] = []): Promise<Result> {
    const body = JSON.stringify({ worker, method, args } satisfies Call);
    const response = await fetch(String(process.env[POOL]), { method: 'POST', body });
    const answer = (await response.json()) as { result: Result } | { error: string };
    if ('error' in answer) throw new Error(answer.error);
    return answer.result;
  }

  const { url, sessions } = await call<{ url: string; sessions: PreparedSession[] }>('open');
  return {
    url,
    sessions,
    kill: () => call('kill'),
    start: () => call('start'),
    restore: () => call('restore'),
    query: (text, values = []) => call('query', [text, values]),
  };
}
