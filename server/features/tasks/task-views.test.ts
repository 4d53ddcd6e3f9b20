import { describe, expect, it } from 'vitest';
import { createTask } from '#tests/factories/tasks.ts';
import type { TestClient } from '#tests/helpers/server/test-client.ts';
import {
  actions,
  app,
  as,
  create,
  failure,
  family,
  list,
  privateList,
  read,
  startTaskTests,
  update,
} from '#tests/helpers/scenes/task-scene.ts';

const DAY = 86_400_000;

startTaskTests();

describe('upcoming tasks', () => {
  const UPCOMING = `query ($userPk: Int, $first: Int, $after: String) {
    allUpcomingTasks(userPk: $userPk, forceRefresh: true, first: $first, after: $after) {
      totalCount edges { node { name } } pageInfo { endCursor hasNextPage }
    }
  }`;

  // covers: UPC-003
  it('are the open ones with a due date of visible lists, the overdue first', async () => {
    const at = (days: number) => new Date(Date.now() + days * DAY);
    await createTask(app.database, list, { name: 'Later', dueAt: at(9) });
    await createTask(app.database, list, { name: 'Overdue', dueAt: at(-2) });
    await createTask(app.database, list, { name: 'No date' });
    await createTask(app.database, list, { name: 'Done', dueAt: at(1), completedAt: new Date() });
    const parent = await createTask(app.database, list, { name: 'Soon', dueAt: at(2) });
    await createTask(app.database, list, { name: 'Step', dueAt: at(1), parent });
    await createTask(app.database, privateList, { name: 'Hidden', dueAt: at(3) });
    const names = async (client: TestClient, variables: object = { userPk: family.student.pk }) => {
      const { data } = await client.graphql(UPCOMING, variables);
      const page = data?.['allUpcomingTasks'];
      return {
        total: page.totalCount,
        names: page.edges.map((edge: { node: { name: string } }) => edge.node.name),
        page,
      };
    };
    expect(await names(as.student, {})).toMatchObject({
      total: 5,
      names: ['Overdue', 'Step', 'Soon', 'Hidden', 'Later'],
    });
    for (const client of [as.parent, as.mentor]) {
      expect(await names(client)).toMatchObject({ total: 4, names: ['Overdue', 'Step', 'Soon', 'Later'] });
    }
    const first = await names(as.student, { first: 2 });
    const after = first.page.pageInfo.endCursor;
    expect((await names(as.student, { first: 2, after })).names).toEqual(['Soon', 'Hidden']);
    expect(failure(await as.otherMentor.graphql(UPCOMING, { userPk: family.student.pk })).code).toBe(
      'NOT_FOUND',
    );
  });

  it('show a mentor the next tasks of pinned students', async () => {
    await createTask(app.database, list, { name: 'Next', dueAt: new Date(Date.now() + DAY) });
    await createTask(app.database, privateList, { name: 'Hidden', dueAt: new Date(Date.now() + 1000) });
    await app.database.kysely
      .insertInto('pins')
      .values([
        { userPk: family.mentor.pk, pinnedPk: family.student.pk },
        { userPk: family.mentor.pk, pinnedPk: family.otherStudent.pk },
      ])
      .execute();
    const query = '{ pinnedStudents { pk fullName nextTask { name containingList { name } } } }';
    expect((await as.mentor.graphql(query)).data?.['pinnedStudents']).toEqual([
      {
        pk: family.student.pk,
        fullName: family.student.fullName,
        nextTask: { name: 'Next', containingList: { name: 'Shared list' } },
      },
    ]);
  });

  it('are found by a part of their name', async () => {
    await createTask(app.database, list, { name: 'Register for SAT_1' });
    await createTask(app.database, privateList, { name: 'SAT_1 secret' });
    const find = async (client: TestClient, search: string) => {
      const { data } = await client.graphql(
        'query ($search: String!) { searchTasks(search: $search) { name } }',
        {
          search,
        },
      );
      return data?.['searchTasks'].map((task: { name: string }) => task.name);
    };
    expect(await find(as.student, 'sat_')).toEqual(['Register for SAT_1', 'SAT_1 secret']);
    expect(await find(as.mentor, 'sat_')).toEqual(['Register for SAT_1']);
    expect(await find(as.otherMentor, 'sat_')).toEqual([]);
    expect(await find(as.student, '%')).toEqual([]);
    expect(await find(as.student, ' ')).toEqual([]);
  });
});

