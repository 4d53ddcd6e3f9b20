import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Viewers } from '#server/http/viewers.ts';
import type { Actor } from '#shared/kernel/actor.ts';
import { toGlobalId } from '#shared/kernel/ids.ts';
import { canSeeList } from '#shared/tasks/policy.ts';
import { createList, createTask, describedBy } from '#tests/factories/tasks.ts';
import { createFamily, createUser, relate, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';
import type { TestClient } from '#tests/helpers/server/test-client.ts';
import { TEST_ISSUER } from '#tests/helpers/server/token-issuer.ts';
import { ListsRepository } from './lists/lists.repository.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Part of every name and text that only the owner can read. */
const SECRET = 'hush';

const EVERYTHING = /* GraphQL */ `
  fragment Everything on Task {
    id
    name
    body
    htmlBody
    parent {
      name
    }
    children {
      name
      body
      taskactivitySet {
        newName
      }
    }
    containingList {
      name
      slug
    }
    taskactivitySet {
      action
      oldName
      newName
      task {
        name
      }
      oldContainingList {
        name
        slug
      }
      newContainingList {
        name
        slug
      }
    }
  }
`;

const TASKS = `edges { node { ...Everything } }`;
const LISTS = `edges { node { name slug favorites tasks { ...Everything } } }`;
const ACTIVITIES = `totalCount edges { node {
  action oldName newName task { name } oldContainingList { name slug } newContainingList { name slug } } }`;

const INTERACTIONS = `edges { node { id ... on TaskActivityInteraction {
  action oldName newName task { name containingList { name slug } }
  oldContainingList { name slug } newContainingList { name slug } } } }`;

interface World {
  student: TestUser;
  listPks: number[];
  slugs: string[];
  taskPks: number[];
}

/** Creates a student's lists and tasks with a history: created, renamed and moved in private, then partly shared. */
async function makeWorld(student: TestUser, client: TestClient): Promise<World> {
  const create = async (list: string, name: string, parentId?: string) => {
    const answer = await client.graphql(
      'mutation ($input: CreateTaskInput!) { createTask(input: $input) { task { id pk } } }',
      {
        input: {
          name,
          ...describedBy(name),
          containingListId: list,
          parentId,
          dueAt: new Date(Date.now() + 86_400_000),
        },
      },
    );
    return answer.data?.['createTask'].task as { id: string; pk: number };
  };
  const update = (input: object) =>
    client.graphql('mutation ($input: UpdateTaskInput!) { updateTask(input: $input) { task { id } } }', {
      input,
    });
  const newList = async (name: string) => (await client.rest('POST', '/api/lists/', { name })).body;

  const hidden = await newList(`${SECRET} list`);
  const shared = await newList('Open list');
  await client.rest('PUT', `/api/lists/${shared.slug}/`, { private: false });
  // A list whose first name was private, with a task that was renamed in it, shared later.
  const renamed = await newList(`${SECRET} first name`);
  const before = await create(renamed.id, `${SECRET} first task name`);
  await update({ id: before.id, name: 'Harmless', ...describedBy('Harmless') });
  await client.rest('PUT', `/api/lists/${renamed.slug}/`, { name: 'Renamed list', private: false });

  const inside = await create(hidden.id, `${SECRET} task`);
  const step = await create(hidden.id, `${SECRET} step`, inside.id);
  // Created in private, then moved out.
  const outside = await create(hidden.id, `${SECRET} early name`);
  await update({ id: outside.id, name: 'Plain name', ...describedBy('Plain') });
  await update({ id: outside.id, containingListId: shared.id });
  // Created in a shared list, moved to a private one, renamed there, and moved back.
  const roundTrip = await create(shared.id, 'Round trip');
  await update({ id: roundTrip.id, containingListId: hidden.id });
  await update({ id: roundTrip.id, name: `${SECRET} renamed`, ...describedBy('Back') });
  await update({ id: roundTrip.id, name: 'Round trip', ...describedBy('Back') });
  await update({ id: roundTrip.id, containingListId: shared.id });
  // Created in a shared list, then moved to a private one.
  const gone = await create(shared.id, 'Visible once');
  await update({ id: gone.id, containingListId: hidden.id });
  await update({ id: gone.id, name: `${SECRET} now`, ...describedBy(SECRET) });
  const plain = await create(shared.id, 'Plain');
  const done = await create(hidden.id, `${SECRET} done`);
  await update({ id: done.id, completed: true });
  // A deleted private list.
  const removed = await newList(`${SECRET} removed list`);
  const survivor = await create(removed.id, `${SECRET} survivor`);
  await update({ id: survivor.id, name: 'Survivor', ...describedBy('Survivor') });
  await update({ id: survivor.id, containingListId: shared.id });
  await client.rest('DELETE', `/api/lists/${removed.slug}/`);

  return {
    student,
    listPks: [hidden.pk, shared.pk, renamed.pk],
    slugs: [hidden.slug, shared.slug, renamed.slug],
    taskPks: [inside, step, outside, roundTrip, gone, plain, done, survivor, before].map((task) => task.pk),
  };
}

/** Returns every response about the lists and tasks that this person can read, as text. */
async function readAll(client: TestClient, world: World): Promise<string[]> {
  const { student, listPks, slugs, taskPks } = world;
  const queries = [
    `{ allTaskLists { ${LISTS} } }`,
    `{ allTaskLists(userPk: ${student.pk}) { totalCount ${LISTS} } }`,
    ...slugs.map((slug) => `{ allTaskLists(first: 1, slug: "${slug}") { totalCount ${LISTS} } }`),
    ...listPks.flatMap((pk) => [
      `{ completedTasks(listPk: ${pk}) { totalCount ${TASKS} } }`,
      `{ taskActivities(listPk: ${pk}, first: 500) { ${ACTIVITIES} } }`,
    ]),
    ...taskPks.flatMap((pk) => [
      `{ task(pk: ${pk}) { ...Everything } }`,
      `{ taskActivities(taskPk: ${pk}, first: 500) { ${ACTIVITIES} } }`,
      `{ moveAllTaskLists(taskPk: ${pk}, first: 500) { totalCount edges { node { name slug } } } }`,
      `{ moveAllTaskLists(taskPk: ${pk}, search: "${SECRET}") { totalCount edges { node { name } } } }`,
    ]),
    `{ allInteractions(first: 500, orderBy: "-createdAt") { ${INTERACTIONS} } }`,
    `{ allUpcomingTasks { totalCount ${TASKS} } }`,
    `{ allUpcomingTasks(userPk: ${student.pk}) { totalCount ${TASKS} } }`,
    `{ recentlyCompletedTasks { totalCount ${TASKS} } }`,
    `{ recentlyCompletedTasks(userPk: ${student.pk}) { totalCount ${TASKS} } }`,
    `{ searchTasks(search: "${SECRET}", first: 50) { ...Everything } }`,
    `{ searchTasks(search: "a", first: 50) { ...Everything } }`,
    `{ pinnedStudents { fullName nextTask { ...Everything } } }`,
  ];
  const answers: unknown[] = [];
  for (const query of queries) {
    // The reader's own input is not a leak.
    const text = JSON.stringify(
      await client.graphql(query.includes('...Everything') ? query + EVERYTHING : query),
    );
    answers.push(text);
  }
  for (const path of [
    '/api/lists/',
    '/api/me/favorites/',
    '/api/list_templates/',
    `/api/users/${student.pk}/lists/`,
  ]) {
    answers.push((await client.rest('GET', path)).body);
  }
  return answers.map((answer) => JSON.stringify(answer));
}

describe('private lists', () => {
  // covers: TASK-018 LIST-008
  it('appear in no response to anyone but their owner, histories, moves and counts included', async () => {
    const family = await createFamily(app.database);
    const owner = await app.as(family.student);
    const world = await makeWorld(family.student, owner);
    await app.database.kysely
      .insertInto('pins')
      .values(
        [family.mentor, family.coMentor].map((user) => ({ userPk: user.pk, pinnedPk: family.student.pk })),
      )
      .execute();
    expect((await readAll(owner, world)).join('\n')).toContain(SECRET);

    const { student: _student, ...others } = family;
    for (const [name, user] of Object.entries(others)) {
      const client = await app.as(user);
      // Favorites and moves by others must not reveal private lists either.
      for (const pk of world.listPks) await client.rest('POST', '/api/me/favorites/', { list_id: pk });
      for (const answer of await readAll(client, world)) {
        expect(answer.toLowerCase(), `an answer to ${name}`).not.toContain(SECRET);
      }
    }
    const mentor = await app.as(family.mentor);
    const { data } = await mentor.graphql(
      `{ allTaskLists(userPk: ${family.student.pk}) { totalCount edges { node { name } } } }`,
    );
    expect(data?.['allTaskLists'].totalCount).toBe(2);
  });

  it('answer exactly like missing ones', async () => {
    const family = await createFamily(app.database);
    const list = await createList(app.database, family.student, { private: true });
    const task = await createTask(app.database, list);
    const mentor = await app.as(family.mentor);
    const withoutIds = (answer: unknown) => JSON.stringify(answer).replaceAll(/"(?:pk|id)":[^,}]+/g, '');
    for (const [real, missing] of [
      [
        await mentor.rest('PUT', `/api/lists/${list.slug}/`, { name: 'x' }),
        await mentor.rest('PUT', '/api/lists/list-nothing/', { name: 'x' }),
      ],
      [
        await mentor.rest('DELETE', `/api/tasks/${task.pk}/`),
        await mentor.rest('DELETE', '/api/tasks/2000000000/'),
      ],
      [
        await mentor.graphql(`{ task(pk: ${task.pk}) { id } }`),
        await mentor.graphql('{ task(pk: 2000000000) { id } }'),
      ],
    ]) {
      const { status, ...rest } = real as { status: number };
      const { status: missingStatus, ...missingRest } = missing as { status: number };
      expect(status).toBe(missingStatus);
      expect(withoutIds({ ...rest, headers: null })).toBe(withoutIds({ ...missingRest, headers: null }));
    }
  });
});

