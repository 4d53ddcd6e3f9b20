/**
 * Throws malformed requests at every door. `FUZZ_RUNS=200000 npx vitest run server/graphql/fuzz.test.ts` throws as
 * many as the product is held to; the suite throws fewer.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createNote, type TestNote } from '#tests/factories/notes.ts';
import { createFamily, createUser, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp, type TestClient } from '#tests/helpers/test-app.ts';
import { ERROR_CODES } from '#shared/kernel/errors.ts';
import { schema } from './schema.ts';

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 2_000);

let app: TestApp;
let client: TestClient;
let note: TestNote;
let mentor: TestUser;
beforeAll(async () => {
  app = await startTestApp();
  await createFamily(app.database);
  // Somebody without students, whose one note is never deleted, so that nothing sound can be hit by chance.
  mentor = await createUser(app.database, { role: 'mentor' });
  note = await createNote(app.database, { author: mentor });
  client = await app.as(mentor);
});
afterAll(() => app.close());

/** Everything stored that a request could change. */
const stored = () =>
  app.database.query(
    `SELECT (SELECT json_agg(notes) FROM notes)::text AS notes, (SELECT json_agg(users) FROM users)::text AS users,
      (SELECT count(*) FROM pins) AS pins, (SELECT count(*) FROM mails) AS mails,
      (SELECT count(*) FROM idempotency_keys) AS keys`,
  );

const nasty = fc.oneof(
  fc.constantFrom(
    '',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udfff\ud800',
    '\u202e',
    '\ufeff',
    '-1',
    '0',
    '2147483648',
    '1e309',
    'NaN',
    'null',
    '[]',
    '{}',
    '{"type":"doc"}',
    '{"__proto__":{"a":1}}',
    "'; DROP TABLE notes;--",
    '%',
    '_',
    '\\',
    '%00',
    '../../etc/passwd',
    '<script>alert(1)</script>',
    'javascript:alert(1)',
    'Tm90ZTow',
    'VXNlcjo5OTk5OTk5OTk5',
    'x'.repeat(5_000),
    '𝒳'.repeat(200),
    '(((((',
    '"',
    ':*',
    '!',
    '<->',
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.json({ maxDepth: 4 }),
  fc.base64String({ maxLength: 40 }),
);
const value = fc.oneof(
  nasty,
  fc.jsonValue({ maxDepth: 3 }),
  fc.double(),
  fc.constantFrom(-1, 0, 2 ** 31, 2 ** 53, 1e308, true, false, null, [], {}),
);

/** Operations with variables of any kind; what they are given is never a sound change. */
const operations: [string, Record<string, fc.Arbitrary<unknown>>][] = [
  ['query ($v: ID!) { note(id: $v) { title } }', { v: value }],
  ['query ($a: ID, $b: Int) { bookedMeeting(id: $a, simplybookId: $b) { name } }', { a: value, b: value }],
  [
    'query ($f: Int!, $a: String, $p: BookedMeetingPeriod, $s: ID) { bookedMeetings(first: $f, after: $a, period: $p, student: $s) { edges { node { id } } } }',
    { f: value, a: value, p: value, s: value },
  ],
  ['query ($v: ID!) { meetingNoteRecipients(meetingNoteId: $v) { kind } }', { v: value }],
  [
    `query ($f: Int!, $a: String, $u: ID, $t: String, $b: String, $tq: String, $bq: String, $o: String, $i: Boolean) {
      allNotes(first: $f, after: $a, user: $u, title_Icontains: $t, body_Icontains: $b, tq: $tq, bq: $bq, orderBy: $o,
        includeOthers: $i) { totalCount edges { node { title body } } } }`,
    {
      f: fc.oneof(fc.constant(10), value),
      a: fc.option(value),
      u: fc.option(value),
      t: fc.option(nasty),
      b: fc.option(nasty),
      tq: fc.option(nasty),
      bq: fc.option(nasty),
      o: fc.option(fc.oneof(nasty, fc.constantFrom('title', '-sent', 'mentor')), { freq: 1 }),
      i: fc.constantFrom(true, false, null),
    },
  ],
  ['mutation ($i: CreateNoteInput!) { createNote(input: $i) { note { id } } }', { i: value }],
  [
    'mutation ($t: String!, $b: String!, $s: Int) { createNote(input: { title: $t, body: $b, simplybookId: $s }) { note { id } } }',
    { t: value, b: value, s: fc.option(value) },
  ],
  [
    'mutation ($id: ID!, $t: String!, $b: String!, $v: Int) { updateNote(input: { id: $id, title: $t, body: $b, version: $v }) { note { id } } }',
    { id: fc.oneof(value, fc.constant('own')), t: value, b: value, v: value },
  ],
  [
    'mutation ($v: [ID!]!) { deleteNotes(input: { ids: $v }) { deletedNotesIds } }',
    { v: fc.oneof(value, fc.array(nasty)) },
  ],
  ['mutation ($v: ID!) { sendMeetingNote(input: { meetingNoteId: $v }) { clientMutationId } }', { v: value }],
];

const tokens = fc.constantFrom(
  '{',
  '}',
  '(',
  ')',
  '[',
  ']',
  ':',
  '$',
  '!',
  '...',
  '@',
  '"',
  '"""',
  '#',
  'query',
  'mutation',
  'fragment',
  'on',
  'me',
  'pk',
  'note',
  'allNotes',
  'id',
  'first',
  '__typename',
  '1',
  '-',
  '.5',
  'null',
  'true',
  '\u0000',
  '\ufeff',
  ',',
  '\n',
);

interface Thrown {
  path: string;
  method: string;
  type?: string;
  body?: string;
}
const graphql = (body: unknown): Thrown => ({
  path: '/graphql',
  method: 'POST',
  type: 'application/json',
  body: JSON.stringify(body),
});

const request: fc.Arbitrary<Thrown> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(...operations).chain(([query, variables]) =>
      fc.record(variables).map((given) => {
        const own = given['id'] === 'own' ? { ...given, id: note.id } : given;
        return graphql({ query, variables: own });
      }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.array(tokens, { maxLength: 40 }).map((parts) => graphql({ query: parts.join(' ') })),
  },
  { weight: 1, arbitrary: value.map((query) => graphql({ query })) },
  {
    weight: 1,
    arbitrary: fc
      .record({ query: value, variables: value, operationName: value, extensions: value })
      .map(graphql),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      path: fc.constant('/graphql'),
      method: fc.constantFrom('POST', 'PUT', 'DELETE', 'PATCH'),
      type: fc.constantFrom(
        'application/json',
        'text/plain',
        'application/graphql',
        'multipart/form-data',
        'x/y',
        ';',
      ),
      body: nasty,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      path: fc.oneof(
        nasty.map((part) => `/api/toggle_user_pin/${encodeURIComponent(part.toWellFormed())}/`),
        fc.constant('/api/me/change_theme/'),
        nasty.map((part) => `/api/${encodeURIComponent(part.toWellFormed())}`),
        nasty.map((part) => `/graphql?query=${encodeURIComponent(part.toWellFormed())}`),
        fc.constantFrom('/api/me/', '/api/%', '/api/%ff', '/graphql/%zz', '/api//', '/api/toggle_user_pin//'),
      ),
      method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH'),
      type: fc.constantFrom('application/json', 'text/plain'),
      body: fc.oneof(
        nasty,
        value.map((any) => JSON.stringify(any) ?? ''),
      ),
    }),
  },
);

