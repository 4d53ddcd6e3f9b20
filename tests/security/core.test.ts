/** Replays attacks on limits and input against a running server. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import { getNamedType, isInputObjectType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerErrorHandling } from '#server/http/errors.ts';
import { registerWebApp } from '#server/http/web-app.ts';
import { schema } from '#server/schema.ts';
import { createAvailability } from '#tests/factories/booking.ts';
import { createEssay } from '#tests/factories/essays.ts';
import { createInvitation } from '#tests/factories/invitations.ts';
import { createMeeting, createNote } from '#tests/factories/notes.ts';
import { makePicture } from '#tests/factories/pictures.ts';
import { createRating } from '#tests/factories/ratings.ts';
import {
  createFilledRoadmap,
  createInstitution,
  createMajor,
  createSchool,
} from '#tests/factories/roadmap.ts';
import { createList, createTask, describedBy, type TestList } from '#tests/factories/tasks.ts';
import { createUser, relate, type TestUser } from '#tests/factories/users.ts';
import { codeOf, startTestApp, type TestApp, type TestClient } from '#tests/helpers/test-app.ts';
import { toGlobalId } from '#shared/kernel/ids.ts';

let app: TestApp;
let mentor: TestUser;
let student: TestUser;
let client: TestClient;
let asStudent: TestClient;
let list: TestList;
let roadmapId: string;
let examId: string;
let ratingId: string;
let essayId: string;
beforeAll(async () => {
  app = await startTestApp();
  const { database } = app;
  mentor = await createUser(database, {
    role: 'mentor',
    permissions: ['bug_reports.view_report', 'users.add_parent'],
  });
  student = await createUser(database, { role: 'student' });
  await relate(database, student, mentor);
  await createAvailability(database, mentor);
  [client, asStudent] = [await app.as(mentor), await app.as(student)];
  list = await createList(database, student);
  ({ roadmapId, examId } = await createFilledRoadmap(database, student));
  ratingId = (await createRating(database, student)).id;
  essayId = (await createEssay(database, student, { lines: ['My grandfather repairs bicycles.'] })).id;
});
afterAll(() => app.close());

describe('12. root fields', () => {
  it.each([
    ['one fragment', (fields: string) => `{ ...a } fragment a on Query { ${fields} }`],
    ['an inline fragment', (fields: string) => `{ ... on Query { ${fields} } }`],
    [
      'nested fragments',
      (fields: string) => `{ ...a } fragment a on Query { ...b } fragment b on Query { ${fields} }`,
    ],
  ])('190 aliases inside %s are refused', async (_where, wrap) => {
    const fields = Array.from({ length: 190 }, (_, index) => `a${index}: me { pk }`).join(' ');
    const answer = await client.graphql(wrap(fields));
    expect(answer.data ?? null).toBeNull();
    expect(codeOf(answer)).toBe('BAD_REQUEST');
    expect(answer.errors?.[0]?.message).toContain('20 fields at the root');
  });
});

describe('13. malformed input', () => {
  it.each(['//', '//?q=1', '//evil.example/..', '/\\evil.example', '/%', '/%ff', '/;'])(
    'GET %s is answered without a server error',
    async (address) => {
      // fetch() would normalize the address.
      const { hostname, port } = new URL(app.address);
      const status = await new Promise<number>((resolve, reject) => {
        request({ hostname, port, path: address, headers: { accept: 'text/html' } }, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        })
          .on('error', reject)
          .end();
      });
      expect(status).toBeLessThan(500);
    },
  );

  it.each(['-', '|', '&', '!', '- ', '"-" ', 'or ', '(', ':* '])(
    'a search of 99 bare operators %j finds nothing and fails nothing',
    async (operator) => {
      for (const field of ['bq', 'tq', 'title_Icontains', 'body_Icontains']) {
        const query = `query ($q: String) { allNotes(first: 5, ${field}: $q) { totalCount } }`;
        const answer = await client.graphql(query, { q: operator.repeat(99).slice(0, 99) });
        expect(['none', 'INVALID_INPUT']).toContain(codeOf(answer) ?? 'none');
      }
    },
  );
});

describe('13. malformed cursors', () => {
  /** A query for each connection field with a cursor. */
  const CONNECTIONS: Record<string, (args: string) => string> = {
    'Query.allBugReports': root('allBugReports'),
    'Query.allCipcodes': root('allCipcodes'),
    'Query.allInstitutions': root('allInstitutions'),
    'Query.allInteractions': root('allInteractions', 'first: 1, orderBy: "-createdAt"'),
    'Query.allInvitedUsers': root('allInvitedUsers'),
    'Query.allNotes': root('allNotes', 'first: 1'),
    'Query.allSchools': root('allSchools'),
    'Query.allStudents': root('allStudents'),
    'Query.allTaskLists': root('allTaskLists', () => `userPk: ${student.pk}`),
    'Query.allUpcomingTasks': root('allUpcomingTasks', () => `userPk: ${student.pk}`),
    'Query.bookedMeetings': root('bookedMeetings', 'first: 1'),
    'Query.completedTasks': root('completedTasks', () => `listPk: ${list.pk}`),
    'Query.sprReviews': root('sprReviews', () => `studentPk: ${student.pk}`),
    'Query.taskActivities': root('taskActivities', () => `listPk: ${list.pk}`),
    'Roadmap.activitySet': onRoadmap('activitySet'),
    'Roadmap.actscoreSet': onRoadmap('actscoreSet'),
    'Roadmap.categoricalexamscoreSet': onRoadmap('categoricalexamscoreSet'),
    'Roadmap.classgradeSet': onRoadmap('classgradeSet'),
    'Roadmap.collegeSet': onRoadmap('collegeSet'),
    'Roadmap.majorinterestSet': onRoadmap('majorinterestSet'),
    'Roadmap.satscoreSet': onRoadmap('satscoreSet'),
    'School.courseSet': (args) =>
      `query ($after: String) { roadmap(userPk: ${student.pk}) { school { courseSet(${args}) { edges { cursor } } } } }`,
  };

  function root(field: string, given: string | (() => string) = '') {
    return (args: string) => {
      const own = typeof given === 'string' ? given : given();
      return `query ($after: String) { ${field}(${[own, args].join(' ')}) { edges { cursor } } }`;
    };
  }
  function onRoadmap(field: string) {
    return (args: string) =>
      `query ($after: String) { roadmap(userPk: ${student.pk}) { ${field}(${args}) { edges { cursor } } } }`;
  }

  const ask = (query: string, after: string | null) => client.graphql(query, { after });
  const encode = (values: unknown) => Buffer.from(JSON.stringify(values)).toString('base64url');

  /** The first cursor in a response, wherever it is. */
  const cursorIn = (answer: object) => /"cursor":"([^"]+)"/.exec(JSON.stringify(answer))?.[1] ?? '';

  /** Setup, which is not a separate test. */
  function requireNoErrors(what: string, { errors }: { errors?: { message: string }[] }) {
    if (errors !== undefined) throw new Error(`${what}: ${errors[0]?.message}`);
  }

  const valid = new Map<string, string>();
  beforeAll(async () => {
    const { database } = app;
    const meeting = await createMeeting(database, { provider: mentor, client: student });
    await createNote(database, { author: mentor, meeting });
    await createTask(database, list, { dueAt: new Date(Date.now() + 86_400_000) });
    await createTask(database, list, { completedAt: new Date() });
    await createInvitation(database, mentor);
    await createInstitution(database);
    const major = await createMajor(database);
    const school = await createSchool(database, {}, [{ name: 'Biology', vanishedAt: null }]);
    const chosen = { roadmapId, schoolId: school.id, cipcode4Ids: [major.id] };
    const update =
      'mutation ($input: UpdateRoadmapInput!) { updateRoadmap(input: $input) { clientMutationId } }';
    requireNoErrors('updateRoadmap', await asStudent.graphql(update, { input: chosen }));
    await client.graphql(CREATES['createBugReport']?.mutation ?? '', {
      input: { body: 'Broken', commitHash: 'abc1234' },
    });
    await asStudent.graphql(CREATES['createTask']?.mutation ?? '', {
      input: { name: 'With history', ...describedBy('Text'), containingListId: list.id },
    });
    const [review] = CREATES['createSprReview']?.inputs() ?? [];
    requireNoErrors(
      'createSprReview',
      await client.graphql(CREATES['createSprReview']?.mutation ?? '', { input: review }),
    );
    for (const [field, query] of Object.entries(CONNECTIONS)) {
      const answer = await ask(query('after: $after'), null);
      requireNoErrors(field, answer);
      valid.set(field, cursorIn(answer));
    }
  });

  it('are tried on every connection field of the schema', () => {
    const objects = Object.values(schema.getTypeMap()).filter(isObjectType);
    const fields = objects.flatMap((type) =>
      Object.values(type.getFields())
        .filter((field) => field.args.some(({ name }) => name === 'after'))
        .map((field) => `${type.name}.${field.name}`),
    );
    expect(Object.keys(CONNECTIONS).sort()).toEqual(fields.sort());
  });

  const nasty = ['+123456-01-01T00:00:00.000Z', '2026-02-30T00:00:00.000Z', '-000001-01-01T00:00:00.000Z'];
  const wrong = [null, {}, [], true, 1e20, -1, 1.5, '\ud800', '\u0000'];

  it.each(Object.keys(CONNECTIONS))('are refused by %s', async (field) => {
    const query = CONNECTIONS[field]?.('after: $after') ?? '';
    const own = valid.get(field) ?? '';
    expect(own, 'the list has an entry').not.toBe('');
    expect((await ask(query, own)).errors).toBeUndefined();

    const [order, ...values] = JSON.parse(Buffer.from(own, 'base64url').toString()) as unknown[];
    const replaced = (index: number, value: unknown) => encode([order, ...values.with(index, value)]);
    const refused = [
      '',
      'x',
      '%',
      '\u0000',
      'x'.repeat(5_000),
      ...[
        null,
        1,
        'text',
        {},
        [],
        [order],
        [order, ...values, 1],
        values,
        [`${String(order)} `, ...values],
      ].map(encode),
      ...values.flatMap((_, index) => wrong.map((value) => replaced(index, value))),
      // The primary key is last, and never a date.
      ...nasty.map((date) => replaced(values.length - 1, date)),
      ...[...valid].filter(([other]) => other !== field).map(([, cursor]) => cursor),
    ].filter((cursor) => cursor !== own);
    for (const after of refused) {
      expect(codeOf(await ask(query, after)), `${after} in ${field}`).toBe('INVALID_INPUT');
    }
    for (const [index, value] of values.entries()) {
      if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) continue;
      for (const date of nasty) {
        expect(codeOf(await ask(query, replaced(index, date))), `${date} in ${field}`).toBe('INVALID_INPUT');
      }
    }
  });
});

