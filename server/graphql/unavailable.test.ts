/** GraphQL responses while the database is unreachable, and log lines about clients that disconnect. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';
import type { TestClient } from '#tests/helpers/server/test-client.ts';

let app: TestApp;
let client: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  client = await app.as(await createUser(app.database, { role: 'mentor' }));
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => app.close());

/** Returns an error as `pg` reports a server that refuses connections. */
const unreachable = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

const QUERY = '{ me { pk } allNotes(first: 5) { totalCount } }';

const post = (query: string) =>
  client.fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });

/** Collects what requests log as an error. */
function watchLog(): unknown[] {
  const logged: unknown[] = [];
  const { log } = app.app.server;
  const watch = (target: typeof log) =>
    vi.spyOn(target, 'error').mockImplementation((...given: unknown[]) => void logged.push(given));
  watch(log);
  const child = log.child.bind(log);
  vi.spyOn(log, 'child').mockImplementation((...given: Parameters<typeof log.child>) => {
    const made = child(...given);
    watch(made);
    return made;
  });
  return logged;
}

it.each([
  ['while the person is read', 0],
  ['in a resolver', 1],
])('is 503 with Retry-After if the database is unreachable %s', async (_when, calls) => {
  const logged = watchLog();
  const query = app.database.query.bind(app.database);
  let count = 0;
  const failing = (...given: [string, unknown[]?]) =>
    count++ < calls ? query(...given) : Promise.reject(unreachable());
  vi.spyOn(app.database, 'query').mockImplementation(failing as never);
  vi.spyOn(app.database, 'search').mockImplementation(failing as never);
  const response = await post(QUERY);
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('3');
  const { data, errors } = (await response.json()) as { data?: object; errors: object[] };
  expect(data ?? null).toBeNull();
  expect(errors[0]).toMatchObject({ extensions: { code: 'UNAVAILABLE' } });
  expect(JSON.stringify(errors)).not.toContain('ECONNREFUSED');
  expect(logged).toEqual([]);
  vi.restoreAllMocks();
  expect((await post(QUERY)).status).toBe(200);
});

it.each(['in the body', 'before the response'])(
  'a client that disconnects %s is not an unexpected failure',
  async (when) => {
    const logged = watchLog();
    const body = JSON.stringify({ query: QUERY });
    const { hostname, port } = new URL(app.address);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const request = once(app.app.server.server, 'request');
    socket.write(
      `POST /graphql HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${client.token}\r\n` +
        `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n` +
        (when === 'in the body' ? body.slice(0, 10) : body),
    );
    const [, response] = (await request) as [unknown, NodeJS.EventEmitter];
    const closed = once(response, 'close');
    socket.destroy();
    await closed;
    // A later response shows that the server has handled the earlier request.
    expect((await post(QUERY)).status).toBe(200);
    expect(logged).toEqual([]);
  },
);
