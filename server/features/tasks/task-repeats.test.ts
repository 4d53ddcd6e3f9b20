import { describe, expect, it } from 'vitest';
import {
  as,
  create,
  CREATE_TASK,
  failure,
  input,
  read,
  startTaskTests,
  update,
} from '#tests/helpers/scenes/task-scene.ts';

const DAY = 86_400_000;

startTaskTests();

describe('repeating tasks', () => {
  it('make the next one when they are completed, once, and take it back with the completion', async () => {
    const dueAt = new Date(Date.now() + DAY);
    dueAt.setMilliseconds(0);
    const task = await create(as.student, { dueAt, recurrence: 'weekly', points: 5 });
    await create(as.student, { name: 'Step', parentId: task.id });
    const { nextTask } = await update(as.student, { id: task.id, completed: true });
    expect(nextTask).toMatchObject({
      name: task.name,
      points: 5,
      recurrence: 'weekly',
      completed: false,
      children: [{ name: 'Step', completed: false }],
    });
    const days = (new Date(nextTask.dueAt).getTime() - dueAt.getTime()) / DAY;
    expect(Math.round(days)).toBe(7);
    await update(as.student, { id: task.id, completed: false });
    expect(await read(as.student, nextTask.pk)).toBeUndefined();
    const again = await update(as.student, { id: task.id, completed: true });
    expect(again.nextTask).not.toBeNull();
  });

  it('take the next one back when one of their steps reopens them', async () => {
    const task = await create(as.student, { dueAt: new Date(Date.now() + DAY), recurrence: 'weekly' });
    const step = await create(as.student, { name: 'Step', parentId: task.id });
    const { nextTask } = await update(as.student, { id: task.id, completed: true });
    await update(as.student, { id: step.id, completed: false });
    expect(await read(as.student, task.pk)).toMatchObject({ completed: false });
    expect(await read(as.student, nextTask.pk)).toBeUndefined();
  });

  it('keep the next one when someone added a step to it', async () => {
    const task = await create(as.student, { dueAt: new Date(Date.now() + DAY), recurrence: 'weekly' });
    await create(as.student, { name: 'Copied step', parentId: task.id });
    const { nextTask } = await update(as.student, { id: task.id, completed: true });
    await create(as.mentor, { name: 'New step', parentId: nextTask.id });
    await update(as.student, { id: task.id, completed: false });
    expect(await read(as.student, nextTask.pk)).toMatchObject({
      children: [{ name: 'Copied step' }, { name: 'New step' }],
    });
    const again = await update(as.student, { id: task.id, completed: true });
    expect(again.nextTask).toBeNull();
  });

  it('take every rule of quick add, and no other', async () => {
    const dueAt = new Date(Date.now() + DAY).toISOString();
    for (const recurrence of ['daily', 'weekdays', 'every 2 weeks', 'every 3 months']) {
      const task = await create(as.student, { dueAt, recurrence });
      const { nextTask } = await update(as.student, { id: task.id, completed: true });
      expect(nextTask).toMatchObject({ recurrence });
    }
    for (const recurrence of ['every 1 weeks', 'every 2 days', 'yearly', '']) {
      const answer = await as.student.graphql(CREATE_TASK, { input: input({ dueAt, recurrence }) });
      expect(failure(answer).code).toBe('INVALID_INPUT');
    }
  });
});
