/** 'View as parent': what a mentor and a student see as a parent, and that nothing can be changed or seen beyond it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { READ_ONLY_MESSAGE } from '#shared/kernel/access.ts';
import { GLOBAL_PERMISSIONS } from '#shared/kernel/roles.ts';
import { toGlobalId } from '#shared/kernel/ids.ts';
import { VIEW_AS_HEADER } from '#shared/users/view-as.ts';
import { schema } from '#server/schema.ts';
import { createEssay } from '#tests/factories/essays.ts';
import { createRoadmap } from '#tests/factories/roadmap.ts';
import { createList, describedBy } from '#tests/factories/tasks.ts';
import { createFamily, createUser, relate, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';
import { OUTSIDE, ROUTES, routesOf } from '#tests/authorization/surface.ts';
import { VIEWABLE_QUERIES, VIEWABLE_ROUTES } from './view-as.ts';

let app: TestApp;
let family: Awaited<ReturnType<typeof createFamily>>;
beforeAll(async () => {
  app = await startTestApp();
  family = await createFamily(app.database);
  await createRoadmap(app.database, family.student, { year: 'JR' });
  const student = await app.as(family.student);
  await student.rest('POST', '/api/lists/', { name: 'Only mine' });
  const mentor = await app.as(family.mentor);
  await mentor.rest('POST', '/api/lists/', { name: 'For Maya', user_id: family.student.pk });
});
afterAll(() => app.close());

/** A response of a route or of GraphQL. */
interface Answer {
  [field: string]: unknown;
  errors?: { message: string; extensions: object }[];
}

/** Sends requests as the parent of a student. */
async function viewAs(viewer: TestUser, studentPk: number | string = family.student.pk) {
  const client = await app.as(viewer);
  const headers = { [VIEW_AS_HEADER]: String(studentPk), 'content-type': 'application/json' };
  return async (method: string, path: string, body?: object) => {
    const response = await client.fetch(path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as Answer };
  };
}

const asParent = async (viewer: TestUser) => {
  const send = await viewAs(viewer);
  return {
    rest: async (path: string) => (await send('GET', path)).body,
    graphql: async (query: string) => (await send('POST', '/graphql', { query, variables: {} })).body,
  };
};