describe('the history', () => {
  const HISTORY = `query ($taskPk: Int, $listPk: Int, $after: String) {
    taskActivities(taskPk: $taskPk, listPk: $listPk, after: $after) {
      totalCount edges { node { action task { name } } } pageInfo { endCursor hasNextPage }
    }
  }`;

  // covers: TASK-020
  it('returns five entries by default', async () => {
    const task = await create(as.student);
    for (let number = 0; number < 6; number += 1) {
      await update(as.student, { id: task.id, completed: number % 2 === 0 });
    }
    const page = async (variables: object) =>
      (await as.parent.graphql(HISTORY, variables)).data?.['taskActivities'];
    const first = await page({ taskPk: task.pk });
    expect(first).toMatchObject({ totalCount: 7, pageInfo: { hasNextPage: true } });
    expect(first.edges).toHaveLength(5);
    const second = await page({ taskPk: task.pk, after: first.pageInfo.endCursor });
    expect(second.edges.map((edge: { node: { action: string } }) => edge.node.action)).toEqual([
      'COMPLETE',
      'CREATE',
    ]);
    expect(second.pageInfo.hasNextPage).toBe(false);
    expect((await page({ listPk: list.pk })).totalCount).toBe(7);
    expect(failure(await as.student.graphql(HISTORY, {})).code).toBe('INVALID_INPUT');
    expect(failure(await as.mentor.graphql(HISTORY, { listPk: privateList.pk })).code).toBe('NOT_FOUND');
  });

  it('of a list has one line for completing and for reopening a task with steps', async () => {
    const task = await create(as.student);
    const steps = await Promise.all(
      ['First', 'Second'].map((name) => create(as.student, { name, parentId: task.id })),
    );
    await update(as.student, { id: task.id, completed: true });
    await update(as.student, { id: task.id, completed: false });
    const lines = async () => {
      const { data } = await as.student.graphql(HISTORY, { listPk: list.pk });
      return data?.['taskActivities'].edges.map(
        ({ node }: { node: { action: string; task: { name: string } } }) =>
          `${node.action} ${node.task.name}`,
      );
    };
    expect((await lines()).slice(0, 2)).toEqual([`UNCOMPLETE ${task.name}`, `COMPLETE ${task.name}`]);
    expect(await lines()).toHaveLength(5);
    const [step] = steps;
    expect(actions(await read(as.student, step.pk))).toEqual(['UNCOMPLETE', 'PARENT_COMPLETE', 'CREATE']);
    await update(as.student, { id: task.id, completed: true });
    await update(as.student, { id: step.id, completed: false });
    expect((await lines())[0]).toBe('UNCOMPLETE First');
    expect((await lines())[1]).toBe(`COMPLETE ${task.name}`);
  });

  it('is in date order, whatever the order of its numbers', async () => {
    const task = await create(as.student);
    const shared = {
      taskPk: task.pk,
      ownerPk: family.student.pk,
      listPk: list.pk,
      oldListPk: null,
      actorPk: family.student.pk,
      wasPrivate: false,
      oldName: null,
      newName: null,
      oldPoints: null,
      newPoints: null,
      oldDueAt: null,
      newDueAt: null,
    };
    const daysAgo = (days: number) => new Date(Date.now() - days * DAY);
    await app.database.kysely
      .insertInto('taskActivities')
      .values([
        { ...shared, action: 'COMPLETE', createdAt: daysAgo(1) },
        { ...shared, action: 'UPDATE_BODY', createdAt: daysAgo(3) },
        { ...shared, action: 'UNCOMPLETE', createdAt: daysAgo(2) },
        ...[4, 5, 6].map((days) => ({ ...shared, action: 'MOVE' as const, createdAt: daysAgo(days) })),
      ])
      .execute();
    const page = async (after: string | null) =>
      (await as.student.graphql(HISTORY, { listPk: list.pk, after })).data?.['taskActivities'];
    const pages: string[] = [];
    let after: string | null = null;
    do {
      const { edges, pageInfo } = await page(after);
      pages.push(...edges.map(({ node }: { node: { action: string } }) => node.action));
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
    } while (after !== null);
    expect(pages).toEqual(['CREATE', 'COMPLETE', 'UNCOMPLETE', 'UPDATE_BODY', 'MOVE', 'MOVE', 'MOVE']);
    expect(actions(await read(as.student, task.pk))).toEqual(pages);
  });
});
