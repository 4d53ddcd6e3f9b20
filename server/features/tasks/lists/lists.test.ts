import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TASK_LIMITS } from '#shared/tasks/constants.ts';
import { createList, createTask } from '#tests/factories/tasks.ts';
import { createFamily, createUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';
import type { GraphQLResponse, TestClient } from '#tests/helpers/server/test-client.ts';

let app: TestApp;
let family: Awaited<ReturnType<typeof createFamily>>;
let as: Record<keyof typeof family, TestClient>;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  family = await createFamily(app.database);
  const entries = await Promise.all(
    Object.entries(family).map(async ([name, user]) => [name, await app.as(user)] as const),
  );
  as = Object.fromEntries(entries) as typeof as;
});

interface ListPage {
  totalCount: number;
  edges: { node: { name: string } }[];
  pageInfo: { endCursor: string; hasNextPage: boolean; hasPreviousPage: boolean };
}

const LIST = /* GraphQL */ `
  query List($slug: String, $userPk: Int) {
    allTaskLists(first: 1, slug: $slug, userPk: $userPk) {
      totalCount
      edges {
        node {
          id
          pk
          name
          slug
          color
          private
          userId
          userFullName
          favorites
          permissions
          tasks {
            id
            pk
            name
            dueAt
            permissions
            children {
              name
              parent {
                name
              }
            }
          }
        }
      }
    }
  }
`;

async function listOf(client: TestClient, variables: object) {
  const { data, errors } = await client.graphql(LIST, variables);
  expect(errors).toBeUndefined();
  return data?.['allTaskLists'].edges[0]?.node;
}

