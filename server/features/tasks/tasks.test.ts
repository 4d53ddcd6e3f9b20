import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { TASK_ACTIONS } from '#shared/tasks/constants.ts';
import { createNote } from '#tests/factories/notes.ts';
import { createTask, describedBy } from '#tests/factories/tasks.ts';
import type { TestClient } from '#tests/helpers/server/test-client.ts';
import {
  actions,
  app,
  as,
  create,
  CREATE_TASK,
  failure,
  family,
  input,
  list,
  privateList,
  read,
  startTaskTests,
  update,
  UPDATE_TASK,
} from '#tests/helpers/scenes/task-scene.ts';

const DAY = 86_400_000;

startTaskTests();

describe('creating', () => {
  // covers: TASK-004 TASK-005 TASK-006 TASK-008 TASK-009 TASK-031 TASK-037
  it('returns the task, with the description rendered by the server', async () => {
    const dueAt = new Date(Date.now() + DAY).toISOString();
    const task = await create(as.student, { points: 25, dueAt, htmlBody: '<script>alert(1)</script>' });
    expect(task).toMatchObject({
      name: 'Write the essay',
      points: 25,
      dueAt,
      htmlBody: '<p>650 words</p>',
      completed: false,
      completedAt: null,
      parent: null,
      children: [],
      containingList: { id: list.id, slug: list.slug, name: 'Shared list' },
      createdByPk: family.student.pk,
      permissions: ['change_task', 'delete_task'],
    });
    expect(JSON.parse(task.body)).toEqual(JSON.parse(describedBy('650 words').body));
    expect(actions(task)).toEqual(['CREATE']);
  });

  // covers: TASK-001 TASK-007
  it('creates steps of a task, one level deep', async () => {
    const parent = await create(as.student);
    const step = await create(as.student, { name: 'Outline', parentId: parent.id });
    expect(step.parent).toEqual({ pk: parent.pk, name: parent.name });
    expect((await read(as.student, parent.pk)).children).toMatchObject([{ pk: step.pk, name: 'Outline' }]);
    const deeper = await as.student.graphql(CREATE_TASK, { input: input({ parentId: step.id }) });
    expect(failure(deeper)).toMatchObject({ code: 'INVALID_INPUT', fields: { parentId: expect.anything() } });
    const elsewhere = { parentId: parent.id, containingListId: privateList.id };
    expect(failure(await as.student.graphql(CREATE_TASK, { input: input(elsewhere) })).code).toBe(
      'NOT_FOUND',
    );
  });

  // covers: TASK-024 TASK-025 TASK-026 TASK-027 TASK-028 TASK-030
  it.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: 'nul\0' }, 'name'],
    [{ name: '\udc00' }, 'name'],
    [{ body: '' }, 'body'],
    [{ body: '{"type":"doc","content":[{"type":"paragraph"}]}' }, 'body'],
    [{ body: 'not json' }, 'body'],
    [{ points: 3 }, 'points'],
    [{ points: 105 }, 'points'],
    [{ points: -5 }, 'points'],
    [{ dueAt: new Date(Date.now() - 1000).toISOString() }, 'dueAt'],
    [{ dueAt: '9999-01-01T00:00:00Z' }, 'dueAt'],
    [{ recurrence: 'daily' }, 'recurrence'],
    [{ recurrence: 'weekly' }, 'recurrence'],
    [{ idempotencyKey: 'x' }, 'idempotencyKey'],
  ])('refuses %j', async (given, field) => {
    const answer = await as.student.graphql(CREATE_TASK, { input: input(given) });
    expect(failure(answer)).toMatchObject({
      code: 'INVALID_INPUT',
      fields: { [field]: expect.any(String) },
    });
  });

  it('says that a due date must be in the future', async () => {
    const dueAt = new Date(Date.now() - 1000).toISOString();
    const answer = await as.student.graphql(CREATE_TASK, { input: input({ dueAt }) });
    expect(failure(answer).message).toBe('Due date must be in the future');
  });

  // covers: TASK-032
  it('is for the owner and the mentors of a shared list', async () => {
    const attempt = async (client: TestClient, containingListId: string) =>
      (await client.graphql(CREATE_TASK, { input: input({ containingListId }) })).errors?.[0]?.extensions
        ?.code;
    expect(await attempt(as.mentor, list.id)).toBeUndefined();
    expect(await attempt(as.parent, list.id)).toBe('FORBIDDEN');
    expect(await attempt(as.otherMentor, list.id)).toBe('NOT_FOUND');
    expect(await attempt(as.mentor, privateList.id)).toBe('NOT_FOUND');
    expect(await attempt(as.student, 'VGFzazox')).toBe('NOT_FOUND');
    expect(await attempt(as.student, 'malformed')).toBe('NOT_FOUND');
  });

  it('creates one task for a repeated request', async () => {
    const idempotencyKey = randomUUID();
    const tasks = await Promise.all([1, 2, 3].map(() => create(as.student, { idempotencyKey })));
    expect(new Set(tasks.map((task) => task.pk)).size).toBe(1);
    const other = await as.student.graphql(CREATE_TASK, {
      input: input({ idempotencyKey, name: 'Another' }),
    });
    expect(failure(other).code).toBe('INVALID_INPUT');
  });

  it('shows its note only to people who can read that note', async () => {
    const note = await createNote(app.database, {
      author: family.mentor,
      student: family.student,
      title: 'Our talk',
    });
    const task = await create(as.mentor, { sourceNoteId: note.id });
    expect(task.sourceNote).toEqual({ title: 'Our talk' });
    expect((await read(as.coMentor, task.pk)).sourceNote).toEqual({ title: 'Our talk' });
    expect((await read(as.student, task.pk)).sourceNote).toBeNull();
    const stolen = await as.student.graphql(CREATE_TASK, { input: input({ sourceNoteId: note.id }) });
    expect(failure(stolen).code).toBe('NOT_FOUND');
  });

  it('lists the tasks of a note for its readers, without those of private lists', async () => {
    const note = await createNote(app.database, { author: family.mentor, student: family.student });
    const task = await create(as.mentor, { sourceNoteId: note.id });
    await create(as.mentor, { name: 'Of no note' });
    const ofNote = (client: TestClient) =>
      client.graphql('query ($noteId: ID!) { tasksOfNote(noteId: $noteId) { pk } }', { noteId: note.id });
    expect((await ofNote(as.coMentor)).data).toEqual({ tasksOfNote: [{ pk: task.pk }] });
    for (const client of [as.student, as.parent, as.otherMentor]) {
      expect(failure(await ofNote(client)).code).toBe('NOT_FOUND');
    }
    await update(as.student, { id: task.id, containingListId: privateList.id });
    expect((await ofNote(as.mentor)).data).toEqual({ tasksOfNote: [] });
  });
});

