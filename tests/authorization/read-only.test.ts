import {
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '#server/schema.ts';
import { ALLOWED_INPUTS_WHEN_LAPSED, ALLOWED_WHEN_LAPSED } from '#server/http/write-guard.ts';
import { READ_ONLY_MESSAGE } from '#shared/kernel/access.ts';
import { GLOBAL_PERMISSIONS } from '#shared/kernel/roles.ts';
import { VIEW_AS_HEADER } from '#shared/users/view-as.ts';
import { createEssay } from '#tests/factories/essays.ts';
import { createMeeting } from '#tests/factories/notes.ts';
import { makePicture } from '#tests/factories/pictures.ts';
import { createRoadmap } from '#tests/factories/roadmap.ts';
import { createList } from '#tests/factories/tasks.ts';
import { createFamily, createUser, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';
import type { TestClient } from '#tests/helpers/server/test-client.ts';
import { OUTSIDE, ROUTES, routesOf } from './surface.ts';

let app: TestApp;
let readOnly: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  const user = await createUser(app.database, { role: 'mentor', permissions: [...GLOBAL_PERMISSIONS] });
  await app.database.kysely
    .updateTable('users')
    .set({ readOnlyReason: 'membership_lapsed' })
    .where('pk', '=', user.pk)
    .execute();
  readOnly = await app.as(user);
});
afterAll(() => app.close());

const CANCEL =
  'mutation ($meeting: ID!) { cancelMeeting(input: { meeting: $meeting, reason: "We are ill.", sequence: 0 }) { meeting { status } } }';
const REPORT =
  'mutation { createBugReport(input: { body: "The page is empty.", commitHash: "abc1234" }) { clientMutationId } }';

const SHARE =
  'mutation ($id: ID!, $isShared: Boolean!) { shareEssay(input: { id: $id, isShared: $isShared }) { essay { isShared } } }';

const setReason = (reason: string, pks: number[]) =>
  app.database.query('UPDATE users SET read_only_reason = $1 WHERE pk = ANY($2)', [reason, pks]);

/** The writes that are allowed with a lapsed membership, by reason. */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  'queries use POST': ['POST /graphql'],
  'any signed-in user can report a bug': ['mutation createBugReport'],
  "people are never locked out of their own data, and request a child's export and deletion": [
    'POST /api/users/:key/data_export/',
    'POST /api/data_exports/:key/download/',
    'POST /api/users/:key/deletion/',
    'DELETE /api/users/:key/deletion/',
  ],
  'the family joins and cancels meetings that are still booked': [
    'POST /api/meeting_rooms/:key/seats/',
    'mutation cancelMeeting',
  ],
  'adult students choose whether parents join these meetings (47)': ['mutation keepParentsOut'],
  'people show less of themselves': ['DELETE /api/me/picture/'],
  'people choose what they are alerted about (26)': ['PUT /api/alert_settings/'],
  'invited people accept by token': ['POST /api/invitations/:token/accept/'],
  'people secure their account and revoke links': [
    'DELETE /api/calendar_feed/',
    'PUT /api/account/password/',
    'PUT /api/account/email/',
    'POST /api/account/second_factor/',
    'PUT /api/account/second_factor/',
    'POST /api/account/second_factor/recovery_codes/',
    'POST /api/account/second_factor/remove/',
    'POST /api/account/passkeys/',
    'PUT /api/account/passkeys/',
    'PUT /api/account/passkeys/:key/',
    'POST /api/account/passkeys/:key/remove/',
    'DELETE /api/account/devices/',
    'DELETE /api/account/devices/:id/',
  ],
  'families sign up, accept new terms and pay (49, 50, 52)': [
    'POST /api/me/accept_terms/',
    'POST /api/me/sign_up/',
    'POST /api/memberships/:key/checkout/',
    'POST /api/memberships/:key/portal/',
  ],
  'what was read is remembered (26, 54, 58)': [
    'POST /api/alerts/:pk/read/',
    'POST /api/alerts/read_all/',
    'POST /api/me/update_last_release_viewed/',
    'PUT /api/articles/:slug/reading/',
  ],
};
/** The writes that are allowed only with an input that shows the family's data to fewer people. */
const REDUCING = ['PUT /api/lists/:key/', 'mutation shareEssay'];
const EXPECTED_WRITES = Object.values(EXPECTED).flat();

const WITHOUT_ACTOR = ['public', 'by token', 'session'];
const writes = () =>
  routesOf(app.app.server).filter(
    (route) =>
      !route.startsWith('GET ') && !OUTSIDE.test(route) && !WITHOUT_ACTOR.includes(ROUTES[route] ?? ''),
  );