describe('lists over REST', () => {
  // covers: LIST-013 LIST-014 LIST-021 LIST-022
  it('are created by their owner, private at first', async () => {
    const made = await as.student.rest('POST', '/api/lists/', { name: 'College visits' });
    expect(made).toMatchObject({
      status: 201,
      body: {
        name: 'College visits',
        private: true,
        user_id: family.student.pk,
        user_full_name: family.student.fullName,
        tasks: [],
        favorites: [],
        permissions: ['change_list', 'delete_list', 'change_private', 'add_task'],
      },
    });
    expect(made.body.slug).not.toContain('college');
    expect((await as.student.rest('GET', '/api/lists/')).body).toEqual([made.body]);
  });

  // covers: LIST-018 LIST-025
  it('are added by a mentor for a student, shared', async () => {
    const input = { name: 'From my mentor', user_id: family.student.pk };
    const made = await as.mentor.rest('POST', '/api/lists/', input);
    expect(made).toMatchObject({ status: 201, body: { private: false, user_id: family.student.pk } });
    expect(made.body.permissions).toContain('delete_list');
    const seen = await as.coMentor.rest('GET', `/api/users/${family.student.pk}/lists/`);
    expect(seen.body).toEqual([
      { ...made.body, permissions: ['change_list', 'add_task', 'add_listtemplate'] },
    ]);
    expect(await as.parent.rest('POST', '/api/lists/', input)).toMatchObject({ status: 403 });
    expect(await as.otherMentor.rest('POST', '/api/lists/', input)).toMatchObject({ status: 404 });
  });

  // covers: LIST-003
  it('are read by parents, who change nothing', async () => {
    const list = await createList(app.database, family.student);
    const seen = await as.parent.rest('GET', `/api/users/${family.student.pk}/lists/`);
    expect(seen.body).toMatchObject([{ pk: list.pk, permissions: [] }]);
    expect(await as.parent.rest('PUT', `/api/lists/${list.slug}/`, { name: 'Mine' })).toMatchObject({
      status: 403,
    });
    expect(await as.parent.rest('DELETE', `/api/lists/${list.slug}/`)).toMatchObject({ status: 403 });
  });

  // covers: LIST-008 LIST-023
  it('change name and privacy, and keep their slug', async () => {
    const list = await createList(app.database, family.student);
    const path = `/api/lists/${list.slug}/`;
    expect(await as.mentor.rest('PUT', path, { private: true })).toMatchObject({ status: 403 });
    expect(await as.mentor.rest('PUT', path, { name: 'New name', private: false })).toMatchObject({
      status: 200,
      body: { name: 'New name', slug: list.slug },
    });
    expect(await as.student.rest('PUT', path, { private: true })).toMatchObject({
      body: { name: 'New name', private: true, slug: list.slug },
    });
    expect(await as.mentor.rest('PUT', path, { name: 'Again' })).toMatchObject({ status: 404 });
  });

  // covers: LIST-012
  it('have a name of 1 to 100 characters, used once among the lists one sees', async () => {
    await createList(app.database, family.student, { name: 'Secret plan', private: true });
    await createList(app.database, family.student, { name: 'Open plan' });
    const create = (client: TestClient, name: unknown) =>
      client.rest('POST', '/api/lists/', { name, user_id: family.student.pk });
    for (const name of ['', '   ', 'x'.repeat(101), 'a\nb', 'nul\0', '\ud800', 7, null]) {
      expect(await create(as.student, name)).toMatchObject({ status: 422, body: { code: 'INVALID_INPUT' } });
    }
    expect(await create(as.student, 'x'.repeat(100))).toMatchObject({ status: 201 });
    expect(await create(as.student, 'OPEN plan')).toMatchObject({
      status: 422,
      body: { fields: { name: 'A list with this name already exists' } },
    });
    // A mentor can use the name of a private list: an error would reveal it.
    expect(await create(as.mentor, 'Secret plan')).toMatchObject({ status: 201 });
  });

  // covers: LIST-024 LIST-017
  it('are deleted by their owner, and by the mentor who made them', async () => {
    const own = await createList(app.database, family.student);
    const made = await createList(app.database, family.student, { createdBy: family.mentor });
    expect(await as.mentor.rest('DELETE', `/api/lists/${own.slug}/`)).toMatchObject({ status: 403 });
    expect(await as.coMentor.rest('DELETE', `/api/lists/${made.slug}/`)).toMatchObject({ status: 403 });
    expect(await as.mentor.rest('DELETE', `/api/lists/${made.slug}/`)).toMatchObject({ status: 200 });
    expect(await as.student.rest('DELETE', `/api/lists/${own.slug}/`)).toMatchObject({ status: 200 });
    expect(await as.student.rest('DELETE', `/api/lists/${own.slug}/`)).toMatchObject({ status: 404 });
    expect((await as.student.rest('GET', '/api/lists/')).body).toEqual([]);
  });

  it('say which tasks and steps were deleted with them, even completed ones', async () => {
    const list = await createList(app.database, family.student);
    const task = await createTask(app.database, list, { completedAt: new Date() });
    const step = await createTask(app.database, list, { parent: task });
    const { body } = await as.student.rest('DELETE', `/api/lists/${list.slug}/`);
    expect(body).toEqual({ slug: list.slug, tasks: [task.pk, step.pk] });
  });

  it('are created once when the request is repeated', async () => {
    const input = { name: 'Once', idempotency_key: randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => as.student.rest('POST', '/api/lists/', input)));
    expect(new Set(answers.map((answer) => answer.body.pk)).size).toBe(1);
    expect(await as.student.rest('POST', '/api/lists/', { ...input, name: 'Other' })).toMatchObject({
      status: 422,
    });
  });

  it('create one of two equal names that are requested in parallel', async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => as.student.rest('POST', '/api/lists/', { name: 'Race' })),
    );
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([201, 422, 422, 422]);
  });
});

describe('favorites', () => {
  // covers: LIST-026 LIST-027 LIST-028
  it('belong to one person', async () => {
    const list = await createList(app.database, family.student);
    expect(await as.parent.rest('POST', '/api/me/favorites/', { list_id: list.pk })).toMatchObject({
      status: 201,
      body: { pk: list.pk, favorites: [list.pk] },
    });
    expect(await as.parent.rest('POST', '/api/me/favorites/', { list_id: list.id })).toMatchObject({
      status: 201,
    });
    expect((await as.parent.rest('GET', '/api/me/favorites/')).body).toMatchObject([{ pk: list.pk }]);
    expect((await as.student.rest('GET', '/api/me/favorites/')).body).toEqual([]);
    expect(await as.parent.rest('DELETE', `/api/me/favorites/${list.pk}/`)).toMatchObject({ status: 200 });
    expect((await as.parent.rest('GET', '/api/me/favorites/')).body).toEqual([]);
  });

  it('end when the list becomes private, or the relation ends', async () => {
    const list = await createList(app.database, family.student);
    await as.mentor.rest('POST', '/api/me/favorites/', { list_id: list.pk });
    await as.student.rest('PUT', `/api/lists/${list.slug}/`, { private: true });
    expect((await as.mentor.rest('GET', '/api/me/favorites/')).body).toEqual([]);
    expect(await as.coMentor.rest('POST', '/api/me/favorites/', { list_id: list.pk })).toMatchObject({
      status: 404,
    });
  });

  it('of lists that are no longer visible do not count for the limit', async () => {
    const own = await createList(app.database, family.mentor);
    await app.database.query(
      `WITH lists AS (
        INSERT INTO task_lists (owner_pk, created_by_pk, name, slug, color, private, created_at)
        SELECT $1::int, $1::int, 'List ' || number, 'hidden-' || number, 'blue', true, now()
        FROM generate_series(1, $3::int) AS number RETURNING pk)
      INSERT INTO favorite_lists (user_pk, list_pk, created_at) SELECT $2::int, pk, now() FROM lists`,
      [family.student.pk, family.mentor.pk, TASK_LIMITS.favorites],
    );
    const added = await as.mentor.rest('POST', '/api/me/favorites/', { list_id: own.pk });
    expect(added).toMatchObject({ status: 201, body: { pk: own.pk } });
  });
});

