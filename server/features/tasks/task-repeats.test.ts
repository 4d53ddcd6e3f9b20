import { afterEach, describe, expect, it } from 'vitest';
import { describedBy } from '#tests/factories/tasks.ts';
import {
  app,
  as,
  create,
  CREATE_TASK,
  failure,
  family,
  input,
  list,
  read,
  startTaskTests,
  update,
} from '#tests/helpers/scenes/task-scene.ts';

const DAY = 86_400_000;

startTaskTests();

describe('repeating tasks', () => {
  it('create the next one once when they are completed, and remove it when they are reopened', async () => {
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

  it('are completed without the next one when they are reopened at the same time', async () => {
    const task = await create(as.student, { dueAt: new Date(Date.now() + DAY), recurrence: 'weekly' });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        update(as.student, { id: task.id, completed: index % 2 === 0 }),
      ),
    );
    for (const answer of answers) expect(answer.task.pk).toBe(task.pk);
  });

  it('remove the next one when reopening a step reopens them', async () => {
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

  it('accept every rule of quick add, and no other', async () => {
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

describe('the due dates of repeating tasks', () => {
  const inZone = (zone: string) =>
    app.database.query('UPDATE users SET time_zone = $2 WHERE pk = $1', [family.student.pk, zone]);
  /** Completes a task and those that follow it. @returns their due dates */
  async function nextDates(task: { id: string }, count: number): Promise<string[]> {
    const { nextTask } = await update(as.student, { id: task.id, completed: true });
    return count === 1 ? [nextTask.dueAt] : [nextTask.dueAt, ...(await nextDates(nextTask, count - 1))];
  }
  afterEach(() => app.clock.set(new Date()));

  it('return to a time of day that daylight saving skipped', async () => {
    app.clock.set(new Date('2027-03-01T18:00:00Z'));
    await inZone('America/Los_Angeles');
    const task = await create(as.student, { dueAt: '2027-03-07T10:30:00.000Z', recurrence: 'weekly' });
    // 2:30 AM, 3:30 AM on the day without 2:30 AM, and 2:30 AM again.
    expect(await nextDates(task, 2)).toEqual(['2027-03-14T10:30:00.000Z', '2027-03-21T09:30:00.000Z']);
  });

  it('skip no month after the student moves to another time zone', async () => {
    app.clock.set(new Date('2027-01-30T18:00:00Z'));
    await inZone('America/Los_Angeles');
    // The end of January 31 in Los Angeles is February 1, 2:59 AM, in New York.
    const task = await create(as.student, { dueAt: '2027-02-01T07:59:00.000Z', recurrence: 'monthly' });
    await inZone('America/New_York');
    expect(await nextDates(task, 3)).toEqual([
      '2027-03-01T07:59:00.000Z',
      '2027-04-01T06:59:00.000Z',
      '2027-05-01T06:59:00.000Z',
    ]);
  });

  it('stay on the last day of the month when they come from a template', async () => {
    app.clock.set(new Date('2027-01-30T18:00:00Z'));
    await inZone('UTC');
    await create(as.student, { dueAt: '2027-01-31T23:59:00.000Z' });
    const made = await as.mentor.rest('POST', `/api/lists/${list.slug}/template/`, { title: 'Monthly' });
    const request = { target_user_pk: family.student.pk, templated_list_pk: made.body.pk };
    const added = await as.mentor.rest('POST', '/api/add_templated_list/', request);
    const { id, name, dueAt } = await read(as.student, added.body.tasks[0]);
    expect(dueAt).toBe('2027-01-31T23:59:00.000Z');
    await update(as.student, { id, name, ...describedBy('650 words'), recurrence: 'monthly' });
    expect(await nextDates({ id }, 3)).toEqual([
      '2027-02-28T23:59:00.000Z',
      '2027-03-31T23:59:00.000Z',
      '2027-04-30T23:59:00.000Z',
    ]);
  });
});