/** Any value that passes the type check of the schema. */
function anyValue(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return anyValue(type.ofType);
  if (isListType(type)) return [];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type)) {
    const required = Object.values(type.getFields()).filter(isRequiredInputField);
    return Object.fromEntries(required.map((field) => [field.name, anyValue(field.type)]));
  }
  return (
    { Int: 1, Float: 1, Boolean: true, Date: '2026-01-01', DateTime: '2026-01-01T00:00:00Z' }[type.name] ??
    'x'
  );
}

describe('a person whose membership has lapsed', () => {
  it('is refused by every REST write except the allowed ones', async () => {
    const refused: string[] = [];
    for (const route of writes()) {
      const [method = '', path = ''] = route.split(' ');
      const { status, body } = await readOnly.rest(method, path.replace(/:\w+/g, '1'));
      if (status === 403 && body.detail === READ_ONLY_MESSAGE) refused.push(route);
    }
    expect(refused.length).toBeGreaterThan(15);
    expect(
      writes()
        .filter((route) => !refused.includes(route))
        .sort(),
    ).toEqual(EXPECTED_WRITES.filter((write) => !write.startsWith('mutation ')).sort());
  });

  it('is refused by every mutation except the allowed ones', async () => {
    const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
    expect(mutations.length).toBeGreaterThan(20);
    const accepted: string[] = [];
    for (const { name, args } of mutations) {
      const required = args.filter(isRequiredArgument);
      const variables = Object.fromEntries(required.map((arg) => [arg.name, anyValue(arg.type)]));
      const declared = required.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ');
      const passed = required.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
      const { errors } = await readOnly.graphql(
        `mutation (${declared}) { ${name}(${passed}) { clientMutationId } }`,
        variables,
      );
      const { message, extensions } = errors?.[0] ?? {};
      const isRefused = message === READ_ONLY_MESSAGE && extensions?.code === 'FORBIDDEN';
      if (!isRefused) accepted.push(`mutation ${name}`);
    }
    expect(accepted.sort()).toEqual(EXPECTED_WRITES.filter((write) => write.startsWith('mutation ')).sort());
  });

  it('joins and cancels meetings that are still booked, reports a bug and revokes the calendar link', async () => {
    const { student, mentor } = await createFamily(app.database);
    const people = { provider: mentor, client: student };
    const now = await createMeeting(app.database, { ...people, startsAt: new Date() });
    const later = await createMeeting(app.database, {
      ...people,
      startsAt: new Date(Date.now() + 72 * 3_600_000),
    });
    const client = await app.as(student);
    const createLink = () => client.rest('POST', '/api/calendar_feed/', { titles_only: true });
    expect((await createLink()).status).toBe(201);
    await setReason('membership_lapsed', [student.pk]);

    const path = `/api/meeting_rooms/${now.meetId}/seats/`;
    expect((await client.rest('POST', path, {})).status).toBe(201);
    expect((await client.graphql(CANCEL, { meeting: later.id })).errors).toBeUndefined();
    expect((await client.graphql(REPORT)).errors).toBeUndefined();
    expect((await client.rest('DELETE', '/api/calendar_feed/')).status).toBe(200);
    expect((await createLink()).status).toBe(403);
  });

  it('stops sharing an essay, makes a list private and removes the picture, but not the opposite', async () => {
    const { student, mentor, parent } = await createFamily(app.database);
    const essay = await createEssay(app.database, student, { isShared: true });
    const list = await createList(app.database, student, { name: 'Plans', private: false });
    const client = await app.as(student);
    const changeList = async (body: object) =>
      (await client.rest('PUT', `/api/lists/${list.slug}/`, body)).status;
    const share = async (isShared: boolean) =>
      (await client.graphql(SHARE, { id: essay.id, isShared })).errors?.[0]?.message;
    const picture = { picture: (await makePicture()).toString('base64') };
    const upload = async () => (await client.rest('PUT', '/api/me/picture/', picture)).status;
    expect(await upload()).toBe(200);

    // Nothing is allowed in the view as a parent.
    await setReason('viewing_as', [student.pk]);
    const reducing = async () => [
      await changeList({ private: true }),
      await share(false),
      (await client.rest('DELETE', '/api/me/picture/')).status,
    ];
    expect(await reducing()).toEqual([403, READ_ONLY_MESSAGE, 403]);

    await setReason('membership_lapsed', [student.pk, parent.pk]);
    const permissions = async () => [
      (await client.graphql('query ($pk: Int!) { essay(pk: $pk) { permissions } }', { pk: essay.pk })).data?.[
        'essay'
      ].permissions,
      (await client.rest('GET', '/api/lists/')).body[0].permissions,
    ];
    expect(await permissions()).toEqual([['share_essay', 'view_history'], ['change_private']]);
    for (const body of [
      { private: true, name: 'Other' },
      { private: true, color: 'red' },
      { name: 'Other' },
    ]) {
      expect(await changeList(body)).toBe(403);
    }
    expect(await reducing()).toEqual([200, undefined, 204]);
    const mentorSees = await (await app.as(mentor)).rest('GET', `/api/users/${student.pk}/lists/`);
    expect(mentorSees.body).toEqual([]);
    const parentSees = await (
      await app.as(parent)
    ).graphql('query ($pk: Int!) { essay(pk: $pk) { pk } }', {
      pk: essay.pk,
    });
    expect(parentSees.errors?.[0]?.extensions?.code).toBe('NOT_FOUND');

    expect(await changeList({ private: false })).toBe(403);
    expect(await share(true)).toBe(READ_ONLY_MESSAGE);
    expect(await upload()).toBe(403);
  });

  it('holds only permissions to view', async () => {
    const { student, parent } = await createFamily(app.database);
    await createRoadmap(app.database, student, { year: 'JR' });
    const permissionsOf = async (viewer: TestUser) => {
      const client = await app.as(viewer);
      const { data } = await client.graphql('query ($pk: Int!) { roadmap(userPk: $pk) { permissions } }', {
        pk: student.pk,
      });
      const lists = await client.rest('GET', '/api/lists/');
      const person = await client.rest('GET', `/api/users/${student.pk}/`);
      return {
        roadmap: data?.['roadmap'].permissions as string[],
        lists: lists.body.flatMap(({ permissions }: { permissions: string[] }) => permissions),
        person: person.body.permissions as string[],
      };
    };
    await (await app.as(student)).rest('POST', '/api/lists/', { name: 'Plans' });
    const full = await permissionsOf(student);
    expect(full.roadmap).toContain('change_roadmap');
    expect(full.lists).toContain('add_task');
    await setReason('viewing_as', [student.pk, parent.pk]);
    const limited = await permissionsOf(student);
    expect(limited.roadmap).toEqual(['view_roadmap']);
    expect(limited.lists).toEqual([]);
    expect(limited.person).toEqual(full.person.filter((permission) => permission.startsWith('view_')));
    expect((await permissionsOf(parent)).person).toContain('view_roadmap');
  });

  it('still reads, and marks alerts as read', async () => {
    expect((await readOnly.rest('GET', '/api/me/')).body).toMatchObject({ access: 'read_only' });
    expect((await readOnly.graphql('{ me { pk } }')).errors).toBeUndefined();
    expect((await readOnly.rest('POST', '/api/alerts/read_all/', {})).status).toBe(200);
  });

  it('writes again once access is full', async () => {
    await app.database.query('UPDATE users SET read_only_reason = NULL');
    expect((await readOnly.rest('PUT', '/api/me/change_theme/', { theme: 2 })).status).toBe(200);
    await app.database.query("UPDATE users SET read_only_reason = 'membership_lapsed'");
  });
});

