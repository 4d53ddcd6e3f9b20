import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TASK_ACTIONS } from '#shared/tasks/constants.ts';
import { createNote } from '#tests/factories/notes.ts';
import { createList, createTask, describedBy, type TestList } from '#tests/factories/tasks.ts';
import { createFamily } from '#tests/factories/users.ts';
import { startTestApp, type TestApp, type TestClient } from '#tests/helpers/test-app.ts';

const DAY = 86_400_000;

let app: TestApp;
let family: Awaited<ReturnType<typeof createFamily>>;
let as: Record<keyof typeof family, TestClient>;
let list: TestList;
let privateList: TestList;

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
  list = await createList(app.database, family.student, { name: 'Shared list' });
  privateList = await createList(app.database, family.student, { name: 'Private list', private: true });
});

const FIELDS = /* GraphQL */ `
  fragment Fields on Task {
    id
    pk
    name
    points
    dueAt
    recurrence
    body
    htmlBody
    completed
    completedAt
    parent {
      pk
      name
    }
    children {
      pk
      name
      completed
    }
    containingList {
      id
      slug
      name
    }
    createdByPk
    sourceNote {
      title
    }
    taskactivitySet {
      id
      action
      createdByFullName
      createdAt
      oldName
      newName
      oldPoints
      newPoints
      oldDueAt
      newDueAt
      oldContainingList {
        id
        name
      }
      newContainingList {
        id
        name
      }
    }
    version
    permissions
  }
`;
const CREATE = `mutation ($input: CreateTaskInput!) { createTask(input: $input) { task { ...Fields } } } ${FIELDS}`;
const UPDATE = `mutation ($input: UpdateTaskInput!) {
  updateTask(input: $input) { task { ...Fields } nextTask { ...Fields } }
} ${FIELDS}`;
const TASK = `query ($pk: Int!) { task(pk: $pk) { ...Fields } } ${FIELDS}`;

interface Failure {
  code: string | undefined;
  message: string;
  fields: Record<string, string> | undefined;
}

function failure(answer: Awaited<ReturnType<TestClient['graphql']>>): Failure {
  const [error] = answer.errors ?? [];
  if (error === undefined) throw new Error('It succeeded.');
  return { code: error.extensions?.code, message: error.message, fields: error.extensions?.fields };
}

function input(given: object = {}) {
  return { name: 'Write the essay', ...describedBy('650 words'), containingListId: list.id, ...given };
}

async function create(client: TestClient, given: object = {}) {
  const answer = await client.graphql(CREATE, { input: input(given) });
  expect(answer.errors).toBeUndefined();
  return answer.data?.['createTask'].task;
}

async function update(client: TestClient, given: object) {
  const answer = await client.graphql(UPDATE, { input: given });
  expect(answer.errors).toBeUndefined();
  return answer.data?.['updateTask'];
}

async function read(client: TestClient, pk: number) {
  return (await client.graphql(TASK, { pk })).data?.['task'];
}

function actions(task: { taskactivitySet: { action: string }[] }) {
  return task.taskactivitySet.map((entry) => entry.action);
}