const BODY = JSON.stringify({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Text' }] }],
});

interface Create {
  mutation: string;
  /** The input of two creates that differ in one field. */
  inputs(): [object, object];
  as?: () => TestClient;
}

const mutationOf = (name: string, selection: string) => {
  const input = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
  return `mutation ($input: ${input}!) { ${name}(input: $input) { ${selection} } }`;
};

const SCORES = { takenAt: '2024-05-04' };

/** Every mutation with an idempotency key. */
const CREATES: Record<string, Create> = {
  bookMeetings: {
    mutation: mutationOf('bookMeetings', 'meetings { id }'),
    inputs: () => {
      // 10 AM in UTC on a day after tomorrow.
      const startsAt = new Date((Math.floor(Date.now() / 86_400_000) + 2) * 86_400_000 + 10 * 3_600_000);
      const pair = { mentor: toGlobalId('User', mentor.pk), student: toGlobalId('User', student.pk) };
      const booking = { ...pair, startsAt: [startsAt.toISOString()] };
      return [
        { ...booking, topic: 'First' },
        { ...booking, topic: 'Second' },
      ];
    },
    as: () => asStudent,
  },
  createActScore: {
    mutation: mutationOf('createActScore', 'actScoreEdge { node { id } }'),
    inputs: () => {
      const scores = { roadmapId, ...SCORES, english: 20, mathematics: 20, reading: 20, science: 20 };
      return [scores, { ...scores, science: 21 }];
    },
    as: () => asStudent,
  },
  createActivity: {
    mutation: mutationOf('createActivity', 'activity { id }'),
    inputs: () => {
      const activity = { roadmapId, name: 'Chess', category: 'VO', body: '' };
      return [activity, { ...activity, name: 'Choir' }];
    },
    as: () => asStudent,
  },
  createBugReport: {
    mutation: mutationOf('createBugReport', 'id'),
    inputs: () => [
      { body: 'First', commitHash: 'abc1234' },
      { body: 'Second', commitHash: 'abc1234' },
    ],
  },
  createCategoricalExamScore: {
    mutation: mutationOf('createCategoricalExamScore', 'categoricalExamScoreEdge { node { id } }'),
    inputs: () => [
      { roadmapId, examId, takenAt: '2024-01-01', score: 3 },
      { roadmapId, examId, takenAt: '2024-01-01', score: 4 },
    ],
    as: () => asStudent,
  },
  createClassGrade: {
    mutation: mutationOf('createClassGrade', 'classGrade { id }'),
    inputs: () => {
      const grades = { terms: 2, targetGrades: [4, 4], actualGrades: [null, null], year: 'SO' };
      const rest = { autocompleted: false, ucHonors: false, subjectRequirement: '' };
      return [
        { roadmapId, name: 'Latin', ...grades, ...rest },
        { roadmapId, name: 'Greek', ...grades, ...rest },
      ];
    },
    as: () => asStudent,
  },
  createCollege: {
    mutation: mutationOf('createCollege', 'collegeEdge { node { id } }'),
    inputs: () => [
      { roadmapId, name: `College ${randomUUID()}` },
      { roadmapId, name: `College ${randomUUID()}` },
    ],
    as: () => asStudent,
  },
  createEssay: {
    mutation: mutationOf('createEssay', 'essay { id }'),
    inputs: () => [
      { studentPk: student.pk, title: 'First' },
      { studentPk: student.pk, title: 'Second' },
    ],
    as: () => asStudent,
  },
  createEssayComment: {
    mutation: mutationOf('createEssayComment', 'comment { id }'),
    inputs: () => {
      const passage = { essayId, quote: 'grandfather', before: 'My ', after: ' repairs bicycles.' };
      return [
        { ...passage, body: 'First' },
        { ...passage, body: 'Second' },
      ];
    },
  },
  createNote: {
    mutation: mutationOf('createNote', 'note { id }'),
    inputs: () => [
      { title: 'First', body: BODY },
      { title: 'Second', body: BODY },
    ],
  },
  createSatScore: {
    mutation: mutationOf('createSatScore', 'satScoreEdge { node { id } }'),
    inputs: () => [
      { roadmapId, ...SCORES, erw: 600, math: 600 },
      { roadmapId, ...SCORES, erw: 600, math: 610 },
    ],
    as: () => asStudent,
  },
  createSprReview: {
    mutation: mutationOf('createSprReview', 'studentProfileRating { points }'),
    inputs: () => {
      const review = { studentProfileRating: ratingId, studentPk: student.pk };
      return [
        { ...review, leadership: [2, 1] },
        { ...review, leadership: [3, 1] },
      ];
    },
  },
  createTask: {
    mutation: mutationOf('createTask', 'task { id }'),
    inputs: () => {
      const task = { ...describedBy('Text'), containingListId: list.id };
      return [
        { ...task, name: 'First' },
        { ...task, name: 'Second' },
      ];
    },
    as: () => asStudent,
  },
  createUser: {
    mutation: mutationOf('createUser', 'user { node { id } }'),
    inputs: () => {
      const person = { firstName: 'Ann', lastName: 'Stone', role: 'parent' };
      return [
        { ...person, email: `${randomUUID()}@gopath.example` },
        { ...person, email: `${randomUUID()}@gopath.example` },
      ];
    },
    as: () => asStudent,
  },
};

