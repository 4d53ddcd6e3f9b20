import { isEnumType, isObjectType, getNamedType } from 'graphql';
import { auditServer } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';
import type { TestClient } from '#tests/helpers/server/test-client.ts';
import { QUERY_LIMITS } from './limits.ts';
import { schema } from '../schema.ts';

let app: TestApp;
let mentor: TestClient;
let staff: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  mentor = await app.as(await createUser(app.database, { role: 'mentor' }));
  staff = await app.as(
    await createUser(app.database, { role: 'mentor', permissions: ['graphql.introspect'] }),
  );
});
afterAll(() => app.close());

const repeat = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => part(i)).join(' ');
const post = (body: string, type = 'application/json') => ({
  method: 'POST',
  headers: { 'content-type': type },
  body,
});

it('passes the GraphQL over HTTP audits, except those of GET', async () => {
  const results = await auditServer({
    url: `${app.address}/graphql`,
    fetchFn: (url: string, init: RequestInit) => staff.fetch(url.slice(app.address.length), init),
  });
  // GET is optional in the specification and disabled here: addresses end up in logs and histories.
  const problems = results.filter(({ status, name }) => status !== 'ok' && !/\bGET/.test(name));
  expect(problems.map((result) => `${result.id} ${result.name}`)).toEqual([]);
  expect(results.length).toBeGreaterThan(50);
});

it('enumerations of responses have the values that resolvers return', () => {
  const objects = Object.values(schema.getTypeMap()).filter(isObjectType);
  const answered = objects.flatMap((type) =>
    Object.values(type.getFields()).map(({ type: of }) => getNamedType(of)),
  );
  const renamed = answered
    .filter(isEnumType)
    .flatMap((type) => type.getValues().filter(({ name, value }) => name !== value));
  expect(renamed).toEqual([]);
});

