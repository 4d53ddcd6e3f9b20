/**
 * The server of the end-to-end tests: what server/main.ts starts, with prepared sessions, and with a way to restore
 * its first state. It sends its sessions when it is ready, and an answer after each request of its parent.
 */
import { mkdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { type Config, readConfig } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#server/db/demo/accounts.ts';
import { prepareDatabase } from '#server/db/prepare.ts';
import { SWEEP_JOB } from '#server/features/alerts/alerts.jobs.ts';
import { openDatabase, serve } from '#server/start.ts';
import { CookieBrowser, signIn } from '../helpers/server/sign-in.ts';
import type { PreparedSession, ServerMessage, ServerRequest } from './server.ts';
import {
  isSnapshotTaken,
  listTables,
  restoreSnapshot,
  takeSnapshot,
} from '../helpers/database/database-snapshot.ts';

/** Sessions of each demo person. A test that signs the same person in more often uses the form. */
const SESSIONS_EACH = 2;

function send(message: ServerMessage) {
  process.send?.(message);
}

/** Raises the alerts of the demo data's own deadlines now, so that none is raised during a test. */
async function raiseDemoAlerts(database: Database) {
  await app.jobs.send(SWEEP_JOB, {});
  const open = `SELECT FROM pgboss.job WHERE name = $1 AND state < 'completed'`;
  while ((await database.query(open, [SWEEP_JOB])).length > 0) await setTimeout(50);
}

/** Signs in over HTTP, as a browser does. The sessions are part of the snapshot: restoring makes them fresh again. */
async function prepareSessions({ publicUrl }: Config): Promise<PreparedSession[]> {
  const sessions: PreparedSession[] = [];
  for (const { email } of DEMO_ACCOUNTS) {
    for (let made = 0; made < SESSIONS_EACH; made += 1) {
      const browser = new CookieBrowser(publicUrl, publicUrl);
      const response = await signIn(
        browser,
        { email, password: DEMO_PASSWORD },
        `${publicUrl}/auth/callback/`,
      );
      if (!response.ok) throw new Error(`${email} could not sign in: ${await response.text()}`);
      sessions.push({ email, cookies: browser.cookies() });
    }
  }
  return sessions;
}

const config = readConfig(process.env);
mkdirSync(config.dataDir, { recursive: true });
const { database } = await openDatabase(config);
await prepareDatabase(database);
let app = await serve(config, database);
let sessions: PreparedSession[] = [];
if (!(await isSnapshotTaken(database))) {
  await raiseDemoAlerts(database);
  sessions = await prepareSessions(config);
  await takeSnapshot(database);
}
const tables = await listTables(database);

/** Restores the data, and starts the application again: it keeps lists and tokens of people in memory. */
async function restoreData() {
  await app.server.close();
  await restoreSnapshot(database, tables);
  app = await serve(config, database);
}

async function answer(request: ServerRequest): Promise<unknown[]> {
  if ('query' in request) return database.query(request.query, request.values);
  await restoreData();
  return [];
}

process.on('message', (request: ServerRequest) => {
  answer(request).then(
    (rows) => send({ rows }),
    (error: unknown) => send({ error: String(error) }),
  );
});
send({ sessions });