describe('15. idempotency keys', () => {
  it('are tried on every mutation that takes one', () => {
    const taking = Object.values(schema.getMutationType()?.getFields() ?? {})
      .filter(({ args: [input] }) => {
        const type = input && getNamedType(input.type);
        return isInputObjectType(type) && 'idempotencyKey' in type.getFields();
      })
      .map(({ name }) => name);
    // Its input has no field that could differ.
    const others = taking.filter((name) => name !== 'createRequestForStudentProfileRatingReview');
    expect(Object.keys(CREATES).sort()).toEqual(others.sort());
  });

  it.each(Object.keys(CREATES))('%s repeats its result, and refuses another input', async (name) => {
    const { mutation, inputs, as = () => client } = CREATES[name] as Create;
    const [input, other] = inputs();
    const idempotencyKey = randomUUID();
    const created = await as().graphql(mutation, { input: { ...input, idempotencyKey } });
    expect(created.errors).toBeUndefined();
    expect(await as().graphql(mutation, { input: { ...input, idempotencyKey } })).toEqual(created);
    const refused = await as().graphql(mutation, { input: { ...other, idempotencyKey } });
    expect(refused.data?.[name] ?? null).toBeNull();
    expect(refused.errors?.[0]).toMatchObject({
      message: 'This idempotency key was already used with different input.',
      extensions: { code: 'INVALID_INPUT', fields: { idempotencyKey: expect.any(String) } },
    });
  });

  it('a bug report with another screenshot is refused; the same picture uploaded again is not', async () => {
    const upload = async (width: number) => {
      const form = new FormData();
      const picture = new Blob([new Uint8Array(await makePicture('png', { width }))], { type: 'image/png' });
      form.append('screenshot', picture, 'a.png');
      const response = await client.fetch('/api/bug_reports/screenshots/', { method: 'POST', body: form });
      return Object.values((await response.json()) as Record<string, string>)[0];
    };
    const idempotencyKey = randomUUID();
    const report = (screenshot: string | undefined) => {
      const input = { body: 'Broken', commitHash: 'abc1234', screenshot, idempotencyKey };
      return client.graphql(CREATES['createBugReport']?.mutation ?? '', { input });
    };
    const created = await report(await upload(320));
    expect(created.errors).toBeUndefined();
    expect(await report(await upload(320))).toEqual(created);
    for (const other of [await upload(321), undefined]) {
      expect((await report(other)).errors?.[0]?.extensions).toMatchObject({
        code: 'INVALID_INPUT',
        fields: { idempotencyKey: expect.any(String) },
      });
    }
  });

  it.each(['/api/lists/', '/api/add_templated_list/'])('POST %s refuses another input', async (route) => {
    const [{ pk: template }, { pk: otherTemplate }] = (await client.rest('GET', '/api/list_templates/')).body;
    const [input, other] =
      route === '/api/lists/'
        ? [{ name: 'First list' }, { name: 'Second list' }]
        : [template, otherTemplate].map((pk) => ({ target_user_pk: student.pk, templated_list_pk: pk }));
    const sender = route === '/api/lists/' ? asStudent : client;
    const key = randomUUID();
    const send = (body: object | undefined) => sender.rest('POST', route, { ...body, idempotency_key: key });
    const first = await send(input);
    expect(first.status).toBe(201);
    expect((await send(input)).body).toEqual(first.body);
    const refused = await send(other);
    expect(refused).toMatchObject({ status: 422, body: { code: 'INVALID_INPUT' } });
    expect(refused.body.detail).toBe('This idempotency key was already used with different input.');
  });
});

