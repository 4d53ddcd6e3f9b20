/**
 * Sends malformed requests to every endpoint. `FUZZ_RUNS=200000 npx vitest run server/graphql/fuzz.test.ts` runs the
 * required number; the suite runs fewer.
 */
import fc from 'fast-check';
import {
  getNamedType,
  type GraphQLField,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMeeting, createNote, type TestNote } from '#tests/factories/notes.ts';
import { createFamily, createUser, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';
import type { TestClient } from '#tests/helpers/server/test-client.ts';
import { ERROR_CODES } from '#shared/kernel/errors.ts';
import { schema } from '../schema.ts';

/** A placeholder for the id of the one visible note. */
const SEEN_NOTE = 'the-seen-note';

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 2_000);

let app: TestApp;
let client: TestClient;
let note: TestNote;
let mentor: TestUser;
beforeAll(async () => {
  app = await startTestApp();
  const family = await createFamily(app.database);
  // A mentor without students, who received the note: no random request can change anything.
  mentor = await createUser(app.database, { role: 'mentor' });
  const meeting = await createMeeting(app.database, { provider: family.mentor, client: family.student });
  note = await createNote(app.database, { author: family.mentor, meeting, recipients: [mentor] });
  client = await app.as(mentor);
});
afterAll(() => app.close());

/** Returns everything stored that a request could change. */
const stored = () =>
  app.database.query(
    `SELECT (SELECT json_agg(notes) FROM notes)::text AS notes, (SELECT json_agg(users) FROM users)::text AS users,
      (SELECT count(*) FROM pins) AS pins, (SELECT count(*) FROM invitations) AS invitations, (SELECT count(*) FROM mails) AS mails,
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

/** Returns an arbitrary value for an argument; for an input object also one with its fields. */
function argument(type: GraphQLInputType): fc.Arbitrary<unknown> {
  const named = getNamedType(type);
  if (isEnumType(named))
    return fc.oneof(fc.constantFrom(...named.getValues().map(({ name }) => name)), value);
  if (!isInputObjectType(named))
    return fc.oneof(value, fc.constant(SEEN_NOTE), fc.array(nasty, { maxLength: 3 }));
  const fields = Object.values(named.getFields()).map((field) => [field.name, argument(field.type)] as const);
  const required = Object.values(named.getFields()).filter(isRequiredInputField);
  return fc.oneof(
    { weight: 1, arbitrary: value },
    {
      weight: 4,
      arbitrary: fc.record(Object.fromEntries(fields), { requiredKeys: required.map(({ name }) => name) }),
    },
  );
}

/** Every root field that has arguments, with arbitrary variables. */
const operations = [schema.getQueryType(), schema.getMutationType()].flatMap((root) =>
  Object.values(root?.getFields() ?? {})
    .filter((field) => field.args.length > 0)
    .map((field) => {
      const kind = root === schema.getMutationType() ? 'mutation' : 'query';
      const variables = field.args.map(({ name, type }) => `$${name}: ${String(type)}`);
      const given = field.args.map(({ name }) => `${name}: $${name}`);
      const selection = isLeafType(getNamedType(field.type)) ? '' : selectionOf(field);
      return {
        query: `${kind} (${variables.join(', ')}) { ${field.name}(${given.join(', ')}) ${selection} }`,
        variables: fc.record(Object.fromEntries(field.args.map(({ name, type }) => [name, argument(type)])), {
          requiredKeys: field.args.filter(isRequiredArgument).map(({ name }) => name),
        }),
      };
    }),
);

/** Selects count and rows of a list, and the type of anything else. */
function selectionOf(field: GraphQLField<unknown, unknown>): string {
  const type = getNamedType(field.type);
  const fields = isObjectType(type) ? type.getFields() : {};
  if (fields['edges'] === undefined) return '{ __typename }';
  return `{ ${fields['totalCount'] === undefined ? '' : 'totalCount'} edges { cursor node { __typename } } }`;
}

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
    arbitrary: fc
      .constantFrom(...operations)
      .chain(({ query, variables }) => variables.map((given) => graphql({ query, variables: given }))),
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
        nasty.map((part) => `/api/invitations/${encodeURIComponent(part.toWellFormed())}/`),
        nasty.map((part) => `/api/invitations/${encodeURIComponent(part.toWellFormed())}/accept/`),
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

/** A stack trace or an internal path. */
const INNARDS = /\bat .+:\d+:\d+|node_modules|\.ts\b|PostgresError|syntax error at or near/g;

/** Returns the internals that a response shows, except those that the request itself contains. */
const findInnards = (response: string, sent: string) =>
  (response.match(INNARDS) ?? []).filter((innards) => !sent.includes(innards));

/** A value of the wrong type, which the error repeats, and which looks like the name of a source file. */
const ECHOED = graphql({
  query: 'mutation ($input: RescheduleMeetingInput!) { rescheduleMeeting(input: $input) { __typename } }',
  variables: { input: { meeting: SEEN_NOTE, sequence: '.ts', startsAt: '', clientMutationId: '' } },
});

// covers: API-016
it(
  'answers whatever is thrown at it with a coded error, and stores nothing',
  async () => {
    const before = await stored();
    await fc.assert(
      fc.asyncProperty(request, async ({ path, method, type, body }) => {
        const response = await client.fetch(path, {
          method,
          ...(method === 'GET' || type === undefined
            ? {}
            : { headers: { 'content-type': type }, body: body?.replaceAll(SEEN_NOTE, note.id) }),
        });
        const text = await response.text();
        expect(response.status, text).toBeLessThan(500);
        expect(findInnards(text, body ?? '')).toEqual([]);
        if (path !== '/graphql' || !text.startsWith('{')) return;
        for (const error of (JSON.parse(text) as { errors?: { extensions?: { code?: string } }[] }).errors ??
          []) {
          const code = error.extensions?.code ?? '';
          expect(Object.keys(ERROR_CODES), text).toContain(code);
          expect(code, text).not.toBe('INTERNAL');
        }
      }),
      { numRuns: RUNS, endOnFailure: true, includeErrorInReport: true, examples: [[ECHOED]] },
    );
    expect(await stored()).toEqual(before);
  },
  60_000 + RUNS * 50,
);