describe('allTaskLists', () => {
  // covers: LIST-031
  it('returns the list with a slug, its open tasks and their steps', async () => {
    const list = await createList(app.database, family.student);
    const task = await createTask(app.database, list, { name: 'Write' });
    await createTask(app.database, list, { name: 'Draft', parent: task });
    await createTask(app.database, list, { name: 'Done', completedAt: new Date() });
    const seen = await listOf(as.student, { slug: list.slug });
    expect(seen).toMatchObject({
      pk: list.pk,
      userId: family.student.pk,
      userFullName: family.student.fullName,
      tasks: [{ name: 'Write', permissions: ['change_task', 'delete_task'], children: [{ name: 'Draft' }] }],
    });
    expect(await listOf(as.parent, { slug: list.slug, userPk: family.student.pk })).toMatchObject({
      permissions: [],
      tasks: [{ permissions: [] }],
    });
    expect(await listOf(as.mentor, { slug: list.slug })).toMatchObject({
      tasks: [{ permissions: ['change_task'] }],
    });
    expect(await listOf(as.otherMentor, { slug: list.slug })).toBeUndefined();
    expect(await listOf(as.mentor, { slug: list.slug, userPk: family.mentor.pk })).toBeUndefined();
  });

  it('pages through all lists of a person', async () => {
    const student = await createUser(app.database);
    const client = await app.as(student);
    for (let number = 0; number < 5; number += 1) await createList(app.database, student);
    const names: string[] = [];
    let after: string | null = null;
    for (;;) {
      const query = `query ($after: String) {
        allTaskLists(first: 2, after: $after) {
          totalCount
          edges { node { name } }
          pageInfo { endCursor hasNextPage hasPreviousPage }
        }
      }`;
      const answer: GraphQLResponse<{ allTaskLists: ListPage }> = await client.graphql(query, { after });
      const page = answer.data?.allTaskLists as ListPage;
      expect(page.totalCount).toBe(5);
      expect(page.pageInfo.hasPreviousPage).toBe(after !== null);
      names.push(...page.edges.map((edge) => edge.node.name));
      if (!page.pageInfo.hasNextPage) break;
      after = page.pageInfo.endCursor;
    }
    expect(new Set(names).size).toBe(5);
  });

  it('refuses the lists of strangers and malformed cursors', async () => {
    const query =
      'query ($userPk: Int, $after: String) { allTaskLists(userPk: $userPk, after: $after) { edges { cursor } } }';
    const code = async (client: TestClient, variables: object) =>
      (await client.graphql(query, variables)).errors?.[0]?.extensions?.code;
    expect(await code(as.otherParent, { userPk: family.student.pk })).toBe('NOT_FOUND');
    expect(await code(as.student, { userPk: 2_000_000_000 })).toBe('NOT_FOUND');
    expect(await code(as.student, { after: 'x' })).toBe('INVALID_INPUT');
    expect(await code(as.student, { after: btoa('["a"]') })).toBe('INVALID_INPUT');
  });
});