describe('a mentor who views as a parent', () => {
  it('cannot do what a family with a lapsed membership can', async () => {
    const { student, mentor } = await createFamily(app.database);
    const meeting = await createMeeting(app.database, {
      provider: mentor,
      client: student,
      startsAt: new Date(Date.now() + 72 * 3_600_000),
    });
    const headers = { [VIEW_AS_HEADER]: String(student.pk), 'content-type': 'application/json' };
    const client = await app.as(mentor);
    const routes = [...EXPECTED_WRITES, ...REDUCING].filter(
      (write) => !/^mutation |^POST \/graphql$/.test(write),
    );
    for (const route of routes) {
      const [method = '', path = ''] = route.split(' ');
      const { status } = await client.fetch(path.replace(/:\w+/g, '1'), {
        method,
        headers,
        body: '{"private":true}',
      });
      expect(status, route).toBe(403);
    }
    for (const query of [CANCEL, REPORT, SHARE]) {
      const variables = { meeting: meeting.id, id: 'x', isShared: false };
      const body = JSON.stringify({ query, variables });
      const response = await client.fetch('/graphql', { method: 'POST', headers, body });
      const { errors } = (await response.json()) as { errors?: object[] };
      expect(errors?.[0], query).toMatchObject({ message: READ_ONLY_MESSAGE });
    }
  });
});

it('the allowed writes exist', () => {
  const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {}).map(
    (name) => `mutation ${name}`,
  );
  const existing = [...writes(), ...mutations];
  expect([...ALLOWED_WHEN_LAPSED].filter((write) => !existing.includes(write))).toEqual([]);
  expect(Object.keys(ALLOWED_INPUTS_WHEN_LAPSED)).toEqual(REDUCING);
  expect(REDUCING.filter((write) => !existing.includes(write))).toEqual([]);
});