describe('18. invisible characters in titles and names', () => {
  const INVISIBLE = [
    '\u202a \u202b \u202c \u202d \u202e \u2066 \u2067 \u2068 \u2069 \u200e \u200f \u061c',
    '\u2028 \u2029 \u0000 \u0007 \u001b \u007f \u0085 \u009b \n \r \t',
  ].flatMap((characters) => characters.split(' '));

  const named: [mutation: string, field: string][] = [
    ['createActivity', 'name'],
    ['createClassGrade', 'name'],
    ['createCollege', 'name'],
    ['createNote', 'title'],
    ['createTask', 'name'],
    ['createUser', 'firstName'],
    ['createUser', 'lastName'],
    ['createUser', 'email'],
  ];

  it.each(named)('%s refuses them in %s', async (mutation, field) => {
    const { mutation: query, inputs, as = () => client } = CREATES[mutation] as Create;
    for (const character of INVISIBLE) {
      const input = { ...inputs()[0], [field]: `Fine${character}Print` };
      const answer = await as().graphql(query, { input });
      expect(answer.errors?.[0]?.extensions, JSON.stringify(character)).toMatchObject({
        code: 'INVALID_INPUT',
        fields: { [field]: expect.any(String) },
      });
    }
  });

  it('lists refuse them, and their message names the rule', async () => {
    for (const character of INVISIBLE) {
      const refused = await asStudent.rest('POST', '/api/lists/', { name: `Fine${character}Print` });
      expect(refused.status, JSON.stringify(character)).toBe(422);
    }
    const { body } = await asStudent.rest('PUT', `/api/lists/${list.slug}/`, { name: 'Fine\u202ePrint' });
    expect(body.detail).toBe('List name cannot contain line breaks or invisible characters');
  });

  it('names in any script are accepted', async () => {
    for (const name of [
      'Ünï Čode',
      '数学の宿題',
      'שיעורי בית',
      'واجب منزلي',
      'Chess ♟️ 👩🏽‍🎓',
      'O’Neil & co.',
    ]) {
      const input = { title: name, body: BODY };
      expect((await client.graphql(CREATES['createNote']?.mutation ?? '', { input })).errors).toBeUndefined();
    }
  });
});

