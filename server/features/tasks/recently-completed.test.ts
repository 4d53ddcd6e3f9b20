import { beforeAll, expect, it } from 'vitest';
import { createTask } from '#tests/factories/tasks.ts';
import type { TestClient } from '#tests/helpers/server/test-client.ts';
import {
  app,
  as,
  failure,
  family,
  list,
  privateList,
  startTaskTests,
  update,
} from '#tests/helpers/scenes/task-scene.ts';

const RECENT = `query ($userPk: Int, $first: Int, $after: String) {
  recentlyCompletedTasks(userPk: $userPk, first: $first, after: $after) {
    totalCount edges { node { name } } pageInfo { endCursor hasNextPage }
  }
}`;
const DAY = 86_400_000;
const NOW = new Date();
const LIMIT = 10 * DAY;
const ago = (milliseconds: number) => new Date(NOW.getTime() - milliseconds);

async function page(client: TestClient, variables: object = { userPk: family.student.pk }) {
  const { data } = await client.graphql(RECENT, variables);
  const found = data?.['recentlyCompletedTasks'];
  return { ...found, names: found.edges.map((edge: { node: { name: string } }) => edge.node.name) };
}
const done = (name: string, completedAt: Date, given: Parameters<typeof createTask>[2] = {}) =>
  createTask(app.database, list, { name, completedAt, ...given });

startTaskTests();
beforeAll(() => app.clock.set(NOW));

// covers: TASK-023
it('recently completed tasks are those of visible lists, completed within the last 10 days, the latest first', async () => {
  await done('Too old', ago(LIMIT + 1));
  await done('Just within', ago(LIMIT));
  await done('Latest', ago(1000));
  await done('Yesterday', ago(DAY));
  await createTask(app.database, list, { name: 'Open', dueAt: ago(DAY) });
  await createTask(app.database, privateList, { name: 'Hidden', completedAt: ago(2 * DAY) });
  const deleted = await done('Deleted', ago(DAY));
  expect((await as.student.rest('DELETE', `/api/tasks/${deleted.pk}/`)).status).toBeLessThan(300);

  expect(await page(as.student, {})).toMatchObject({
    totalCount: 4,
    names: ['Latest', 'Yesterday', 'Hidden', 'Just within'],
  });
  for (const client of [as.parent, as.mentor]) {
    expect(await page(client)).toMatchObject({
      totalCount: 3,
      names: ['Latest', 'Yesterday', 'Just within'],
    });
  }
  for (const client of [as.otherMentor, as.otherStudent]) {
    expect(failure(await client.graphql(RECENT, { userPk: family.student.pk })).code).toBe('NOT_FOUND');
  }
});

it('recently completed tasks are read ten at a time, by their number when completed at the same time', async () => {
  for (let number = 1; number <= 12; number += 1) await done(`Task ${number}`, ago(DAY));
  await done('Latest', ago(1000));
  const first = await page(as.parent);
  expect(first.names).toHaveLength(10);
  expect(first.names.slice(0, 2)).toEqual(['Latest', 'Task 12']);
  expect(first).toMatchObject({ totalCount: 13, pageInfo: { hasNextPage: true } });
  const after = first.pageInfo.endCursor;
  const second = await page(as.parent, { userPk: family.student.pk, after });
  expect(second.names).toEqual(['Task 3', 'Task 2', 'Task 1']);
  expect(second.pageInfo.hasNextPage).toBe(false);
});

it('recently completed tasks contain a step until its task is completed', async () => {
  const parent = await createTask(app.database, list, { name: 'Essay' });
  await done('Outline', ago(DAY), { parent });
  expect((await page(as.mentor)).names).toEqual(['Outline']);
  await update(as.student, { id: parent.id, completed: true });
  expect((await page(as.mentor)).names).toEqual(['Essay']);
  await update(as.student, { id: parent.id, completed: false });
  expect((await page(as.mentor)).names).toEqual(['Outline']);
});
