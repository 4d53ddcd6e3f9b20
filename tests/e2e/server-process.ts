/**
 * The server of the end-to-end tests: what server/main.ts starts, and on the parent's message the data as they were
 * when it was first ready. Only the data are put back; everything that the server keeps in memory begins anew with it.
 */
import { mkdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { readConfig } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { SWEEP_JOB } from '#server/features/alerts/alerts.jobs.ts';
import { openDatabase, serve } from '#server/start.ts';

/** Each table as it was, in a schema of its own: it outlives a killed process. */
async function takeSnapshot(database: Database): Promise<string> {
  const tables = await database.query<{ schema: string; name: string; columns: string }>(
    `SELECT n.nspname AS schema, c.relname AS name, string_agg(quote_ident(a.attname), ', ') AS columns
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE c.relkind = 'r' AND n.nspname NOT IN ('snapshot', 'information_schema') AND n.nspname NOT LIKE 'pg\\_%'
    GROUP BY 1, 2`,
  );
  const pairs = tables.map(({ schema, name, columns }) => ({
    table: `"${schema}"."${name}"`,
    copy: `snapshot."${schema} ${name}"`,
    columns,
  }));
  const [taken] = await database.query(`SELECT 1 FROM pg_namespace WHERE nspname = 'snapshot'`);
  if (taken === undefined) {
    await database.execute(
      ['BEGIN', 'CREATE SCHEMA snapshot']
        .concat(pairs.map(({ table, copy }) => `CREATE TABLE ${copy} AS TABLE ${table}`))
        .concat('COMMIT')
        .join(';'),
    );
  }
  // Neither triggers nor foreign keys: the copies are whole. Sequences go on, so that no id comes twice.
  return ['BEGIN', 'SET LOCAL session_replication_role = replica']
    .concat(
      pairs.flatMap(({ table, copy, columns }) => [
        `DELETE FROM ${table}`,
        `INSERT INTO ${table} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM ${copy}`,
      ]),
    )
    .concat('COMMIT')
    .join(';');
}

const config = readConfig(process.env);
mkdirSync(config.dataDir, { recursive: true });
const { database } = await openDatabase(config);
let app = await serve(config, database);
await remindOfDemoTasks();
const restore = await takeSnapshot(database);

/** The demo's own deadlines raise alerts within five minutes: before the first test, not amid any. */
async function remindOfDemoTasks() {
  await app.jobs.send(SWEEP_JOB, {});
  const open = `SELECT FROM pgboss.job WHERE name = $1 AND state < 'completed'`;
  while ((await database.query(open, [SWEEP_JOB])).length > 0) await setTimeout(100);
}

async function startAnew() {
  await app.server.close();
  await database.execute(restore);
  app = await serve(config, database);
}

process.on('message', () => {
  void startAnew().then(() => process.send?.('restored'));
});
