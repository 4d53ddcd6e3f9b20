import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { SAMPLING, safePath } from '#shared/monitoring/scrub.ts';
import { createUser } from '#tests/factories/users.ts';
import { TEST_PUBLIC_URL } from '#tests/helpers/server/public-url.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';
import { createMonitoring } from './monitoring.ts';

/** A double of the error-reporting service: keeps the envelopes that it receives. */
const received: { path: string; lines: string[] }[] = [];
const ingest = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => (body += String(part)));
  request.on('end', () => {
    received.push({ path: request.url ?? '', lines: body.split('\n') });
    response.end('{}');
  });
});
let dsn: string;
let app: TestApp;
beforeAll(async () => {
  await new Promise<void>((resolve) => ingest.listen(0, '127.0.0.1', resolve));
  dsn = `http://publickey@127.0.0.1:${(ingest.address() as AddressInfo).port}/42`;
  app = await startTestApp({ env: { SENTRY_DSN: dsn } });
});
afterAll(async () => {
  await app.close();
  ingest.close();
});
beforeEach(() => {
  received.length = 0;
});

const EVENT_ID = 'a'.repeat(32);
const crash = {
  event_id: EVENT_ID,
  level: 'error',
  message: 'Dear Maya',
  user: { email: 'maya@gopath.example', ip_address: '{{auto}}' },
  request: { url: 'https://gopath.example/notes/?search=Maya', headers: { Cookie: 'secret' } },
  breadcrumbs: [{ message: 'Maya' }],
  extra: { note: 'Maya' },
  tags: { student: 'Maya' },
  transaction: '/users/12/tasks/maya-essays/',
  contexts: {
    trace: { trace_id: EVENT_ID, span_id: 'b'.repeat(16), data: { url: 'Maya' } },
    device: { name: 'Maya' },
  },
  exception: {
    values: [
      {
        type: 'TypeError',
        value: 'Cannot read Maya',
        stacktrace: {
          frames: [
            {
              filename: 'https://gopath.example/assets/index-a1.js',
              function: 'render',
              lineno: 3,
              vars: { name: 'Maya' },
            },
          ],
        },
      },
    ],
  },
};

const envelope = (header: object, ...items: [object, object][]) =>
  [header, ...items.flat()].map((line) => JSON.stringify(line)).join('\n');

async function post(
  body: string,
  headers: Record<string, string> = { origin: new URL(TEST_PUBLIC_URL).origin },
) {
  const response = await app.anonymous.fetch('/api/monitoring/', { method: 'POST', body, headers });
  return response.status;
}

const newest = () => JSON.parse(received.at(-1)?.lines[2] ?? 'null') as Record<string, unknown>;

describe('reports of browsers', () => {
  // covers: SHEL-028 SHEL-044
  it('are passed on without personal data, all errors and half of the traces', async () => {
    expect(await post(envelope({ dsn }, [{ type: 'event' }, crash]))).toBe(204);
    await expect.poll(() => received.length).toBe(1);
    expect(received[0]?.path).toMatch(/^\/api\/42\/envelope\/\?.*sentry_key=publickey/);
    expect(received[0]?.lines.join('\n')).not.toMatch(/maya|secret|gopath\.example/i);
    expect(newest()).toEqual({
      event_id: EVENT_ID,
      level: 'error',
      transaction: '/users/*',
      contexts: { trace: { trace_id: EVENT_ID, span_id: 'b'.repeat(16) } },
      exception: {
        values: [
          {
            type: 'TypeError',
            stacktrace: { frames: [{ filename: '/assets/index-a1.js', function: 'render', lineno: 3 }] },
          },
        ],
      },
    });
    expect(SAMPLING).toEqual({ errors: 1, traces: 0.5 });
  });

  it('drop everything that is not an error or a trace', async () => {
    const replay: [object, object] = [{ type: 'replay_event' }, { note: 'Maya' }];
    const feedback: [object, object] = [{ type: 'event' }, { event_id: EVENT_ID, message: 'Maya' }];
    expect(await post(envelope({ dsn }, replay, feedback, [{ type: 'event' }, crash]))).toBe(204);
    await expect.poll(() => received.length).toBe(1);
    expect(newest()).toMatchObject({ exception: {} });
  });

  it.each([
    ['of another host', 'https://publickey@evil.example/42'],
    ['of another project', () => dsn.replace(/42$/, '43')],
    ['of another key', () => dsn.replace('publickey', 'other')],
    ['that is no address', 'nonsense'],
    ['that is missing', undefined],
  ])('refuse a DSN %s', async (_what, given) => {
    const other = typeof given === 'function' ? given() : given;
    expect(await post(envelope({ dsn: other }, [{ type: 'event' }, crash]))).toBe(403);
    expect(received).toEqual([]);
  });

  it('refuse other sites, malformed and large reports', async () => {
    const body = envelope({ dsn }, [{ type: 'event' }, crash]);
    expect(await post(body, { origin: 'https://evil.example' })).toBe(403);
    expect(await post('not an envelope')).toBe(422);
    expect(await post('')).toBe(422);
    expect(await post('x'.repeat(1024 * 1024))).toBe(413);
    expect(received).toEqual([]);
  });
});

it('crash reports without the library are passed on too', async () => {
  const frames = ['at render (/assets/index-a1.js:1:20)'];
  await app.anonymous.rest('POST', '/api/crash_reports/', { name: 'RangeError', frames });
  await expect.poll(() => received.length).toBe(1);
  expect(newest()).toMatchObject({
    platform: 'javascript',
    exception: {
      values: [
        {
          type: 'RangeError',
          stacktrace: { frames: [{ filename: '/assets/index-a1.js', lineno: 1, colno: 20 }] },
        },
      ],
    },
  });
});

