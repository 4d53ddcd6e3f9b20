import { describe, expect, it } from 'vitest';
import { createList } from '#tests/factories/tasks.ts';
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
  UPDATE_TASK,
} from '#tests/helpers/scenes/task-scene.ts';

startTaskTests();

describe('moving', () => {
  const TARGETS = `query ($taskPk: Int!, $search: String) {
    moveAllTaskLists(taskPk: $taskPk, search: $search) { totalCount edges { node { name } } }
  }`;
  async function targets(client: TestClient, taskPk: number, search?: string) {
    const { data } = await client.graphql(TARGETS, { taskPk, search });
    return data?.['moveAllTaskLists'].edges.map((edge: { node: { name: string } }) => edge.node.name);
  }

  // covers: TASK-012 TASK-017 TASK-038
  it('moves its steps too, and records both lists', async () => {
    const other = await createList(app.database, family.student, { name: 'Other list' });
    const task = await create(as.student);
    const step = await create(as.student, { name: 'Step', parentId: task.id });
    const { task: moved } = await update(as.mentor, { id: task.id, containingListId: other.id });
    expect(moved).toMatchObject({ containingList: { id: other.id, name: 'Other list' } });
    expect(moved.taskactivitySet[0]).toMatchObject({
      action: 'MOVE',
      oldContainingList: { id: list.id, name: 'Shared list' },
      newContainingList: { id: other.id, name: 'Other list' },
    });
    expect(await read(as.student, step.pk)).toMatchObject({ containingList: { id: other.id } });
  });

  // covers: TASK-036
  it('offers the first six lists of the owner that the viewer sees, by a part of their name', async () => {
    for (const name of ['Alpha', 'Beta', 'Gamma', 'Delta', '100%', 'Zeta', 'Eta']) {
      await createList(app.database, family.student, { name });
    }
    const task = await create(as.student);
    expect(await targets(as.student, task.pk)).toEqual([
      'Private list',
      'Alpha',
      'Beta',
      'Gamma',
      'Delta',
      '100%',
    ]);
    expect(await targets(as.mentor, task.pk)).not.toContain('Private list');
    expect(await targets(as.student, task.pk, 'eT')).toEqual(['Beta', 'Zeta', 'Eta']);
    expect(await targets(as.student, task.pk, '%')).toEqual(['100%']);
    expect(await targets(as.parent, task.pk)).toEqual([]);
    expect(failure(await as.otherMentor.graphql(TARGETS, { taskPk: task.pk })).code).toBe('NOT_FOUND');
  });

  it('moves only to lists of the same person that the mover can see', async () => {
    const task = await create(as.student);
    const mentors = await createList(app.database, family.mentor, { name: 'Mine' });
    const attempt = async (client: TestClient, containingListId: string) =>
      (await client.graphql(UPDATE_TASK, { input: { id: task.id, containingListId } })).errors?.[0]
        ?.extensions?.code;
    expect(await attempt(as.mentor, mentors.id)).toBe('INVALID_INPUT');
    expect(await attempt(as.mentor, privateList.id)).toBe('NOT_FOUND');
    expect(await attempt(as.student, mentors.id)).toBe('NOT_FOUND');
    expect(await attempt(as.parent, list.id)).toBe('FORBIDDEN');
    expect(await attempt(as.student, list.id)).toBeUndefined();
    expect(actions(await read(as.student, task.pk))).toEqual(['CREATE']);
  });

  it('puts tasks and steps in another order', async () => {
    const REORDER = 'mutation ($input: ReorderTaskInput!) { reorderTask(input: $input) { task { pk } } }';
    const tasks = [];
    for (const name of ['A', 'B', 'C', 'D']) tasks.push(await create(as.student, { name }));
    const [a, b, c, d] = tasks;
    const order = async () => {
      const query = `{ allTaskLists(first: 1, slug: "${list.slug}") { edges { node { tasks { name } } } } }`;
      const { data } = await as.student.graphql(query);
      return data?.['allTaskLists'].edges[0].node.tasks.map((task: { name: string }) => task.name).join('');
    };
    const put = (id: string, afterId: string | null) =>
      as.student.graphql(REORDER, { input: { id, afterId } });
    await put(d.id, null);
    expect(await order()).toBe('DABC');
    await put(d.id, b.id);
    expect(await order()).toBe('ABDC');
    // Enough rounds that no number is left between two neighbors.
    for (let round = 0; round < 60; round += 1) {
      await put(round % 2 === 0 ? c.id : b.id, a.id);
    }
    expect(await order()).toBe('ABCD');
    const elsewhere = await create(as.student, { containingListId: privateList.id });
    expect(failure(await put(a.id, elsewhere.id)).code).toBe('NOT_FOUND');
  });
});

describe('deleting', () => {
  // covers: TASK-034 TASK-035
  it('is for the owner, and for mentors what they added; it can be taken back', async () => {
    const byStudent = await create(as.student);
    const byMentor = await create(as.mentor);
    const step = await create(as.student, { name: 'Step', parentId: byStudent.id });
    const remove = (client: TestClient, pk: number) => client.rest('DELETE', `/api/tasks/${pk}/`);
    expect(await remove(as.mentor, byStudent.pk)).toMatchObject({ status: 403 });
    expect(await remove(as.parent, byStudent.pk)).toMatchObject({ status: 403 });
    expect(await remove(as.otherMentor, byStudent.pk)).toMatchObject({ status: 404 });
    expect(await remove(as.mentor, byMentor.pk)).toMatchObject({ status: 200 });
    expect(await remove(as.student, byStudent.pk)).toMatchObject({
      status: 200,
      body: { pk: byStudent.pk, restorable_until: expect.any(String) },
    });
    expect(await read(as.student, byStudent.pk)).toBeUndefined();
    expect(await read(as.student, step.pk)).toBeUndefined();
    expect(await remove(as.student, byStudent.pk)).toMatchObject({ status: 404 });
    const restore = (client: TestClient) => client.rest('POST', `/api/tasks/${byStudent.pk}/restore/`);
    expect(await restore(as.otherMentor)).toMatchObject({ status: 404 });
    expect(await restore(as.student)).toMatchObject({ status: 200 });
    expect((await read(as.student, byStudent.pk)).children).toHaveLength(1);
    for (const pk of ['0', '-1', 'x', '99999999999', '1e3']) {
      expect(await as.student.rest('DELETE', `/api/tasks/${pk}/`)).toMatchObject({ status: 404 });
    }
  });

  it('is final after ten minutes', async () => {
    const task = await create(as.student);
    await as.student.rest('DELETE', `/api/tasks/${task.pk}/`);
    app.clock.set(new Date(Date.now() + 11 * 60_000));
    expect(await as.student.rest('POST', `/api/tasks/${task.pk}/restore/`)).toMatchObject({ status: 404 });
    app.clock.set(new Date());
  });
});
