import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toGlobalId } from '#shared/kernel/ids.ts';
import { createMeeting, createNote } from '#tests/factories/notes.ts';
import { createList, createTask, describedBy, type TestList } from '#tests/factories/tasks.ts';
import { createFamily, createUser, relate, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const LIST = `query ($first: Int!, $after: String, $mentor: ID, $student: ID, $orderBy: String!) {
  allInteractions(first: $first, after: $after, mentor: $mentor, student: $student, orderBy: $orderBy) {
    pageInfo { endCursor hasNextPage }
    edges { node {
      __typename id createdAt student { id fullName } mentor { id fullName } createdBy { fullName }
      ... on TaskActivityInteraction {
        action task { id name containingList { slug } } oldName newName oldPoints newPoints oldDueAt newDueAt
        oldContainingList { name } newContainingList { name } }
      ... on MeetingNoteInteraction { meetingNote { id title noteId } } } } } }`;
const CREATE = 'mutation ($input: CreateTaskInput!) { createTask(input: $input) { task { id pk } } }';
const UPDATE = 'mutation ($input: UpdateTaskInput!) { updateTask(input: $input) { task { id } } }';

/** Any node of the timeline. */
type Node = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any

async function page(viewer: TestUser, variables: object = {}) {
  const { data, errors } = await (
    await app.as(viewer)
  ).graphql(LIST, {
    first: 100,
    orderBy: '-createdAt',
    ...variables,
  });
  expect(errors).toBeUndefined();
  return data?.['allInteractions'] as {
    pageInfo: { endCursor: string | null; hasNextPage: boolean };
    edges: { node: Node }[];
  };
}
const nodes = async (viewer: TestUser, variables: object = {}) =>
  (await page(viewer, variables)).edges.map(({ node }) => node);
const actions = async (viewer: TestUser, variables: object = {}) =>
  (await nodes(viewer, variables)).map(({ action, task, meetingNote }) =>
    action === undefined ? meetingNote.title : `${action} ${task.name}`,
  );

async function add(viewer: TestUser, list: TestList, name: string): Promise<{ id: string; pk: number }> {
  const input = { name, ...describedBy(name), containingListId: list.id };
  const { data, errors } = await (await app.as(viewer)).graphql(CREATE, { input });
  expect(errors).toBeUndefined();
  return data?.['createTask'].task;
}
async function update(viewer: TestUser, input: object): Promise<void> {
  expect((await (await app.as(viewer)).graphql(UPDATE, { input })).errors).toBeUndefined();
}
async function share(owner: TestUser, list: TestList, isShared: boolean): Promise<void> {
  const answer = await (await app.as(owner)).rest('PUT', `/api/lists/${list.slug}/`, { private: !isShared });
  expect(answer.status).toBe(200);
}

// Later tests change the clock.
beforeEach(() => app.clock.set(new Date()));

describe('the timeline', () => {
  // covers: INT-001 INT-006 INT-014 INT-015 INT-016 INT-017
  it('shows the student, parent and mentors each change of a task with old and new values, and each sent note', async () => {
    const { student, parent, mentor, coMentor } = await createFamily(app.database);
    const list = await createList(app.database, student, { name: 'Essays', createdBy: mentor });
    const other = await createList(app.database, student, { name: 'Tests', createdBy: mentor });
    const dueAt = '2099-05-01T12:00:00.000Z';
    const task = await add(mentor, list, 'Draft');
    await update(mentor, { id: task.id, name: 'Essay', ...describedBy('Draft'), points: 10, dueAt });
    await update(mentor, { id: task.id, name: 'Essay', ...describedBy('New text') });
    await update(student, { id: task.id, completed: true });
    await update(student, { id: task.id, completed: false });
    await update(mentor, { id: task.id, containingListId: other.id });
    const meeting = await createMeeting(app.database, { provider: mentor, client: student });
    const note = await createNote(app.database, { author: mentor, meeting, title: 'Our meeting' });
    const sent = await (
      await app.as(mentor)
    ).graphql(
      'mutation ($id: ID!) { sendMeetingNote(input: { meetingNoteId: $id }) { meetingNote { sent } } }',
      { id: note.meetingNoteId },
    );
    expect(sent.errors).toBeUndefined();

    for (const viewer of [student, parent, mentor, coMentor]) {
      const entries = (await nodes(viewer)).reverse();
      const who = (user: TestUser) => ({ id: toGlobalId('User', user.pk), fullName: user.fullName });
      for (const entry of entries) {
        expect(entry).toMatchObject({ student: who(student), mentor: who(mentor) });
      }
      const taskNow = { id: task.id, name: 'Essay', containingList: { slug: other.slug } };
      expect(entries).toMatchObject([
        { action: 'CREATE', task: taskNow, createdBy: { fullName: mentor.fullName } },
        { action: 'UPDATE_NAME', oldName: 'Draft', newName: 'Essay' },
        { action: 'UPDATE_POINTS', oldPoints: 0, newPoints: 10 },
        { action: 'UPDATE_DUE_AT', oldDueAt: null, newDueAt: dueAt },
        { action: 'UPDATE_BODY' },
        { action: 'COMPLETE', createdBy: { fullName: student.fullName } },
        { action: 'UNCOMPLETE' },
        { action: 'MOVE', oldContainingList: { name: 'Essays' }, newContainingList: { name: 'Tests' } },
        {
          __typename: 'MeetingNoteInteraction',
          meetingNote: { id: note.meetingNoteId, title: 'Our meeting', noteId: note.pk },
        },
      ]);
    }
  });

  // covers: TASK-015
  it('leaves out steps that were completed with their task, and lists of mentors or parents', async () => {
    const { student, mentor } = await createFamily(app.database);
    const list = await createList(app.database, student, { createdBy: mentor });
    const task = await createTask(app.database, list, { name: 'Task' });
    await createTask(app.database, list, { name: 'Step', parent: task });
    await update(mentor, { id: task.id, completed: true });
    await add(mentor, await createList(app.database, mentor), 'Of the mentor');
    expect(await actions(mentor)).toEqual(['COMPLETE Task']);
  });

  it('names the tasks of a templated list, but not their steps', async () => {
    const { student, mentor } = await createFamily(app.database);
    const client = await app.as(mentor);
    const body = { target_user_pk: student.pk, templated_list_pk: 1 };
    expect((await client.rest('POST', '/api/add_templated_list/', body)).status).toBeLessThan(300);
    const tasks = await app.database.query<{ parentPk: number | null; name: string }>(
      'SELECT parent_pk AS "parentPk", name FROM tasks WHERE owner_pk = $1 ORDER BY pk DESC',
      [student.pk],
    );
    const named = tasks.filter(({ parentPk }) => parentPk === null);
    expect(named.length).toBeLessThan(tasks.length);
    expect(await actions(student)).toEqual(named.map(({ name }) => `CREATE ${name}`));
  });

  // covers: INT-007 INT-018 INT-020 INT-021 INT-022
  it('returns every entry once, also when entries have the same time', async () => {
    const { student, mentor } = await createFamily(app.database);
    const list = await createList(app.database, student, { createdBy: mentor });
    app.clock.set(new Date());
    for (let number = 1; number <= 23; number += 1) await add(mentor, list, `Task ${number}`);
    const seen: string[] = [];
    let after: string | null = null;
    const sizes: number[] = [];
    do {
      const found: Awaited<ReturnType<typeof page>> = await page(mentor, { first: 10, after });
      seen.push(...found.edges.map(({ node }) => node['task'].name));
      sizes.push(found.edges.length);
      after = found.pageInfo.hasNextPage ? found.pageInfo.endCursor : null;
    } while (after !== null);
    expect(sizes).toEqual([10, 10, 3]);
    expect(seen).toEqual(Array.from({ length: 23 }, (_, index) => `Task ${23 - index}`));
  });

  it('covers all students of a mentor, one student, or one mentor', async () => {
    const first = await createFamily(app.database);
    const second = await createFamily(app.database);
    const { student, mentor, coMentor } = first;
    await relate(app.database, second.student, mentor);
    const list = await createList(app.database, student, { createdBy: mentor });
    const otherList = await createList(app.database, second.student);
    await add(mentor, list, 'One');
    await add(mentor, otherList, 'Two');
    await add(coMentor, list, 'Three');
    await add(student, list, 'Four');
    expect(await actions(mentor)).toEqual(['CREATE Four', 'CREATE Three', 'CREATE Two', 'CREATE One']);
    const ofSecond = toGlobalId('User', second.student.pk);
    expect(await actions(mentor, { student: ofSecond })).toEqual(['CREATE Two']);
    const withCoMentor = { mentor: toGlobalId('User', coMentor.pk) };
    expect(await actions(student, withCoMentor)).toEqual(['CREATE Three']);
    expect(await actions(first.parent, withCoMentor)).toEqual(['CREATE Three']);
    // The mentor made the list in which the student works on their own task.
    expect(await actions(student, { mentor: toGlobalId('User', mentor.pk) })).toEqual([
      'CREATE Four',
      'CREATE One',
    ]);
  });

  // covers: INT-019
  it('needs a known order and a positive size', async () => {
    const { mentor } = await createFamily(app.database);
    const client = await app.as(mentor);
    for (const variables of [
      { first: 10, orderBy: 'createdAt' },
      { first: 0, orderBy: '-createdAt' },
      { first: 10, orderBy: '-createdAt', after: 'nonsense' },
    ]) {
      const { errors } = await client.graphql(LIST, variables);
      expect(errors?.[0]?.extensions?.code).toBe('INVALID_INPUT');
    }
    for (const variables of [{ first: 10 }, { orderBy: '-createdAt' }]) {
      expect((await client.graphql(LIST, variables)).errors).toBeDefined();
    }
  });

  // covers: INT-003
  it('is empty for a person without meetings', async () => {
    const { student, mentor } = await createFamily(app.database);
    await add(mentor, await createList(app.database, student, { createdBy: mentor }), 'Task');
    await app.database.kysely
      .updateTable('users')
      .set({ showMeetings: false })
      .where('pk', '=', student.pk)
      .execute();
    expect(await nodes(student)).toEqual([]);
    expect(await nodes(mentor)).toHaveLength(1);
  });
});

describe('the visibility of an entry', () => {
  it('follows its list and its task’s list; entries from the private time of a list stay private', async () => {
    const { student, parent, mentor } = await createFamily(app.database);
    const list = await createList(app.database, student, { createdBy: mentor });
    const hidden = await createList(app.database, student, { private: true });
    const task = await add(mentor, list, 'Open');
    const moved = await add(mentor, list, 'Moved');
    await add(student, hidden, 'Secret');
    expect(await actions(mentor)).toEqual(['CREATE Moved', 'CREATE Open']);

    await share(student, list, false);
    for (const viewer of [parent, mentor]) expect(await actions(viewer)).toEqual([]);
    await update(student, { id: task.id, completed: true });
    await share(student, list, true);
    expect(await actions(mentor)).toEqual(['CREATE Moved', 'CREATE Open']);

    await update(student, { id: moved.id, containingListId: hidden.id });
    expect(await actions(mentor)).toEqual(['CREATE Open']);
    await update(student, { id: moved.id, containingListId: list.id });
    expect(await actions(mentor)).toEqual(['MOVE Moved', 'CREATE Moved', 'CREATE Open']);
    // The name of the private source list stays private.
    expect((await nodes(mentor))[0]).toMatchObject({ oldContainingList: null });
    expect((await nodes(student))[0]).toMatchObject({ oldContainingList: { name: hidden.name } });

    await share(student, hidden, true);
    expect(await actions(parent)).toEqual(['MOVE Moved', 'CREATE Moved', 'CREATE Open']);
    expect(await actions(student)).toEqual([
      'MOVE Moved',
      'MOVE Moved',
      'COMPLETE Open',
      'CREATE Secret',
      'CREATE Moved',
      'CREATE Open',
    ]);
  });

  it('stays after its task or list was deleted, with the name and without a link', async () => {
    const { student, mentor } = await createFamily(app.database);
    const [list, gone, hidden] = [
      await createList(app.database, student, { createdBy: mentor }),
      await createList(app.database, student, { createdBy: mentor }),
      await createList(app.database, student),
    ];
    const task = await add(mentor, list, 'Deleted');
    await add(mentor, gone, 'Gone with its list');
    await add(student, hidden, 'Hidden, then gone');
    const purged = await add(student, list, 'Purged in private');
    const client = await app.as(student);
    await (await app.as(mentor)).rest('DELETE', `/api/tasks/${task.pk}/`);
    await (await app.as(mentor)).rest('DELETE', `/api/lists/${gone.slug}/`);
    await share(student, hidden, false);
    await update(student, { id: purged.id, containingListId: hidden.id });
    await app.database.query('DELETE FROM tasks WHERE pk = $1', [purged.pk]);
    await client.rest('DELETE', `/api/lists/${hidden.slug}/`);

    const expected = [
      { task: { id: null, name: 'Gone with its list', containingList: null } },
      { task: { id: null, name: 'Deleted', containingList: null } },
    ];
    expect(await nodes(mentor)).toMatchObject(expected);
    await app.database.query('DELETE FROM tasks WHERE pk = $1', [task.pk]);
    expect(await nodes(mentor)).toMatchObject(expected);
    expect(await nodes(student)).toHaveLength(5);
  });

  it('of a meeting note needs the note itself: a mentor assigned later does not see it', async () => {
    const { student, mentor, otherMentor, coMentor } = await createFamily(app.database);
    const meeting = await createMeeting(app.database, { provider: mentor, client: student });
    const note = await createNote(app.database, { author: mentor, meeting, title: 'Early' });
    await (
      await app.as(mentor)
    ).graphql('mutation ($id: ID!) { sendMeetingNote(input: { meetingNoteId: $id }) { clientMutationId } }', {
      id: note.meetingNoteId,
    });
    await relate(app.database, student, otherMentor);
    expect(await actions(otherMentor)).toEqual([]);
    expect(await actions(coMentor)).toEqual(['Early']);
    // Without the relation, the received note alone shows nothing.
    await app.database.query('DELETE FROM relations WHERE user_pk = $1', [coMentor.pk]);
    expect(await actions(coMentor)).toEqual([]);
  });
});

describe('writing', () => {
  it('is part of the change: a note sent 20 times in parallel has one entry', async () => {
    const { student, mentor } = await createFamily(app.database);
    const meeting = await createMeeting(app.database, { provider: mentor, client: student });
    const note = await createNote(app.database, { author: mentor, meeting });
    const client = await app.as(mentor);
    await Promise.all(
      Array.from({ length: 20 }, () =>
        client.graphql(
          'mutation ($id: ID!) { sendMeetingNote(input: { meetingNoteId: $id }) { clientMutationId } }',
          { id: note.meetingNoteId },
        ),
      ),
    );
    expect(await nodes(mentor)).toHaveLength(1);
  });

  it('fails with the change: no change of a task without its entry, and no entry without the change', async () => {
    const { student, mentor } = await createFamily(app.database);
    const list = await createList(app.database, student, { createdBy: mentor });
    await app.database.execute('ALTER TABLE interactions RENAME TO away');
    const { errors } = await (
      await app.as(mentor)
    ).graphql(CREATE, {
      input: { name: 'Lost', ...describedBy('Lost'), containingListId: list.id },
    });
    await app.database.execute('ALTER TABLE away RENAME TO interactions');
    expect(errors).toBeDefined();
    const tasks = await app.database.query('SELECT pk FROM tasks WHERE list_pk = $1', [list.pk]);
    expect(tasks).toEqual([]);
  });

  // covers: USER-023 USER-036
  it('shows the last interaction with each student, to the family and mentors only', async () => {
    const { student, parent, mentor, coMentor } = await createFamily(app.database);
    const staff = await createUser(app.database, { role: 'mentor', permissions: ['roadmap.view_roadmap'] });
    const list = await createList(app.database, student, { createdBy: mentor });
    await add(mentor, list, 'Task');
    const expected = {
      created_at: app.clock.now().toISOString(),
      interaction_type: 'task_activity',
      mentor: { id: toGlobalId('User', mentor.pk), pk: mentor.pk, full_name: mentor.fullName },
    };
    const get = async (viewer: TestUser, path: string) =>
      (await (await app.as(viewer)).rest('GET', path)).body;
    for (const viewer of [parent, mentor, coMentor]) {
      expect((await get(viewer, '/api/me/')).students).toMatchObject([
        { object_id: student.pk, last_interaction: expected },
      ]);
      expect((await get(viewer, `/api/users/${student.pk}/`)).last_interaction).toEqual(expected);
    }
    expect((await get(parent, `/api/users/${mentor.pk}/`)).students).toMatchObject([
      { last_interaction: expected },
    ]);
    expect((await get(student, '/api/me/')).students).toEqual([]);
    expect((await get(staff, `/api/users/${student.pk}/`)).last_interaction).toBeNull();
  });

  it('stores each student’s last interaction by a mentor', async () => {
    const { student, mentor, coMentor } = await createFamily(app.database);
    const list = await createList(app.database, student, { createdBy: mentor });
    const last = () =>
      app.database.kysely
        .selectFrom('lastInteractions')
        .select(['interactionType', 'mentorPk', 'createdAt'])
        .where('studentPk', '=', student.pk)
        .execute();
    await add(student, list, 'By the student');
    expect(await last()).toEqual([]);
    app.clock.set(new Date('2030-01-02T00:00:00Z'));
    await add(mentor, list, 'By the mentor');
    const expected = { interactionType: 'task_activity', mentorPk: mentor.pk, createdAt: app.clock.now() };
    expect(await last()).toEqual([expected]);
    // A slow clock does not move the value back.
    app.clock.set(new Date('2030-01-01T00:00:00Z'));
    await add(coMentor, list, 'Earlier');
    expect(await last()).toEqual([expected]);
    app.clock.set(new Date('2030-01-03T00:00:00Z'));
    const meeting = await createMeeting(app.database, { provider: coMentor, client: student });
    const note = await createNote(app.database, { author: coMentor, meeting });
    await (
      await app.as(coMentor)
    ).graphql('mutation ($id: ID!) { sendMeetingNote(input: { meetingNoteId: $id }) { clientMutationId } }', {
      id: note.meetingNoteId,
    });
    expect(await last()).toEqual([
      { interactionType: 'meeting_note', mentorPk: coMentor.pk, createdAt: app.clock.now() },
    ]);
  });
});
