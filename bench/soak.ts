/**
 * `node bench/soak.ts [MINUTES]` (30 by default): a mentor's typical requests at a constant rate, a tenth of them
 * writes, 50 per second on PGlite and 100 on PostgreSQL. Prints latency, errors, and the memory at each tenth of the
 * time.
 */
import { randomUUID } from 'node:crypto';
import type { Request } from 'autocannon';
import { DEMO_PASSWORD } from '../server/db/demo/accounts.ts';
import { startServerProcess } from '../tests/e2e/server.ts';
import { signInAt } from '../tests/helpers/server/api-session.ts';
import { startPostgres } from '../tests/helpers/database/postgres-server.ts';
import { ensureInstalled } from './ensure-installed.ts';

ensureInstalled();
const { default: autocannon } = await import('autocannon');
const minutes = Number(process.argv[2] ?? 30);
const MENTOR = { email: 'mentor@gopath.example', password: DEMO_PASSWORD };
/** An access token expires after ten minutes. */
const NEW_TOKEN_MS = 8 * 60_000;

const BODY = JSON.stringify({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'A note of the soak test' }] }],
});
const READS = [
  '{ allNotes(first: 10, orderBy: "-updatedAt") { totalCount edges { node { id title updatedAt user { fullName } } } } }',
  '{ allNotes(first: 10, title_Icontains: "week") { totalCount edges { node { id title } } } }',
  '{ allStudents(first: 50) { totalCount edges { node { pk fullName roadmap { year } permissions } } } }',
  '{ allTaskLists(first: 5) { edges { node { name tasks { name dueAt children { name } } } } } }',
  '{ nextMeeting { id } }',
];

async function soak(name: string, rate: number, env: Record<string, string>) {
  const server = await startServerProcess(env);
  let { token } = await signInAt(server.url, MENTOR);
  const renewal = setInterval(() => {
    signInAt(server.url, MENTOR).then(
      (client) => (token = client.token),
      (error: unknown) => console.error('Signing in again failed:', error),
    );
  }, NEW_TOKEN_MS);
  const memory: number[] = [Math.round(server.memory())];
  const watch = setInterval(() => memory.push(Math.round(server.memory())), minutes * 6_000);
  let failed = 0;
  const post = (bodyOf: () => object): Request => ({
    method: 'POST',
    path: '/graphql',
    setupRequest: (request) => ({
      ...request,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(bodyOf()),
    }),
    // A failed GraphQL response has the same status as a successful one.
    onResponse: (_status, body) => {
      if (!body.startsWith('{"data"')) failed += 1;
    },
  });
  const create = post(() => ({
    query: 'mutation ($input: CreateNoteInput!) { createNote(input: $input) { note { id } } }',
    variables: { input: { title: 'Soak', body: BODY, idempotencyKey: randomUUID() } },
  }));
  const result = await autocannon({
    url: server.url,
    connections: 10,
    overallRate: rate,
    duration: minutes * 60,
    requests: [...READS, ...READS.slice(0, 4)].map((query) => post(() => ({ query }))).concat(create),
  });
  clearInterval(renewal);
  clearInterval(watch);
  await server.stop();
  console.log(`${name}, ${rate} requests a second for ${minutes} minutes`);
  console.table({
    requests: result.requests.total,
    'p50 ms': result.latency.p50,
    'p99 ms': result.latency.p99,
    'worst ms': result.latency.max,
    failed: result.errors + result.timeouts + failed,
    'memory, MiB': memory.join(' '),
  });
}

await soak('PGlite', 50, {});
const postgres = await startPostgres();
if (postgres !== null) await soak('PostgreSQL', 100, { DATABASE_URL: postgres.url });
await postgres?.stop();
process.exit(0);