describe('templated lists', () => {
  // covers: LIST-015 LIST-029
  it('are listed for mentors: one for each grade and the application season', async () => {
    const { body } = await as.mentor.rest('GET', '/api/list_templates/');
    expect(body.map((one: { title: string }) => one.title)).toEqual([
      'Freshman year',
      'Sophomore year',
      'Junior year',
      'Senior year',
      'Application season',
    ]);
    expect(await as.student.rest('GET', '/api/list_templates/')).toMatchObject({ status: 403 });
  });

  // covers: LIST-019 LIST-030
  it('are added by a mentor for one of their students, with tasks, steps, points and due dates', async () => {
    const input = {
      target_user_pk: family.student.pk,
      templated_list_pk: 5,
      idempotency_key: randomUUID(),
    };
    const add = (client: TestClient, given: object = {}) =>
      client.rest('POST', '/api/add_templated_list/', { ...input, ...given });
    const made = await add(as.mentor);
    expect(made).toMatchObject({ status: 201, body: { name: 'Application season', private: false } });
    expect((await add(as.mentor)).body.pk).toBe(made.body.pk);
    expect(await add(as.mentor, { idempotency_key: randomUUID() })).toMatchObject({
      status: 201,
      body: { name: 'Application season (2)' },
    });
    const list = await listOf(as.student, { slug: made.body.slug });
    expect(list.tasks[0]).toMatchObject({
      name: 'Set up the application accounts',
      children: [{ name: 'Common App' }, {}, {}],
    });
    const upcoming = await as.student.graphql(
      '{ allUpcomingTasks(first: 1) { edges { node { name points dueAt htmlBody } } } }',
    );
    expect(upcoming.data?.['allUpcomingTasks'].edges[0].node).toMatchObject({
      points: 10,
      htmlBody: expect.stringContaining('email address'),
    });
    expect(await add(as.otherMentor)).toMatchObject({ status: 404 });
    expect(await add(as.parent)).toMatchObject({ status: 403 });
    expect(await add(as.student)).toMatchObject({ status: 403 });
    expect(await add(as.mentor, { templated_list_pk: 999, idempotency_key: null })).toMatchObject({
      status: 404,
    });
  });

  it('are created from a list by a mentor, only for that mentor', async () => {
    const list = await createList(app.database, family.student, { name: 'Summer' });
    const task = await createTask(app.database, list, {
      name: 'Find a job',
      points: 15,
      dueAt: new Date(Date.now() + 5 * 86_400_000),
    });
    await createTask(app.database, list, { name: 'Write a résumé', parent: task });
    const path = `/api/lists/${list.slug}/template/`;
    expect(await as.student.rest('POST', path, {})).toMatchObject({ status: 403 });
    expect(await as.otherMentor.rest('POST', path, {})).toMatchObject({ status: 404 });
    const made = await as.mentor.rest('POST', path, {});
    expect(made).toMatchObject({ status: 201, body: { title: 'Summer', task_count: 1, shipped: false } });
    expect(await as.mentor.rest('POST', path, {})).toMatchObject({ status: 422 });
    const input = { target_user_pk: family.student.pk, templated_list_pk: made.body.pk };
    expect(await as.coMentor.rest('POST', '/api/add_templated_list/', input)).toMatchObject({ status: 404 });
    const added = await as.mentor.rest('POST', '/api/add_templated_list/', input);
    expect(await listOf(as.student, { slug: added.body.slug })).toMatchObject({
      tasks: [{ name: 'Find a job', children: [{ name: 'Write a résumé' }] }],
    });
    expect(await as.coMentor.rest('DELETE', `/api/list_templates/${made.body.pk}/`)).toMatchObject({
      status: 404,
    });
    expect(await as.mentor.rest('DELETE', `/api/list_templates/${made.body.pk}/`)).toMatchObject({
      status: 200,
    });
  });

  it("keep the number of days until a task is due in the student's time zone", async () => {
    // 10:00 on March 1 in Los Angeles.
    app.clock.set(new Date('2027-03-01T18:00:00Z'));
    await app.database.query(`UPDATE users SET time_zone = 'America/Los_Angeles' WHERE pk = $1`, [
      family.student.pk,
    ]);
    const list = await createList(app.database, family.student);
    const endOfMarch8 = '2027-03-09T07:59:00.000Z';
    await createTask(app.database, list, { dueAt: new Date(endOfMarch8) });
    const made = await as.mentor.rest('POST', `/api/lists/${list.slug}/template/`, { title: 'Spring' });
    const input = { target_user_pk: family.student.pk, templated_list_pk: made.body.pk };
    const added = await as.mentor.rest('POST', '/api/add_templated_list/', input);
    expect(await listOf(as.student, { slug: added.body.slug })).toMatchObject({
      tasks: [{ dueAt: endOfMarch8 }],
    });
    app.clock.set(new Date());
  });
});
