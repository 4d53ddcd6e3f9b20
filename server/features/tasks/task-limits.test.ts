import { describe, expect, it } from 'vitest';
import { TASK_LIMITS } from '#shared/tasks/constants.ts';
import {
  app,
  as,
  create,
  failure,
  read,
  startTaskTests,
  update,
  UPDATE_TASK,
} from '#tests/helpers/scenes/task-scene.ts';

startTaskTests();

/** Adds open tasks to the list of a task, or steps to it. */
const fill = (pk: number, count: number, { asSteps = false } = {}) =>
  app.database.query(
    `INSERT INTO tasks (list_pk, owner_pk, parent_pk, name, body, html_body, points, position, created_at, updated_at)
    SELECT list_pk, owner_pk, CASE WHEN $3 THEN pk END, name, body, html_body, points, number, now(), now()
    FROM tasks, generate_series(1, $2) AS number WHERE pk = $1`,
    [pk, count, asSteps],
  );
const remove = (pk: number) => as.student.rest('DELETE', `/api/tasks/${pk}/`);
const restore = (pk: number) => as.student.rest('POST', `/api/tasks/${pk}/restore/`);
const complete = (task: { id: string }) => update(as.student, { id: task.id, completed: true });

describe('the limit of open tasks', () => {
  it('refuses to reopen a step whose completed task would reopen, too', async () => {
    const task = await create(as.student);
    const step = await create(as.student, { parentId: task.id });
    await complete(task);
    await fill(task.pk, TASK_LIMITS.openTasks);
    const reopen = { input: { id: step.id, completed: false } };
    expect(failure(await as.student.graphql(UPDATE_TASK, reopen))).toMatchObject({
      code: 'INVALID_INPUT',
      message: 'A list can have at most 500 open tasks',
    });
    expect(await read(as.student, step.pk)).toMatchObject({ completed: true });
  });
});

describe('the limit of steps', () => {
  it('refuses to restore one step more', async () => {
    const task = await create(as.student);
    const step = await create(as.student, { parentId: task.id });
    await remove(step.pk);
    await fill(task.pk, TASK_LIMITS.steps, { asSteps: true });
    expect(await restore(step.pk)).toMatchObject({
      status: 422,
      body: { fields: { parentId: 'A task can have at most 50 steps' } },
    });
  });

  it('ends the repetition of a step', async () => {
    const task = await create(as.student);
    const dueAt = new Date(Date.now() + 86_400_000).toISOString();
    const step = await create(as.student, { parentId: task.id, dueAt, recurrence: 'daily' });
    await fill(task.pk, TASK_LIMITS.steps - 2, { asSteps: true });
    const { nextTask } = await complete(step);
    expect(nextTask).toMatchObject({ parent: { pk: task.pk } });
    expect((await complete(nextTask)).nextTask).toBeNull();
    expect((await read(as.student, task.pk)).children).toHaveLength(TASK_LIMITS.steps);
  });
});

describe('a deleted step', () => {
  it('is not restored while its task is deleted', async () => {
    const task = await create(as.student);
    const step = await create(as.student, { parentId: task.id });
    await remove(task.pk);
    expect(await restore(step.pk)).toMatchObject({ status: 404 });
    expect(await restore(task.pk)).toMatchObject({ status: 200 });
    expect((await read(as.student, task.pk)).children).toHaveLength(1);
  });

  it('is not restored under a completed task, unless it is completed too', async () => {
    const task = await create(as.student);
    const open = await create(as.student, { parentId: task.id });
    const done = await create(as.student, { parentId: task.id });
    await complete(done);
    await remove(open.pk);
    await remove(done.pk);
    await complete(task);
    expect(await restore(open.pk)).toMatchObject({
      status: 422,
      body: { fields: { parentId: 'This task is already completed' } },
    });
    expect(await restore(done.pk)).toMatchObject({ status: 200 });
  });
});