describe('view as parent', () => {
  it('is for the student and their mentors; for everyone else the student is not found', async () => {
    const { student, mentor, coMentor, parent, otherMentor, otherStudent } = family;
    for (const viewer of [student, mentor, coMentor]) {
      const { status, body } = await (await viewAs(viewer))('GET', '/api/me/');
      expect(status).toBe(200);
      expect(body).toMatchObject({
        pk: 0,
        role: 'parent',
        access: 'read_only',
        email: '',
        permissions: [],
        pinned_users: [],
        students: [{ pk: student.pk }],
        viewing_as: { pk: student.pk, full_name: student.fullName },
      });
    }
    const staff = await createUser(app.database, { role: 'mentor', permissions: [...GLOBAL_PERMISSIONS] });
    for (const viewer of [parent, otherMentor, otherStudent, staff]) {
      expect((await (await viewAs(viewer))('GET', '/api/me/')).status).toBe(404);
    }
    for (const pk of ['0', '-1', 'x', '', '2147483648', `${student.pk}, ${student.pk}`]) {
      expect((await (await viewAs(mentor, pk))('GET', '/api/me/')).status, pk).toBe(404);
    }
    expect((await (await app.as(mentor)).rest('GET', '/api/me/')).body.viewing_as).toBeNull();
  });

  it('ends with the relation', async () => {
    const mentor = await createUser(app.database, { role: 'mentor' });
    await relate(app.database, family.student, mentor);
    const send = await viewAs(mentor);
    expect((await send('GET', '/api/me/')).status).toBe(200);
    await app.database.query('DELETE FROM relations WHERE user_pk = $1', [mentor.pk]);
    expect((await send('GET', '/api/me/')).status).toBe(404);
  });

  it('shows what a parent sees of the student, and nothing more', async () => {
    const { student, mentor, parent, coMentor } = family;
    const pk = student.pk;
    const queries = [
      `{ roadmap(userPk: ${pk}) { id year permissions } }`,
      `{ student(pk: ${pk}) { fullName permissions roadmap { year } } }`,
      `{ spr(studentPk: ${pk}) { points } }`,
      `{ allTaskLists(userPk: ${pk}) { edges { node { name private permissions } } } }`,
      `{ allInteractions(first: 10, orderBy: "-createdAt") { edges { node { __typename } } } }`,
      `{ studentEssays(studentPk: ${pk}) { essays { title status permissions } permissions } }`,
      `{ upcomingDeadlines(studentPk: ${pk}) { title dueOn } }`,
      '{ myStudents { pk } }',
    ];
    await createEssay(app.database, student, { title: 'Shared essay', isShared: true });
    const list = await createList(app.database, student, { name: 'Shared tasks', private: false });
    const worker = await app.as(mentor);
    const { errors } = await worker.graphql(
      'mutation ($input: CreateTaskInput!) { createTask(input: $input) { task { id } } }',
      { input: { name: 'Read a book', ...describedBy('A chapter'), containingListId: list.id } },
    );
    expect(errors).toBeUndefined();
    const draft = await createEssay(app.database, student, { title: 'Only for mentors' });
    const real = await app.as(parent);
    const paths = [`/api/users/${pk}/lists/`, `/api/users/${mentor.pk}/`, `/api/users/${coMentor.pk}/`];
    for (const viewer of [student, mentor]) {
      const view = await asParent(viewer);
      for (const query of queries) {
        const { data } = await real.graphql(query);
        const seen = await view.graphql(query);
        const limited = JSON.stringify(data).replaceAll(/"permissions":\[[^\]]*\]/g, '');
        expect(JSON.stringify(seen['data']).replaceAll(/"permissions":\[[^\]]*\]/g, ''), query).toBe(limited);
        expect(limited).not.toContain('Only for mentors');
      }
      const { data: timeline } = await view.graphql(
        '{ allInteractions(first: 10, orderBy: "-createdAt") { edges { node { createdAt } } } }',
      );
      expect(timeline).toMatchObject({ allInteractions: { edges: [{}] } });
      expect(await view.graphql(`{ essay(pk: ${draft.pk}) { title } }`)).toMatchObject({
        errors: [{ extensions: { code: 'NOT_FOUND' } }],
      });
      for (const path of paths) {
        const theirs = (await real.rest('GET', path)).body;
        const seen = await view.rest(path);
        expect(Object.keys(seen), path).toEqual(Object.keys(theirs));
        expect(JSON.stringify(seen), path).not.toContain('Only mine');
      }
      const person = await view.rest(`/api/users/${pk}/`);
      const theirs = (await real.rest('GET', `/api/users/${pk}/`)).body;
      const personal = ['view_bookedmeeting', 'add_bookedmeeting', 'view_note', 'view_personal_data'];
      expect(person).toEqual({
        ...theirs,
        permissions: theirs.permissions.filter((permission: string) => !personal.includes(permission)),
      });
      expect(await view.rest(`/api/users/${family.otherStudent.pk}/`)).toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  it('refuses every write, also those that read-only people can do', async () => {
    const send = await viewAs(family.mentor);
    const writes = routesOf(app.app.server).filter(
      (route) =>
        !route.startsWith('GET ') &&
        route !== 'POST /graphql' &&
        !OUTSIDE.test(route) &&
        !['public', 'by token', 'session'].includes(ROUTES[route] ?? ''),
    );
    expect(writes.length).toBeGreaterThan(20);
    for (const route of writes) {
      const [method = '', path = ''] = route.split(' ');
      expect((await send(method, path.replace(/:\w+/g, '1'), {})).status, route).toBe(403);
    }
    const { body } = await send('POST', '/graphql', {
      query: 'mutation ($input: CreateRoadmapInput!) { createRoadmap(input: $input) { clientMutationId } }',
      variables: { input: { userPk: family.student.pk, year: 'JR', graduationYear: 2027 } },
    });
    expect(body.errors?.[0]?.message).toBe(READ_ONLY_MESSAGE);
  });

  it('refuses every other query and route', async () => {
    const send = await viewAs(family.student);
    const note = toGlobalId('Note', 1);
    for (const query of [
      '{ allNotes(first: 5) { edges { node { id } } } }',
      `{ note(id: "${note}") { id } }`,
      '{ bookedMeetings(first: 5) { edges { node { id } } } }',
      '{ nextMeeting { id } }',
      '{ allInvitedUsers(first: 5) { edges { node { id } } } }',
    ]) {
      const { body } = await send('POST', '/graphql', { query, variables: {} });
      expect(body.errors?.[0]?.extensions, query).toMatchObject({ code: 'FORBIDDEN' });
    }
    for (const path of [
      '/api/alerts/',
      '/api/account/',
      '/api/users/search/?query=a',
      '/api/lists/',
      '/api/calendar_feed/',
    ]) {
      expect((await send('GET', path)).status, path).toBe(403);
    }
  });

  it('names only routes and queries that exist', () => {
    const routes = routesOf(app.app.server);
    expect([...VIEWABLE_ROUTES].filter((route) => !routes.includes(route))).toEqual([]);
    const queries = Object.keys(schema.getQueryType()?.getFields() ?? {});
    expect([...VIEWABLE_QUERIES].filter((query) => !queries.includes(query))).toEqual([]);
  });
});