describe('18. GET /graphql', () => {
  it('answers 405, also for a valid query', async () => {
    const response = await client.fetch(`/graphql?query=${encodeURIComponent('{ me { pk } }')}`);
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
    expect(await response.text()).not.toContain('data');
  });
});

describe('20. pages', () => {
  it.each([
    ['GET', undefined],
    ['GET', '*/*'],
    ['GET', 'text/html'],
    ['HEAD', undefined],
    ['HEAD', '*/*'],
  ])('%s with Accept %s gets the page', async (method, accept) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'gopath-page-'));
    writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>GoPath</title>');
    const server = Fastify();
    registerErrorHandling(server);
    await registerWebApp(server, folder);
    const headers = accept === undefined ? {} : { accept };
    for (const url of ['/', '/notes/']) {
      const response = await server.inject({ method: method as 'GET', url, headers });
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-type']).toContain('text/html');
    }
    expect((await server.inject({ url: '/api/nothing/', headers })).statusCode).toBe(404);
    await server.close();
    rmSync(folder, { recursive: true });
  });

  it('serves no source map, neither beside a script nor from the folder where a build puts them', async () => {
    const dist = mkdtempSync(path.join(tmpdir(), 'gopath-maps-'));
    const [web, maps] = [path.join(dist, 'web'), path.join(dist, 'source-maps', 'assets')];
    mkdirSync(path.join(web, 'assets'), { recursive: true });
    mkdirSync(maps, { recursive: true });
    writeFileSync(path.join(web, 'index.html'), '<!doctype html><title>GoPath</title>');
    writeFileSync(path.join(web, 'assets', 'index.js'), 'export {};');
    writeFileSync(path.join(maps, 'index.js.map'), '{"sources":["private.ts"]}');
    const server = Fastify();
    registerErrorHandling(server);
    await registerWebApp(server, web);
    for (const url of [
      '/assets/index.js.map',
      '/source-maps/assets/index.js.map',
      '/../source-maps/assets/index.js.map',
      '/%2e%2e/source-maps/assets/index.js.map',
      '/assets/..%2f..%2fsource-maps/assets/index.js.map',
    ]) {
      expect((await server.inject({ url })).body, url).not.toContain('private.ts');
    }
    await server.close();
    rmSync(dist, { recursive: true });
  });
});