describe('the SQL of what a person can see', () => {
  it('agrees with the policy for every pair of people and lists', async () => {
    const people: TestUser[] = [];
    for (const role of ['student', 'student', 'student', 'parent', 'parent', 'mentor', 'mentor'] as const) {
      people.push(await createUser(app.database, { role }));
    }
    const [one, two, , parent, , mentor, otherMentor] = people as [TestUser, ...TestUser[]];
    for (const [student, user] of [
      [one, parent],
      [two, parent],
      [one, mentor],
      [two, otherMentor],
    ] as [TestUser, TestUser][]) {
      await relate(app.database, student, user);
    }
    for (const person of people) {
      await createList(app.database, person, { private: true });
      await createList(app.database, person, { private: false });
    }
    const all = await app.database.kysely.selectFrom('taskLists').selectAll().execute();
    const viewers = new Viewers(app.database);
    const repository = new ListsRepository(app.database);
    let visible = 0;
    for (const person of people) {
      const actor = (await viewers.load({
        issuer: TEST_ISSUER,
        subject: person.subject,
        sessionId: 'session',
        signedInAt: Math.floor(Date.now() / 1000),
        issuedAt: Math.floor(Date.now() / 1000),
      } as never)) as Actor;
      const bySql = new Set<number>();
      for (const owner of new Set(all.map((list) => list.ownerPk))) {
        const rows = await repository.list(actor, { ownerPk: owner }, { limit: 500 });
        for (const row of rows) bySql.add(row.pk);
      }
      const byPolicy = all.filter((list) => canSeeList(actor, list)).map((list) => list.pk);
      expect([...bySql].sort((a, b) => a - b)).toEqual(byPolicy.sort((a, b) => a - b));
      visible += byPolicy.length;
    }
    expect(visible).toBeGreaterThan(people.length * 2);
  });
});

