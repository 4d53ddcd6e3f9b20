import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAnimatedPng, makeHugePng, makePicture } from '#tests/factories/pictures.ts';
import { createUser, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';
import type { TestClient } from '#tests/helpers/server/test-client.ts';
import { issueToken } from '#tests/helpers/server/token-issuer.ts';
import { CLEAN_JOB, describeBrowser } from './bug-reports.service.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'gopath-bugs-'));
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let app: TestApp;
let reporter: TestUser;
let client: TestClient;
let staff: TestClient;

beforeAll(async () => {
  app = await startTestApp({ env: { DATA_DIR: folder, TRUSTED_PROXIES: '127.0.0.1' } });
  reporter = await createUser(app.database, { role: 'student', firstName: 'Maya', lastName: 'Okafor' });
  client = await app.as(reporter);
  staff = await app.as(
    await createUser(app.database, { role: 'mentor', permissions: ['bug_reports.view_report'] }),
  );
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

function storedFiles(): string[] {
  const files = path.join(folder, 'files');
  if (!existsSync(files)) return [];
  return readdirSync(files, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}

async function upload(file: Buffer, as: TestClient = client, name = 'screen.png') {
  const form = new FormData();
  form.append('screenshot', new Blob([new Uint8Array(file)], { type: 'image/png' }), name);
  const response = await as.fetch('/api/bug_reports/screenshots/', { method: 'POST', body: form });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

const CREATE = `mutation ($input: CreateBugReportInput!) { createBugReport(input: $input) { id } }`;

async function create(
  input: object,
  { as = client, headers = {} }: { as?: TestClient; headers?: Record<string, string> } = {},
) {
  const response = await as.fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': FIREFOX, ...headers },
    body: JSON.stringify({ query: CREATE, variables: { input: { commitHash: 'abc1234', ...input } } }),
  });
  return (await response.json()) as {
    data?: { createBugReport: { id: string } };
    errors?: { extensions?: object }[];
  };
}

async function createdId(input: object, options = {}): Promise<string> {
  const { data, errors } = await create(input, options);
  expect(errors).toBeUndefined();
  return (data as { createBugReport: { id: string } }).createBugReport.id;
}

const READ = `query ($id: ID!) { bugReport(id: $id) {
  pk id body commitHash page userAgent browser ipAddress archived createdAt screenshot screenshotErased locationState
  city { city region postalCode countryName latitude } user { fullName picture role email pk id } } }`;

async function read(id: string, as: TestClient = staff) {
  return as.graphql(READ, { id });
}

describe('a bug report', () => {
  // covers: BUG-001 BUG-004 BUG-016 BUG-017 BUG-018 BUG-019 BUG-020 BUG-022
  it('is created by everyone and read by holders of the permission', async () => {
    const { body } = await upload(await makePicture());
    const id = await createdId(
      {
        body: '  The list jumps  ',
        screenshot: body['screenshot'],
        page: 'https://gopath.test/notes/?search=secret',
      },
      { headers: { 'x-forwarded-for': '128.12.1.1' } },
    );
    const { data, errors } = await read(id);
    expect(errors).toBeUndefined();
    const report = data?.['bugReport'];
    expect(report).toMatchObject({
      id,
      body: 'The list jumps',
      commitHash: 'abc1234',
      page: 'https://gopath.test/notes/',
      userAgent: FIREFOX,
      browser: 'Firefox 140 on Linux',
      ipAddress: '128.12.1.1',
      archived: false,
      screenshot: `/api/bug_reports/${report.pk}/screenshot/`,
      locationState: 'KNOWN',
      city: { city: 'Stanford', region: 'California', countryName: 'United States' },
      user: {
        fullName: 'Maya Okafor',
        picture: null,
        role: 'student',
        email: reporter.email,
        pk: reporter.pk,
      },
    });
    for (const other of [client, await app.as(await createUser(app.database, { role: 'mentor' }))]) {
      expect((await read(id, other)).errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
      expect((await other.fetch(report.screenshot)).status).toBe(404);
    }
    expect((await app.anonymous.fetch(report.screenshot)).status).toBe(401);
    const picture = await staff.fetch(report.screenshot);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(await sharp(Buffer.from(await picture.arrayBuffer())).metadata()).toMatchObject({
      width: 320,
      height: 200,
    });
  });

  it.each(['student', 'parent', 'mentor'] as const)('is made by a %s, who may not read it', async (role) => {
    const author = await app.as(await createUser(app.database, { role }));
    const id = await createdId({ body: `From a ${role}` }, { as: author });
    expect((await read(id, author)).errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
    expect((await read(id)).data?.['bugReport'].user.role).toBe(role);
    expect((await create({ body: 'x' }, { as: app.anonymous })).errors?.[0]?.extensions).toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });

  it('says so when the address is private or not known', async () => {
    const at = async (address: string) => {
      const id = await createdId({ body: 'Where?' }, { headers: { 'x-forwarded-for': address } });
      return (await read(id)).data?.['bugReport'];
    };
    expect(await at('192.168.1.7')).toMatchObject({
      ipAddress: '192.168.1.7',
      locationState: 'PRIVATE',
      city: null,
    });
    expect(await at('203.0.113.9')).toMatchObject({ locationState: 'UNKNOWN', city: null });
    expect(await at('2001:4860:4860::8888')).toMatchObject({ locationState: 'KNOWN' });
    expect(await at('nonsense')).toMatchObject({ locationState: 'UNKNOWN' });
  });

  it('is stored once, however often it is sent', async () => {
    const input = { body: `Once ${randomUUID()}`, idempotencyKey: randomUUID() };
    const ids = await Promise.all(Array.from({ length: 5 }, () => createdId(input)));
    expect(new Set(ids).size).toBe(1);
  });

  // covers: BUG-021 BUG-023 BUG-024
  it('is listed, searched, archived and restored', async () => {
    const mark = randomUUID();
    const ids: string[] = [];
    for (const name of ['one', 'two', '100%_three']) ids.push(await createdId({ body: `${mark} ${name}` }));
    const LIST = `query ($first: Int, $after: String, $archived: Boolean, $search: String) {
      allBugReports(first: $first, after: $after, archived: $archived, search: $search) {
        totalCount pageInfo { hasNextPage endCursor } edges { node { id } } } }`;
    const list = async (variables: object, as = staff) => {
      const { data, errors } = await as.graphql(LIST, variables);
      const connection = data?.['allBugReports'];
      return {
        ...connection,
        errors,
        ids: connection?.edges.map((edge: { node: { id: string } }) => edge.node.id),
      };
    };
    expect((await list({ search: mark })).ids).toEqual(ids.toReversed());
    const first = await list({ search: mark, first: 2 });
    expect(first).toMatchObject({ totalCount: 3, pageInfo: { hasNextPage: true } });
    const second = await list({ search: mark, first: 2, after: first.pageInfo.endCursor });
    expect(second.ids).toEqual([ids[0]]);
    expect((await list({ search: '100%_t' })).ids).toEqual([ids[2]]);
    expect((await list({ search: '100__t' })).ids).toEqual([]);
    const TOGGLE = `mutation ($id: ID!) { toggleArchiveBugReport(input: { id: $id }) { bugReport { archived } } }`;
    const toggle = async (as = staff) =>
      (await as.graphql(TOGGLE, { id: ids[1] })).data?.['toggleArchiveBugReport'];
    expect(await toggle()).toEqual({ bugReport: { archived: true } });
    expect((await list({ search: mark, archived: true })).ids).toEqual([ids[1]]);
    expect((await list({ search: mark, archived: false })).ids).toEqual([ids[2], ids[0]]);
    expect(await toggle()).toEqual({ bugReport: { archived: false } });
    expect(await toggle(client)).toBeFalsy();
    expect((await list({}, client)).errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
    expect((await list({ after: 'W10' })).errors?.[0]?.extensions?.code).toBe('INVALID_INPUT');
  });

  it('loses address, city and screenshot after 90 days; uploads without a report go after one', async () => {
    const { body } = await upload(await makePicture('jpeg'));
    const { body: lonely } = await upload(await makePicture('webp'));
    const id = await createdId(
      { body: 'Old', screenshot: body['screenshot'] },
      { headers: { 'x-forwarded-for': '8.8.8.8' } },
    );
    const clean = async (days: number) => {
      app.clock.set(new Date(Date.now() + days * 86_400_000));
      await app.app.jobs.send(CLEAN_JOB, {});
      await app.app.jobs.runDue();
      app.clock.set(new Date());
    };
    expect(storedFiles()).toContain(lonely['screenshot']);
    await clean(2);
    expect(storedFiles()).not.toContain(lonely['screenshot']);
    expect(storedFiles()).toContain(body['screenshot']);
    await clean(89.9);
    expect((await read(id)).data?.['bugReport']).toMatchObject({
      ipAddress: '8.8.8.8',
      screenshotErased: false,
    });
    await clean(92);
    expect((await read(id)).data?.['bugReport']).toMatchObject({
      body: 'Old',
      ipAddress: null,
      city: null,
      locationState: 'ERASED',
      screenshot: null,
      screenshotErased: true,
    });
    expect(storedFiles()).toEqual([]);
  });
});

describe('bad input', () => {
  it('is refused with a message, the server stays up, and nothing is left on disk', async () => {
    const before = storedFiles();
    const png = await makePicture();
    const jpeg = await makePicture('jpeg');
    const webp = await makePicture('webp');
    const animated = await sharp(await makePicture('png', { width: 8, height: 16 }), { pages: 1 })
      .gif()
      .toBuffer();
    const frames = await sharp([await makePicture(), await makePicture('jpeg')], { join: { animated: true } })
      .webp()
      .toBuffer();
    const cases: [string, Buffer, RegExp][] = [
      [
        'SVG',
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
        /PNG, JPEG or WebP/,
      ],
      ['GIF', animated, /PNG, JPEG or WebP/],
      ['animated PNG', await makeAnimatedPng(), /animated/],
      ['animated WebP', frames, /animated/],
      ['PNG with a ZIP behind', Buffer.concat([png, Buffer.from('PK\x03\x04')]), /something else/],
      ['JPEG with a script behind', Buffer.concat([jpeg, Buffer.from('<script>')]), /something else/],
      ['WebP with a PDF behind', Buffer.concat([webp, Buffer.from('%PDF-1.7')]), /something else/],
      ['20,000 x 20,000', makeHugePng(20_000, 20_000), /32 megapixels/],
      ['half a PNG', png.subarray(0, png.length / 2), /damaged/],
      ['half a JPEG', jpeg.subarray(0, jpeg.length / 2), /damaged/],
      ['half a WebP', webp.subarray(0, webp.length / 2), /damaged/],
      ['PNG of nonsense', Buffer.concat([png.subarray(0, 60), Buffer.alloc(png.length - 60, 7)]), /damaged/],
      ['nothing', Buffer.alloc(0), /PNG, JPEG or WebP/],
    ];
    for (const [name, file, message] of cases) {
      const { status, body } = await upload(file);
      expect([name, status], name).toEqual([name, 422]);
      expect(body['detail'], name).toMatch(message);
    }
    const large = await upload(Buffer.concat([png, Buffer.alloc(6 * 1024 * 1024)]));
    expect(large).toMatchObject({ status: 413, body: { detail: 'The picture is larger than 5 MB' } });
    const other = await app.as(await createUser(app.database));
    const plain = await other.rest('POST', '/api/bug_reports/screenshots/', { screenshot: 'x' });
    expect(plain.status).toBe(415);
    const nameless = await upload(png, other, '../../x.png');
    expect(nameless.body['screenshot']).toMatch(/^[0-9a-f]{48}$/);
    expect(storedFiles()).toEqual([...before, nameless.body['screenshot']]);
  });

  it('stopped halfway leaves nothing', async () => {
    const before = storedFiles();
    const token = await issueToken((await createUser(app.database)).subject);
    const { port, hostname } = new URL(app.address);
    await new Promise<void>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(
          `POST /api/bug_reports/screenshots/ HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
            `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n` +
            `--b\r\nContent-Disposition: form-data; name="screenshot"; filename="a.png"\r\n\r\n`,
        );
        socket.write(Buffer.alloc(20_000, 1), () => socket.destroy());
      });
      socket.on('close', () => resolve());
      socket.on('error', reject);
    });
    expect((await app.anonymous.rest('GET', '/healthz')).status).toBe(200);
    expect(storedFiles()).toEqual(before);
  });

  it('of the report itself is refused', async () => {
    const other = await app.as(await createUser(app.database));
    const refusal = async (input: object) => (await create(input, { as: other })).errors?.[0]?.extensions;
    expect(await refusal({ body: '' })).toMatchObject({
      code: 'INVALID_INPUT',
      fields: { body: expect.any(String) },
    });
    expect(await refusal({ body: 'x'.repeat(5001) })).toMatchObject({ code: 'INVALID_INPUT' });
    expect(await refusal({ body: 'nul \0' })).toMatchObject({ code: 'INVALID_INPUT' });
    expect(await refusal({ body: 'x', screenshot: '../../etc/passwd' })).toMatchObject({
      code: 'INVALID_INPUT',
    });
    // Someone else's upload.
    const mine = await upload(await makePicture());
    expect(await refusal({ body: 'x', screenshot: mine.body['screenshot'] })).toMatchObject({
      code: 'INVALID_INPUT',
    });
    const response = await other.fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        query: CREATE,
        variables: { input: { body: 'x'.repeat(1_000_000), commitHash: '' } },
      }),
    });
    expect(response.status).toBe(413);
    expect(((await response.json()) as { code: string }).code).toBe('TOO_LARGE');
  });
});

it('names browser and system', () => {
  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
  expect(describeBrowser(chrome)).toBe('Chrome 141 on Windows 10');
  expect(describeBrowser('')).toBe('Unknown browser on unknown system');
  expect(describeBrowser('\u{1f600}'.repeat(100))).toMatch(/ on /);
});