describe('editing', () => {
  // covers: TASK-010 TASK-011 TASK-013 TASK-018 TASK-029 TASK-033 TASK-040
  it('records each change in the history', async () => {
    const task = await create(as.student);
    const dueAt = new Date(Date.now() + 3 * DAY).toISOString();
    const edited = { id: task.id, name: 'Finish the essay', ...describedBy('650 words'), points: 50, dueAt };
    const { task: after } = await update(as.mentor, edited);
    expect(after).toMatchObject({ name: 'Finish the essay', points: 50, dueAt, version: task.version + 1 });
    expect(after.taskactivitySet).toMatchObject([
      { action: 'UPDATE_DUE_AT', oldDueAt: null, newDueAt: dueAt },
      { action: 'UPDATE_POINTS', oldPoints: 0, newPoints: 50 },
      {
        action: 'UPDATE_NAME',
        oldName: 'Write the essay',
        newName: 'Finish the essay',
        createdByPk: family.mentor.pk,
        createdByFullName: family.mentor.fullName,
      },
      { action: 'CREATE', createdByPk: family.student.pk, createdByFullName: family.student.fullName },
    ]);
    const removed = await update(as.student, { ...edited, ...describedBy('700 words'), dueAt: null });
    expect(removed.task).toMatchObject({ dueAt: null, htmlBody: '<p>700 words</p>' });
    expect(actions(removed.task).slice(0, 2)).toEqual(['UPDATE_DUE_AT', 'UPDATE_BODY']);
    for (const action of actions(removed.task)) expect(TASK_ACTIONS).toContain(action);
  });

  it('leaves an overdue date alone, and refuses a new one in the past', async () => {
    const overdue = await createTask(app.database, list, { dueAt: new Date(Date.now() - DAY) });
    const edit = { id: overdue.id, name: 'Renamed', ...describedBy('Same') };
    expect((await update(as.student, edit)).task.name).toBe('Renamed');
    const answer = await as.student.graphql(UPDATE_TASK, {
      input: { ...edit, dueAt: new Date(Date.now() - 2 * DAY).toISOString() },
    });
    expect(failure(answer).message).toBe('Due date must be in the future');
  });

  it('refuses an edit based on the first version when the task changed before its create was repeated', async () => {
    const idempotencyKey = randomUUID();
    const { id } = await create(as.student, { idempotencyKey });
    await update(as.mentor, { id, name: 'By the mentor', ...describedBy('x') });
    expect(await create(as.student, { idempotencyKey })).toMatchObject({ id, version: 2 });
    const edit = { id, name: 'By the student', ...describedBy('x'), version: 1 };
    const refused = await as.student.graphql(UPDATE_TASK, { input: edit });
    expect(failure(refused).code).toBe('CONFLICT');
  });

  it('refuses an edit based on an older version, and returns the stored values', async () => {
    const task = await create(as.student);
    const edit = { id: task.id, ...describedBy('x'), version: task.version };
    await update(as.mentor, { ...edit, name: 'By the mentor' });
    const answer = await as.student.graphql(UPDATE_TASK, { input: { ...edit, name: 'By the student' } });
    expect(answer.errors?.[0]?.extensions).toMatchObject({
      code: 'CONFLICT',
      current: { name: 'By the mentor', version: task.version + 1 },
    });
    expect((await read(as.student, task.pk)).name).toBe('By the mentor');
  });

  it('accepts the same save again after a lost response, and changes nothing', async () => {
    const dueAt = new Date(Date.now() + DAY).toISOString();
    const task = await create(as.student);
    const save = {
      id: task.id,
      name: 'Finish the essay',
      ...describedBy('700 words'),
      points: 50,
      dueAt,
      recurrence: 'weekly',
      version: task.version,
    };
    const { task: saved } = await update(as.student, save);
    expect((await update(as.student, save)).task).toEqual(saved);
    for (const different of [{ name: 'x' }, { points: 55 }, { dueAt: null }, { recurrence: 'daily' }]) {
      const answer = await as.student.graphql(UPDATE_TASK, { input: { ...save, ...different } });
      expect(failure(answer).code).toBe('CONFLICT');
    }
  });

  it('accepts only one of move, complete and edit per request', async () => {
    const task = await create(as.student);
    const both = { id: task.id, completed: true, name: 'x', ...describedBy('x') };
    expect(failure(await as.student.graphql(UPDATE_TASK, { input: both })).code).toBe('INVALID_INPUT');
    expect(failure(await as.student.graphql(UPDATE_TASK, { input: { id: task.id } })).code).toBe(
      'INVALID_INPUT',
    );
    const half = { id: task.id, name: 'x' };
    expect(failure(await as.student.graphql(UPDATE_TASK, { input: half })).code).toBe('INVALID_INPUT');
  });

  it('is not for parents and strangers', async () => {
    const task = await create(as.student);
    const edit = { input: { id: task.id, name: 'x', ...describedBy('x') } };
    expect(failure(await as.parent.graphql(UPDATE_TASK, edit)).code).toBe('FORBIDDEN');
    expect(failure(await as.otherMentor.graphql(UPDATE_TASK, edit)).code).toBe('NOT_FOUND');
    expect(failure(await as.otherStudent.graphql(UPDATE_TASK, edit)).code).toBe('NOT_FOUND');
  });

  it('says that the task is missing after its list was deleted', async () => {
    const task = await create(as.student);
    await as.student.rest('DELETE', `/api/lists/${list.slug}/`);
    const edit = { input: { id: task.id, name: 'x', ...describedBy('x') } };
    expect(failure(await as.student.graphql(UPDATE_TASK, edit)).code).toBe('NOT_FOUND');
  });
});

