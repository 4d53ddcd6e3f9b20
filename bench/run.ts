/**
 * `npm run bench [-- NAME…]`: runs all comparisons or the given ones; each prints the ratios of one run on one
 * PostgreSQL.
 */
import { globSync } from 'node:fs';
import path from 'node:path';
import { startBenchPostgres } from './database.ts';
import { ensureInstalled } from './ensure-installed.ts';
import type { PostgresServer } from '../tests/helpers/database/postgres-server.ts';

/** The export of a benchmark file. */
export type Bench = (postgres: PostgresServer) => Promise<void>;

const PARTS = new Set([
  'run',
  'database',
  'load',
  'contestant',
  'contestants',
  'operation',
  'requests',
  'soak',
  'ensure-installed',
  'packages.d',
]);
const names = globSync('*.ts', { cwd: import.meta.dirname })
  .map((file) => path.basename(file, '.ts'))
  .filter((name) => !PARTS.has(name))
  .sort();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`No such benchmark: ${unknown.join(', ')}. There are: ${names.join(', ')}.`);
  process.exit(1);
}

ensureInstalled();
const postgres = await startBenchPostgres();
try {
  for (const name of wanted.length > 0 ? wanted : names) {
    const { bench } = (await import(`./${name}.ts`)) as { bench: Bench };
    await bench(postgres);
  }
} finally {
  await postgres.stop();
}
process.exit(0);