describe('a private task or list looks like a missing one', () => {
  const MISSING = 2_000_000_000;

  /** Returns the SQL of the statements for a request, without their values. */
  async function statementsOf(request: () => Promise<unknown>): Promise<string[]> {
    const statements: string[] = [];
    const query = vi.spyOn(app.database, 'query');
    await request();
    for (const [text] of query.mock.calls) statements.push(text);
    query.mockRestore();
    return statements;
  }

  it('runs the same statements for both, and takes no lock', async () => {
    const family = await createFamily(app.database);
    const hidden = await createList(app.database, family.student, { private: true });
    const task = await createTask(app.database, hidden);
    const mentor = await app.as(family.mentor);
    const missingTask = toGlobalId('Task', MISSING);
    const missingList = toGlobalId('TaskList', MISSING);
    const update = (input: object) =>
      mentor.graphql('mutation ($input: UpdateTaskInput!) { updateTask(input: $input) { task { pk } } }', {
        input,
      });
    const create = (containingListId: string) =>
      mentor.graphql('mutation ($input: CreateTaskInput!) { createTask(input: $input) { task { pk } } }', {
        input: { name: 'x', ...describedBy('x'), containingListId },
      });
    const pairs: [() => Promise<unknown>, () => Promise<unknown>][] = [
      [() => update({ id: task.id, completed: true }), () => update({ id: missingTask, completed: true })],
      [
        () => update({ id: task.id, name: 'x', ...describedBy('x') }),
        () => update({ id: missingTask, name: 'x', ...describedBy('x') }),
      ],
      [
        () => mentor.rest('DELETE', `/api/tasks/${task.pk}/`),
        () => mentor.rest('DELETE', `/api/tasks/${MISSING}/`),
      ],
      [
        () => mentor.rest('POST', `/api/tasks/${task.pk}/restore/`),
        () => mentor.rest('POST', `/api/tasks/${MISSING}/restore/`),
      ],
      [() => create(hidden.id), () => create(missingList)],
      [
        () => mentor.rest('PUT', `/api/lists/${hidden.slug}/`, { name: 'x' }),
        () => mentor.rest('PUT', '/api/lists/list-missing/', { name: 'x' }),
      ],
      [
        () => mentor.rest('DELETE', `/api/lists/${hidden.slug}/`),
        () => mentor.rest('DELETE', '/api/lists/list-missing/'),
      ],
    ];
    for (const [onPrivate, onMissing] of pairs) {
      const statements = await statementsOf(onPrivate);
      expect(statements).toEqual(await statementsOf(onMissing));
      expect(statements.length).toBeGreaterThan(0);
      expect(statements.filter((text) => /lock/i.test(text))).toEqual([]);
    }
  });
});