describe('completing', () => {
  // covers: TASK-014 TASK-015 TASK-016 TASK-039
  it('completes the open steps too, and undoes all of it', async () => {
    const task = await create(as.student);
    const open = await create(as.student, { name: 'Open step', parentId: task.id });
    const done = await create(as.student, { name: 'Done step', parentId: task.id });
    await update(as.student, { id: done.id, completed: true });
    const { task: completed } = await update(as.student, { id: task.id, completed: true });
    expect(completed).toMatchObject({
      completed: true,
      completedAt: expect.any(String),
      children: [{ completed: true }, { completed: true }],
    });
    expect(actions(await read(as.student, open.pk))).toEqual(['PARENT_COMPLETE', 'CREATE']);
    expect(actions(await read(as.student, done.pk))).toEqual(['COMPLETE', 'CREATE']);
    const { task: back } = await update(as.student, { id: task.id, completed: false });
    expect(back).toMatchObject({
      completed: false,
      completedAt: null,
      children: [{ completed: false }, { completed: true }],
    });
    expect(actions(back)).toEqual(['UNCOMPLETE', 'COMPLETE', 'CREATE']);
  });

  it('happens once for parallel requests', async () => {
    const task = await create(as.student);
    await Promise.all(
      [as.student, as.mentor, as.student, as.coMentor].map((client) =>
        update(client, { id: task.id, completed: true }),
      ),
    );
    expect(actions(await read(as.student, task.pk))).toEqual(['COMPLETE', 'CREATE']);
  });

  it('opens a completed task whose step is opened', async () => {
    const task = await create(as.student);
    const step = await create(as.student, { name: 'Step', parentId: task.id });
    await update(as.student, { id: task.id, completed: true });
    await update(as.student, { id: step.id, completed: false });
    expect(await read(as.student, task.pk)).toMatchObject({ completed: false });
  });

  // covers: LIST-006
  it('moves tasks to the completed ones, the latest first, page by page', async () => {
    const pks: number[] = [];
    for (let number = 0; number < 12; number += 1) {
      const completedAt = new Date(Date.now() - Math.floor(number / 3) * 1000);
      pks.push((await createTask(app.database, list, { completedAt })).pk);
    }
    const query = `query ($listPk: Int!, $after: String) {
      completedTasks(listPk: $listPk, after: $after) {
        totalCount edges { node { pk completedAt } } pageInfo { endCursor hasNextPage }
      }
    }`;
    const first = (await as.parent.graphql(query, { listPk: list.pk })).data?.['completedTasks'];
    expect(first.totalCount).toBe(12);
    expect(first.edges).toHaveLength(10);
    const after = first.pageInfo.endCursor;
    const second = (await as.parent.graphql(query, { listPk: list.pk, after })).data?.['completedTasks'];
    const seen = [...first.edges, ...second.edges].map((edge) => edge.node.pk);
    expect(new Set(seen)).toEqual(new Set(pks));
    expect(second.pageInfo.hasNextPage).toBe(false);
    expect(failure(await as.mentor.graphql(query, { listPk: privateList.pk })).code).toBe('NOT_FOUND');
  });
});