describe('creating', () => {
  // covers: TASK-004 TASK-005 TASK-006 TASK-008 TASK-009 TASK-031 TASK-037
  it('answers with the task, and renders the description itself', async () => {
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
  it('makes steps of a task, one level deep', async () => {
    const parent = await create(as.student);
    const step = await create(as.student, { name: 'Outline', parentId: parent.id });
    expect(step.parent).toEqual({ pk: parent.pk, name: parent.name });
    expect((await read(as.student, parent.pk)).children).toMatchObject([{ pk: step.pk, name: 'Outline' }]);
    const deeper = await as.student.graphql(CREATE, { input: input({ parentId: step.id }) });
    expect(failure(deeper)).toMatchObject({ code: 'INVALID_INPUT', fields: { parentId: expect.anything() } });
    const elsewhere = { parentId: parent.id, containingListId: privateList.id };
    expect(failure(await as.student.graphql(CREATE, { input: input(elsewhere) })).code).toBe('NOT_FOUND');
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
    const answer = await as.student.graphql(CREATE, { input: input(given) });
    expect(failure(answer)).toMatchObject({
      code: 'INVALID_INPUT',
      fields: { [field]: expect.any(String) },
    });
  });

  it('says that a due date must be in the future', async () => {
    const dueAt = new Date(Date.now() - 1000).toISOString();
    const answer = await as.student.graphql(CREATE, { input: input({ dueAt }) });
    expect(failure(answer).message).toBe('Due date must be in the future');
  });

  // covers: TASK-032
  it('is for the owner and the mentors of a shared list', async () => {
    const attempt = async (client: TestClient, containingListId: string) =>
      (await client.graphql(CREATE, { input: input({ containingListId }) })).errors?.[0]?.extensions?.code;
    expect(await attempt(as.mentor, list.id)).toBeUndefined();
    expect(await attempt(as.parent, list.id)).toBe('FORBIDDEN');
    expect(await attempt(as.otherMentor, list.id)).toBe('NOT_FOUND');
    expect(await attempt(as.mentor, privateList.id)).toBe('NOT_FOUND');
    expect(await attempt(as.student, 'VGFzazox')).toBe('NOT_FOUND');
    expect(await attempt(as.student, 'malformed')).toBe('NOT_FOUND');
  });

  it('makes one task of a repeated request', async () => {
    const idempotencyKey = randomUUID();
    const tasks = await Promise.all([1, 2, 3].map(() => create(as.student, { idempotencyKey })));
    expect(new Set(tasks.map((task) => task.pk)).size).toBe(1);
    const other = await as.student.graphql(CREATE, { input: input({ idempotencyKey, name: 'Another' }) });
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
    const stolen = await as.student.graphql(CREATE, { input: input({ sourceNoteId: note.id }) });
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
        createdByFullName: family.mentor.fullName,
      },
      { action: 'CREATE', createdByFullName: family.student.fullName },
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
    const answer = await as.student.graphql(UPDATE, {
      input: { ...edit, dueAt: new Date(Date.now() - 2 * DAY).toISOString() },
    });
    expect(failure(answer).message).toBe('Due date must be in the future');
  });

  it('refuses an edit based on an older version, and returns the stored values', async () => {
    const task = await create(as.student);
    const edit = { id: task.id, ...describedBy('x'), version: task.version };
    await update(as.mentor, { ...edit, name: 'By the mentor' });
    const answer = await as.student.graphql(UPDATE, { input: { ...edit, name: 'By the student' } });
    expect(answer.errors?.[0]?.extensions).toMatchObject({
      code: 'CONFLICT',
      current: { name: 'By the mentor', version: task.version + 1 },
    });
    expect((await read(as.student, task.pk)).name).toBe('By the mentor');
  });

  it('takes one of its three forms at a time', async () => {
    const task = await create(as.student);
    const both = { id: task.id, completed: true, name: 'x', ...describedBy('x') };
    expect(failure(await as.student.graphql(UPDATE, { input: both })).code).toBe('INVALID_INPUT');
    expect(failure(await as.student.graphql(UPDATE, { input: { id: task.id } })).code).toBe('INVALID_INPUT');
    const half = { id: task.id, name: 'x' };
    expect(failure(await as.student.graphql(UPDATE, { input: half })).code).toBe('INVALID_INPUT');
  });

  it('is not for parents and strangers', async () => {
    const task = await create(as.student);
    const edit = { input: { id: task.id, name: 'x', ...describedBy('x') } };
    expect(failure(await as.parent.graphql(UPDATE, edit)).code).toBe('FORBIDDEN');
    expect(failure(await as.otherMentor.graphql(UPDATE, edit)).code).toBe('NOT_FOUND');
    expect(failure(await as.otherStudent.graphql(UPDATE, edit)).code).toBe('NOT_FOUND');
  });

  it('says that the task is missing after its list was deleted', async () => {
    const task = await create(as.student);
    await as.student.rest('DELETE', `/api/lists/${list.slug}/`);
    const edit = { input: { id: task.id, name: 'x', ...describedBy('x') } };
    expect(failure(await as.student.graphql(UPDATE, edit)).code).toBe('NOT_FOUND');
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

  it('take every rule of quick add, and no other', async () => {
    const dueAt = new Date(Date.now() + DAY).toISOString();
    for (const recurrence of ['daily', 'weekdays', 'every 2 weeks', 'every 3 months']) {
      const task = await create(as.student, { dueAt, recurrence });
      const { nextTask } = await update(as.student, { id: task.id, completed: true });
      expect(nextTask).toMatchObject({ recurrence });
    }
    for (const recurrence of ['every 1 weeks', 'every 2 days', 'yearly', '']) {
      const answer = await as.student.graphql(CREATE, { input: input({ dueAt, recurrence }) });
      expect(failure(answer).code).toBe('INVALID_INPUT');
    }
  });
});

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
      (await client.graphql(UPDATE, { input: { id: task.id, containingListId } })).errors?.[0]?.extensions
        ?.code;
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
  it('comes in fives', async () => {
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
