/**
 * One server of a comparison, in its own process: `node bench/contestant.ts KIND DATABASE_URL`. Prints its address as
 * one JSON line, and for GoPath the tokens of the given people.
 */
import http from 'node:http';
import pg from 'pg';
import { type WebSocket, WebSocketServer } from 'ws';
import { createApp } from '../server/app.ts';
import { readConfig } from '../server/config.ts';
import { Database } from '../server/db/database.ts';
import { createTestVerifier, issueToken, TEST_AUDIENCE } from '../tests/helpers/server/token-issuer.ts';

const [kind, url = '', ...subjects] = process.argv.slice(2);
const POOL_SIZE = 4;

function announce(address: string, tokens: string[] = []) {
  console.log(JSON.stringify({ address, tokens }));
}

function listen(server: http.Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve(`http://127.0.0.1:${(server.address() as { port: number }).port}`);
    });
  });
}

async function startGoPath() {
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    LOG_LEVEL: 'silent',
    PUBLIC_URL: 'https://gopath.test',
  });
  config.identity.audience = TEST_AUDIENCE;
  const database = await Database.open({ engine: 'postgres', url, poolSize: POOL_SIZE });
  const { server } = await createApp({
    config,
    database,
    // A run takes longer than the token of a person lives.
    verifier: createTestVerifier(2 * 60 * 60),
    operations: null,
    workers: false,
  });
  const tokens = await Promise.all(subjects.map((subject) => issueToken(subject, { expiresIn: '10m' })));
  announce(await server.listen({ port: 0, host: '127.0.0.1' }), tokens);
}

/**
 * Starts the baseline: bare node http and one prepared statement whose JSON the database builds, without authorization.
 */
async function startFloor() {
  const pool = new pg.Pool({ connectionString: url, max: POOL_SIZE });
  const server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const { name, text, values } = JSON.parse(body) as { name: string; text: string; values: unknown[] };
      pool.query<{ json: string }>({ name, text, values }).then(
        ({ rows }) => {
          response.writeHead(200, { 'content-type': 'application/json' });
          response.end(rows[0]?.json);
        },
        (error: unknown) => {
          response.writeHead(500);
          response.end(String(error));
        },
      );
    });
  });
  announce(await listen(server));
}

/** Starts the baseline of the video rooms: passes each message on to its receiver, without rooms, limits or checks. */
async function startRelay() {
  const server = http.createServer();
  const sockets = new Map<string, WebSocket>();
  new WebSocketServer({ server }).on('connection', (socket, request) => {
    const peer = new URL(request.url ?? '', 'http://relay').searchParams.get('peer') ?? '';
    sockets.set(peer, socket);
    socket.on('message', (data: Buffer) => {
      const { to, signal } = JSON.parse(data.toString()) as { to: string; signal: object };
      sockets.get(to)?.send(JSON.stringify({ type: 'signal', from: peer, signal }));
    });
  });
  announce(await listen(server));
}

async function startPostGraphile() {
  const { postgraphile } = await import('postgraphile');
  const { PostGraphileAmberPreset: preset } = await import('postgraphile/presets/amber');
  const { makePgService } = await import('postgraphile/adaptors/pg');
  const { grafserv } = await import('postgraphile/grafserv/node');
  const instance = postgraphile({
    extends: [preset],
    // Needed to query the students in the same order as the others.
    disablePlugins: ['PgIndexBehaviorsPlugin'],
    pgServices: [
      makePgService({ connectionString: url, schemas: ['public'], poolConfig: { max: POOL_SIZE } }),
    ],
    grafast: { explain: false },
    grafserv: { graphqlPath: '/graphql', graphiql: false, watch: false },
  });
  const server = http.createServer();
  await instance.createServ(grafserv).addTo(server);
  announce(await listen(server));
}

const KINDS: Record<string, () => Promise<void>> = {
  gopath: startGoPath,
  floor: startFloor,
  relay: startRelay,
  postgraphile: startPostGraphile,
};
await KINDS[kind ?? '']?.();