describe('the endpoint is closed', () => {
  // covers: API-003
  it('to requests without a valid token', async () => {
    const answer = await app.anonymous.graphql('{ me { pk } }');
    expect(answer).toMatchObject({ status: 401, errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
    for (const authorization of ['Bearer x', 'Basic eDp5', 'Bearer', `Bearer ${'a'.repeat(20_000)}`]) {
      const response = await app.anonymous.fetch('/graphql', {
        ...post('{"query":"{ me { pk } }"}'),
        headers: { 'content-type': 'application/json', authorization },
      });
      expect([401, 431]).toContain(response.status);
    }
  });

  it('to introspection, except for staff', async () => {
    for (const query of ['{ __schema { types { name } } }', '{ __type(name: "User") { name } }']) {
      const answer = await mentor.graphql(query);
      expect(answer.data ?? null).toBeNull();
      expect(answer.errors?.[0]?.extensions?.code).toBe('BAD_REQUEST');
      expect((await staff.graphql(query)).errors).toBeUndefined();
    }
  });

  it('to guessing names: no suggestions', async () => {
    const answer = await mentor.graphql('{ allNote(first: 1) { totalCoun } mee { pk } }');
    expect(JSON.stringify(answer)).not.toMatch(/did you mean|allNotes|totalCount/i);
  });

  it('to mutations by GET and by forms', async () => {
    const query = 'mutation { deleteNotes(input: { ids: ["x"] }) { clientMutationId } }';
    const get = await mentor.fetch(`/graphql?query=${encodeURIComponent(query)}`);
    expect(get.status).toBe(405);
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']) {
      expect((await mentor.fetch('/graphql', post(`query=${query}`, type))).status, type).toBe(415);
    }
  });

  it.each(['/graphql', '/graphql?query=%7Bme%7Bpk%7D%7D'])('to GET, signed in or not: %s', async (path) => {
    for (const client of [mentor, staff, app.anonymous]) {
      for (const accept of ['text/html', 'application/json', 'application/graphql-response+json']) {
        const response = await client.fetch(path, { headers: { accept } });
        expect(response.status).toBe(405);
        expect(response.headers.get('allow')).toBe('POST');
        const body = await response.json();
        expect(body).toEqual({ code: 'METHOD_NOT_ALLOWED', detail: 'Send GraphQL requests with POST.' });
      }
    }
  });

  // covers: API-004
  it('to documents that are not ours, where those are listed', async () => {
    const known = '{ me { pk } }';
    const closed = await startTestApp({ operations: new Set([known]) });
    const user = await createUser(closed.database, { role: 'mentor' });
    const client = await closed.as(user);
    expect((await client.graphql(known)).data).toEqual({ me: { pk: user.pk } });
    for (const query of ['{ me { fullName } }', '{me{pk}}', '{ __typename }']) {
      const answer = await client.graphql(query);
      expect(answer.data ?? null).toBeNull();
      expect(answer.errors?.[0]?.extensions?.code).toBe('BAD_REQUEST');
    }
    await closed.close();
  });
});

/** How often the cost of a document is measured. */
const MEASUREMENTS = 3;

describe('documents that ask for too much', () => {
  const nested = (depth: number) => `${'{ me '.repeat(1)}${'{ a '.repeat(depth)}${'} '.repeat(depth)}}`;
  const bomb = `{ ...f0 } ${repeat(60, (i) => `fragment f${i} on Query { ...f${i + 1} ...f${i + 1} }`)}
    fragment f60 on Query { me { pk } }`;
  const hostile: [string, string][] = [
    ['10,000 aliases', `{ ${repeat(10_000, (i) => `a${i}: me { pk }`)} }`],
    ['10,000 directives', `{ me ${'@skip(if: false) '.repeat(10_000)} { pk } }`],
    [
      'aliases within the length',
      `{ ${repeat(450, (i) => `a${i}: me { pk }`)} }`.slice(0, QUERY_LIMITS.length - MEASUREMENTS),
    ],
    ['21 root fields', `{ ${repeat(21, (i) => `a${i}: me { pk }`)} }`],
    ['directives within the length', `{ me ${'@a '.repeat(2_000)} { pk } }`],
    ['fields beyond the limit', `{ me { ${repeat(401, () => 'pk')} } }`],
    ['depth', nested(300)],
    ['fragments that multiply', bomb],
    ['fragments in a circle', '{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }'],
    ['10 kB of brackets', '{'.repeat(10_000)],
    ['10 kB of a list', `{ note(id: ${'['.repeat(5_000)}${']'.repeat(5_000)}) { pk } }`],
    ['a deep list within the length', `{ note(id: ${'['.repeat(700)}${']'.repeat(700)}) { pk } }`],
    ['10 kB of one name', `{ ${'a'.repeat(10_000)} }`],
    [
      'overlapping fields',
      `{ me { ${repeat(200, (i) => `x: pk @include(if: ${i % 2 === 0})`)} y: pk y: fullName } }`,
    ],
    ['unused variables', `query (${repeat(300, (i) => `$v${i}: Int`)}) { me { pk } }`],
  ];

  it.each(hostile)('are refused at little cost: %s', async (_name, query) => {
    const milliseconds: number[] = [];
    for (let index = 0; index < MEASUREMENTS; index += 1) {
      // Spaces make it a new document that is not cached.
      const document = query + ' '.repeat(index);
      const before = process.threadCpuUsage();
      const answer = await mentor.graphql(document);
      const { user, system } = process.threadCpuUsage(before);
      milliseconds.push((user + system) / 1000);
      expect(answer.status).toBeLessThan(500);
      expect(answer.data ?? null).toBeNull();
      expect(answer.errors?.[0]?.extensions?.code).toBe('BAD_REQUEST');
      expect(answer.errors?.length).toBeLessThanOrEqual(6);
    }
    // The CPU time of this thread alone, and its lowest value: other load on the machine can only add to it.
    expect(Math.min(...milliseconds)).toBeLessThan(100);
  });

  it('are refused also in a batch', async () => {
    const response = await mentor.fetch('/graphql', post(JSON.stringify([{ query: '{ me { pk } }' }])));
    expect(response.status).toBe(400);
  });
});

it('sends long responses, compressed or not', async () => {
  const client = await app.as(
    await createUser(app.database, { role: 'mentor', firstName: 'x'.repeat(100), lastName: 'y'.repeat(100) }),
  );
  const query = `{ me { ${repeat(300, (i) => `a${i}: fullName`)} } }`;
  for (const encoding of ['gzip', 'br', 'identity']) {
    const response = await client.fetch('/graphql', {
      ...post(JSON.stringify({ query })),
      headers: { 'content-type': 'application/json', 'accept-encoding': encoding },
    });
    const { data } = (await response.json()) as { data: { me: object } };
    expect(Object.keys(data.me), encoding).toHaveLength(300);
  }
});