it('an unexpected failure of the server is reported with its position, without its message', async () => {
  const monitoring = createMonitoring(readConfig({ SENTRY_DSN: dsn, NODE_ENV: 'test' }));
  const error = new TypeError('Dear Maya');
  // Vitest loads a test file with a query in its address.
  error.stack = String(error.stack).replaceAll(/(\.test\.ts)\?[^:]*/g, '$1');
  monitoring.reportError(error);
  await monitoring.close();
  expect(received[0]?.lines.join('\n')).not.toContain('Maya');
  const { values } = newest()['exception'] as {
    values: { stacktrace: { frames: { filename: string }[] } }[];
  };
  expect(values[0]?.stacktrace.frames.at(-1)?.filename).toBe('/server/monitoring/monitoring.test.ts');
});

describe('a server whose database lacks tables', () => {
  const MISSING = ['password_reset_links', 'oidc_payloads'];
  const log: string[] = [];
  let broken: TestApp;
  beforeAll(async () => {
    broken = await startTestApp({
      env: { SENTRY_DSN: dsn, LOG_LEVEL: 'error' },
      logTo: { write: (line) => log.push(line) },
    });
    for (const table of MISSING)
      await broken.database.query(`ALTER TABLE ${table} RENAME TO missing_${table}`);
  });
  afterAll(async () => {
    // Other files use the same database.
    for (const table of MISSING)
      await broken.database.query(`ALTER TABLE missing_${table} RENAME TO ${table}`);
    await broken.close();
  });
  beforeEach(() => {
    log.length = 0;
  });

  const DATABASE_ERROR = { platform: 'node', exception: { values: [{ type: 'other' }] } };

  it('logs and reports the failure of a page of the identity provider', async () => {
    const response = await broken.anonymous.fetch('/oidc/reset_password/', {
      method: 'POST',
      headers: { origin: new URL(TEST_PUBLIC_URL).origin },
      body: new URLSearchParams({ token: 'token', password: 'correct horse battery' }),
    });
    expect(response.status).toBe(500);
    expect(await response.text()).toContain('Something went wrong');
    await expect.poll(() => received.length).toBe(1);
    expect(newest()).toMatchObject(DATABASE_ERROR);
    expect(log.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({ msg: 'unexpected failure' }),
    ]);
  });

  it('logs and reports the failure of an endpoint of the identity provider', async () => {
    const response = await broken.anonymous.fetch('/oidc/token', {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: readConfig({ NODE_ENV: 'test' }).identity.webClientId,
        code: 'code',
        code_verifier: 'v'.repeat(43),
        redirect_uri: `${TEST_PUBLIC_URL}/auth/callback/`,
      }),
    });
    expect(response.status).toBe(500);
    await expect.poll(() => received.length).toBe(1);
    expect(newest()).toMatchObject(DATABASE_ERROR);
    expect(log.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({ msg: 'unexpected failure' }),
    ]);
  });

  it('logs and reports a failed job', async () => {
    await broken.app.jobs.send('identity.clean-up', {});
    await broken.app.jobs.runDue();
    await expect.poll(() => received.length).toBe(1);
    expect(newest()).toMatchObject(DATABASE_ERROR);
    expect(log.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({ msg: 'job failed', job: 'identity.clean-up' }),
    ]);
  });
});

it('a service that is down, slow or redirects changes nothing for people', async () => {
  const monitoring = createMonitoring(
    readConfig({ SENTRY_DSN: 'http://publickey@127.0.0.1:9/42', NODE_ENV: 'test' }),
  );
  monitoring.reportError(new Error('x'));
  await monitoring.close();
  const user = await createUser(app.database);
  expect((await (await app.as(user)).rest('GET', '/api/me/')).body.monitoring_dsn).toBe(dsn);
});

describe('without a service', () => {
  it('nothing is accepted, and browsers do not load the library', async () => {
    const other = await startTestApp();
    const user = await createUser(other.database);
    expect((await (await other.as(user)).rest('GET', '/api/me/')).body.monitoring_dsn).toBeNull();
    const response = await other.anonymous.fetch('/api/monitoring/', {
      method: 'POST',
      body: envelope({ dsn }, [{ type: 'event' }, crash]),
      headers: { origin: new URL(TEST_PUBLIC_URL).origin },
    });
    expect(response.status).toBe(404);
    await other.close();
  });

  it.each(['https://sentry.example/42', 'http://key@sentry.example/42', 'https://key@host/x', 'nonsense'])(
    'the setting %s is refused',
    (setting) => {
      expect(() => readConfig({ SENTRY_DSN: setting })).toThrow('SENTRY_DSN');
    },
  );
});

it.each([
  ['/', '/'],
  ['/notes/', '/notes'],
  ['/users/12/roadmap/', '/users/*'],
  ['/tasks/maya-essays/?q=1', '/tasks/*'],
  ['https://gopath.example/api/me/', '/api/me/'],
  ['GET /api/users/12/', '/api/users/*'],
  ['/api/invitations/TOKEN/', '/api/invitations/*'],
  ['Dear Maya', '/'],
  ['/Maya Okafor/', '/*'],
])('the address %s becomes %s', (address, path) => {
  expect(safePath(address)).toBe(path);
});
