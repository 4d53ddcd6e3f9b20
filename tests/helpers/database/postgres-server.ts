import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getFreePort } from '../server/free-port.ts';

/** A PostgreSQL server for tests and benchmarks. */
export interface PostgresServer {
  /** The address of its maintenance database. */
  url: string;
  urlOf(database: string): string;
  stop(): Promise<void>;
}

/** Returns the folder with initdb and pg_ctl, or null when PostgreSQL is not installed. */
function findPostgres(): string | null {
  const folders = [
    ...globSync('/usr/lib/postgresql/*/bin').sort().reverse(),
    '/usr/local/bin',
    '/opt/homebrew/bin',
  ];
  return folders.find((folder) => existsSync(path.join(folder, 'initdb'))) ?? null;
}

/** Returns whether tests can use PostgreSQL: the server at TEST_DATABASE_URL, or one that they start. */
export function hasPostgres(): boolean {
  return Boolean(process.env['TEST_DATABASE_URL']) || findPostgres() !== null;
}

function describe(base: string, stop: () => Promise<void>): PostgresServer {
  const urlOf = (database: string) => {
    const url = new URL(base);
    url.pathname = `/${database}`;
    return url.href;
  };
  return { url: base, urlOf, stop };
}

/**
 * Uses the server at TEST_DATABASE_URL, or starts one in a temporary folder.
 * @param settings extra server settings, such as `shared_buffers=1GB`
 * @returns null when neither is possible
 */
export async function startPostgres(settings: string[] = []): Promise<PostgresServer | null> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined && given !== '') return describe(given, () => Promise.resolve());
  const bin = findPostgres();
  if (bin === null) return null;
  const folder = mkdtempSync(path.join(tmpdir(), 'gopath-postgres-'));
  // PostgreSQL refuses to run as root: give the folder to its user.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
    chownSync(folder, id('-u'), id('-g'));
  }
  const run = (program: string, args: string[]) => {
    const command = [path.join(bin, program), ...args];
    const [file, ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command;
    execFileSync(file as string, rest, { stdio: 'ignore', cwd: folder });
  };
  const data = path.join(folder, 'data');
  const port = await getFreePort();
  run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']);
  const options = [
    `-p ${port}`,
    `-k ${folder}`,
    '-c listen_addresses=127.0.0.1',
    '-c fsync=off',
    '-c full_page_writes=off',
    '-c max_connections=200',
    ...settings.map((setting) => `-c ${setting}`),
  ].join(' ');
  run('pg_ctl', ['-D', data, '-o', options, '-l', path.join(folder, 'log'), '-w', 'start']);
  return describe(`postgres://postgres@127.0.0.1:${port}/postgres`, () => {
    run('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop']);
    rmSync(folder, { recursive: true, force: true });
    return Promise.resolve();
  });
}