/** A stack trace or a path of ours. */
const INNARDS = /\bat .+:\d+:\d+|node_modules|\.ts\b|PostgresError|syntax error at or near/;

it(
  'answers whatever is thrown at it with a coded error, and stores nothing',
  async () => {
    const before = await stored();
    await fc.assert(
      fc.asyncProperty(request, async ({ path, method, type, body }) => {
        const response = await client.fetch(path, {
          method,
          ...(method === 'GET' || type === undefined ? {} : { headers: { 'content-type': type }, body }),
        });
        const text = await response.text();
        expect(response.status, text).toBeLessThan(500);
        expect(text).not.toMatch(INNARDS);
        if (path !== '/graphql' || !text.startsWith('{')) return;
        for (const error of (JSON.parse(text) as { errors?: { extensions?: { code?: string } }[] }).errors ??
          []) {
          const code = error.extensions?.code ?? '';
          expect(Object.keys(ERROR_CODES), text).toContain(code);
          expect(code, text).not.toBe('INTERNAL');
        }
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
    expect(await stored()).toEqual(before);
  },
  60_000 + RUNS * 50,
);

it('throws at every field of the schema', () => {
  const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.entries(type?.getFields() ?? {}).flatMap(([name, field]) => (field.args.length > 0 ? [name] : [])),
  );
  const thrownAt = operations.map(([query]) => query).join(' ');
  expect(fields.filter((name) => !thrownAt.includes(`${name}(`))).toEqual([]);
});
