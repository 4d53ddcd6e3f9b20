import { beforeAll, describe, expect, it } from 'vitest';
import { createMeeting, createNote, type TestNote } from '#tests/factories/notes.ts';
import { createUser, relate, type TestUser } from '#tests/factories/users.ts';
import {
  alphabetically,
  app,
  LIST,
  list,
  type ListedNode,
  startNoteListTests,
} from '#tests/helpers/scenes/note-list-scene.ts';
import { codeOf, type TestClient } from '#tests/helpers/server/test-client.ts';
import { FULL_ACCESS } from '#shared/kernel/access.ts';
import type { Actor } from '#shared/kernel/actor.ts';
import { toGlobalId } from '#shared/kernel/ids.ts';
import { canReadNote, type NoteFacts } from '#shared/notes/policy.ts';
import { NOTE_SORTS } from '#shared/notes/orders.ts';

startNoteListTests();

/** Returns every node of the list, page by page. */
async function walk(client: TestClient, variables: object = {}) {
  const nodes: ListedNode[] = [];
  let after: string | null = null;
  for (let pages = 0; pages < 100; pages += 1) {
    const page = await list(client, { ...variables, after });
    nodes.push(...page.edges.map((edge) => edge.node));
    if (!page.pageInfo.hasNextPage) return nodes;
    after = page.pageInfo.endCursor;
  }
  throw new Error('The list does not end.');
}

/** Creates students, parents and mentors with all kinds of notes between them. */
async function createPopulation() {
  const { database } = app;
  const students = await Promise.all([1, 2, 3].map(() => createUser(database, { role: 'student' })));
  const mentors = await Promise.all([1, 2, 3, 4].map(() => createUser(database, { role: 'mentor' })));
  const parents = await Promise.all([1, 2].map(() => createUser(database, { role: 'parent' })));
  const relations: [number, TestUser][] = [
    [0, mentors[0]!],
    [0, mentors[1]!],
    [1, mentors[1]!],
    [1, mentors[2]!],
    [2, mentors[3]!],
    [0, parents[0]!],
    [1, parents[0]!],
    [2, parents[1]!],
  ];
  for (const [student, user] of relations) await relate(database, students[student]!, user);
  const facts: (Omit<NoteFacts, 'isRecipient'> & { note: TestNote; recipients: TestUser[] })[] = [];
  for (const author of mentors) {
    for (const student of [undefined, ...students]) {
      const note = await createNote(database, { author, student });
      const studentPk = student?.pk ?? null;
      facts.push({ note, authorPk: author.pk, studentPk, isMeetingNote: false, sent: false, recipients: [] });
      if (student === undefined) continue;
      for (const recipients of [undefined, [], [student, parents[0]!, mentors[0]!], [mentors[2]!, author]]) {
        const meeting = await createMeeting(database, { provider: author, client: student });
        const meetingNote = await createNote(database, {
          author,
          meeting,
          recipients: recipients && [...new Set(recipients)],
        });
        facts.push({
          note: meetingNote,
          authorPk: author.pk,
          studentPk,
          isMeetingNote: true,
          sent: recipients !== undefined,
          recipients: recipients ?? [],
        });
      }
    }
  }
  const users = [...students, ...mentors, ...parents];
  const studentPksOf = (user: TestUser) =>
    relations.filter(([, related]) => related === user).map(([student]) => students[student]!.pk);
  return { users, facts, studentPksOf };
}

describe('the visibility of notes', () => {
  it('is the same in the list and in the policy, for every person and note', async () => {
    const { users, facts, studentPksOf } = await createPopulation();
    expect(facts.length).toBeGreaterThan(60);
    for (const user of users) {
      const client = await app.as(user);
      const actor: Actor = {
        pk: user.pk,
        role: user.role,
        fullName: user.fullName,
        timeZone: 'UTC',
        studentPks: studentPksOf(user),
        permissions: [],
        access: FULL_ACCESS,
      };
      const readable = facts.filter((fact) =>
        canReadNote(actor, { ...fact, isRecipient: fact.recipients.includes(user) }),
      );
      const pks = (own: boolean | null) =>
        readable
          .filter((fact) => own === null || (fact.authorPk === user.pk) === own)
          .map((fact) => fact.note.pk)
          .sort((a, b) => a - b);
      for (const [variables, expected] of [
        [{ includeOthers: true }, pks(null)],
        [{}, pks(true)],
        [{ includeSelf: false, includeOthers: true }, pks(false)],
        [{ includeOthers: true, title: 'First' }, pks(null)],
        [{ includeSelf: false, includeOthers: false }, []],
      ] as const) {
        const page = await list(client, { count: 500, ...variables });
        const found = page.edges.map((edge) => edge.node.pk).sort((a, b) => a - b);
        expect(found, `${user.role} ${JSON.stringify(variables)}`).toEqual(expected);
        expect(page.totalCount).toBe(expected.length);
      }
      for (const fact of facts) {
        const answer = await client.graphql('query ($id: ID!) { note(id: $id) { pk } }', {
          id: fact.note.id,
        });
        expect(answer.data?.['note']?.pk ?? null).toBe(readable.includes(fact) ? fact.note.pk : null);
      }
    }
  });
});

describe('the list', () => {
  let mentor: TestUser;
  let coMentor: TestUser;
  let student: TestUser;
  let client: TestClient;
  beforeAll(async () => {
    mentor = await createUser(app.database, { role: 'mentor', firstName: 'Ana', lastName: 'Ruiz' });
    coMentor = await createUser(app.database, { role: 'mentor', firstName: 'Bo', lastName: 'Li' });
    student = await createUser(app.database, { role: 'student', firstName: 'Mia', lastName: 'Stone' });
    const second = await createUser(app.database, { role: 'student', firstName: 'Zoe', lastName: 'Young' });
    await relate(app.database, student, mentor);
    await relate(app.database, student, coMentor);
    await relate(app.database, second, mentor);
    client = await app.as(mentor);
    // Many have the same timestamp, so that only the primary key orders them.
    const moments = [new Date('2026-01-05T10:00:00.123Z'), new Date('2026-01-06T10:00:00.123Z')];
    for (let index = 0; index < 30; index += 1) {
      const meeting =
        index % 5 === 0
          ? await createMeeting(app.database, { provider: mentor, client: student })
          : undefined;
      await createNote(app.database, {
        author: mentor,
        student: index % 3 === 0 ? student : second,
        meeting,
        recipients: index % 10 === 0 ? [student, coMentor] : undefined,
        title: `${index % 2 ? 'note' : 'Note'} ${String(index % 7)}`,
        at: moments[index % 2]!,
      });
      await createNote(app.database, {
        author: coMentor,
        student,
        title: `Theirs ${index}`,
        at: moments[0]!,
      });
    }
  });

  // covers: NOTE-033 NOTE-034 NOTE-035 API-008
  it('returns the requested page, its count and its cursors', async () => {
    const page = await list(client, { count: 10 });
    expect(page.totalCount).toBe(30);
    expect(page.edges).toHaveLength(10);
    expect(page.pageInfo).toEqual({
      startCursor: page.edges[0]?.cursor,
      endCursor: page.edges[9]?.cursor,
      hasNextPage: true,
      hasPreviousPage: false,
    });
    const next = await list(client, { count: 25, after: page.pageInfo.endCursor });
    expect(next.edges).toHaveLength(20);
    expect(next.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    expect(codeOf(await client.graphql('{ allNotes { totalCount } }'))).toBe('BAD_REQUEST');
  });

  it('returns at most 500 notes', async () => {
    const page = await list(client, { count: 2_147_483_647 });
    expect(page.edges).toHaveLength(30);
    expect(codeOf(await client.graphql(LIST, { count: 0 }))).toBe('INVALID_INPUT');
    expect(codeOf(await client.graphql(LIST, { count: -1 }))).toBe('INVALID_INPUT');
    expect(codeOf(await client.graphql(LIST, { count: 2_147_483_648 }))).toBe('BAD_REQUEST');
  });

  // covers: NOTE-013 NOTE-015
  it('shows own notes, the last changed first, when nothing else is asked for', async () => {
    const nodes = await walk(client);
    expect(new Set(nodes.map((node) => node.user.pk))).toEqual(new Set([mentor.pk]));
    const moments = nodes.map((node) => node.updatedAt);
    expect(moments).toEqual(alphabetically(moments).toReversed());
  });

  const valueOf: Record<(typeof NOTE_SORTS)[number], (node: ListedNode) => string> = {
    title: (node) => node.title.toLowerCase(),
    createdAt: (node) => node.createdAt,
    updatedAt: (node) => node.updatedAt,
    sent: (node) => String(node.meetingNote?.sent ?? false),
    createdBy: (node) => (node.user.pk === mentor.pk ? 'Ana Ruiz' : 'Bo Li'),
    student: (node) => node.student?.fullName ?? '',
    mentor: (node) => node.mentor?.fullName ?? '',
  };

  it.each(NOTE_SORTS)('is sorted by %s both ways, page by page, losing nothing', async (sort) => {
    for (const includeOthers of [false, true]) {
      const upward = await walk(client, { orderBy: sort, count: 7, includeOthers });
      const downward = await walk(client, { orderBy: `-${sort}`, count: 11, includeOthers });
      expect(upward).toHaveLength(includeOthers ? 60 : 30);
      expect(new Set(upward.map((node) => node.pk)).size).toBe(upward.length);
      expect(downward.map((node) => node.pk)).toEqual(upward.map((node) => node.pk).toReversed());
      const keys = upward.map((node): [string, number] => [valueOf[sort](node), node.pk]);
      const sorted = keys.toSorted(([a, pkA], [b, pkB]) => (a < b ? -1 : a > b ? 1 : pkA - pkB));
      expect(keys).toEqual(sorted);
    }
  });

  it('is filtered by creator and by student', async () => {
    const theirs = await walk(client, { includeOthers: true, user: toGlobalId('User', coMentor.pk) });
    expect(theirs).toHaveLength(30);
    const mine = await list(client, { includeOthers: true, user: toGlobalId('User', mentor.pk) });
    expect(mine.totalCount).toBe(30);
    const about = await list(client, {
      includeOthers: true,
      student: toGlobalId('User', student.pk),
      count: 100,
    });
    expect(about.edges.every((edge) => edge.node.student?.fullName === 'Mia Stone')).toBe(true);
    expect(about.totalCount).toBe(about.edges.length);
    expect(codeOf(await client.graphql(LIST, { count: 1, user: 'nonsense' }))).toBe('NOT_FOUND');
  });

  it('is filtered by kind: meeting notes, and the viewer’s unsent notes', async () => {
    const author = await createUser(app.database, { role: 'mentor' });
    const student = await createUser(app.database, { role: 'student' });
    await relate(app.database, student, author);
    const meet = () => createMeeting(app.database, { provider: author, client: student });
    const plain = await createNote(app.database, { author, student });
    const unsent = await createNote(app.database, { author, meeting: await meet() });
    const sent = await createNote(app.database, { author, meeting: await meet(), recipients: [student] });
    const pksFor = async (user: TestUser, kind: string | null, variables: object = {}) => {
      const found = await list(await app.as(user), { kind, includeOthers: true, ...variables });
      const pks = found.edges.map(({ node }) => node.pk);
      expect(found.totalCount).toBe(pks.length);
      return pks.toSorted((a, b) => a - b);
    };
    expect(await pksFor(author, null)).toEqual([plain.pk, unsent.pk, sent.pk]);
    expect(await pksFor(author, 'MEETING_NOTE')).toEqual([unsent.pk, sent.pk]);
    expect(await pksFor(author, 'UNSENT_MEETING_NOTE')).toEqual([unsent.pk]);
    expect(await pksFor(author, 'UNSENT_MEETING_NOTE', { includeSelf: false })).toEqual([]);
    const other = { student: toGlobalId('User', (await createUser(app.database, { role: 'student' })).pk) };
    expect(await pksFor(author, 'MEETING_NOTE', other)).toEqual([]);
    expect(await pksFor(student, 'MEETING_NOTE')).toEqual([sent.pk]);
    expect(await pksFor(student, 'UNSENT_MEETING_NOTE')).toEqual([]);
  });

  it('follows a rename', async () => {
    await app.database.kysely
      .updateTable('users')
      .set({ firstName: 'Maya' })
      .where('pk', '=', student.pk)
      .execute();
    const page = await list(client, { orderBy: 'student', count: 1 });
    expect(page.edges[0]?.node.student?.fullName).toBe('Maya Stone');
    await app.database.kysely
      .updateTable('users')
      .set({ firstName: 'Mia' })
      .where('pk', '=', student.pk)
      .execute();
  });

  it('refuses an unknown order and cursors that are not its own', async () => {
    for (const orderBy of ['body', '--title', 'title;', '', 'Title', '-']) {
      expect(codeOf(await client.graphql(LIST, { count: 1, orderBy })), orderBy).toBe('INVALID_INPUT');
    }
    const cursor = (...values: unknown[]) => Buffer.from(JSON.stringify(values)).toString('base64url');
    const byTitle = (await list(client, { orderBy: 'title' })).pageInfo.endCursor;
    for (const after of [
      byTitle,
      '',
      'x',
      cursor(),
      cursor('notes -updatedAt', 'yesterday', 1),
      cursor('notes -updatedAt', '2026-99-99T10:00:00.000Z', 1),
      cursor('notes -updatedAt', '2026-01-01T10:00:00.000Z', 1e20),
      cursor('notes -updatedAt', '2026-01-01T10:00:00.000Z', '1; DROP TABLE notes'),
      cursor('notes -updatedAt', null, 1),
    ]) {
      expect(codeOf(await client.graphql(LIST, { count: 1, after })), after).toBe('INVALID_INPUT');
    }
    const answer = await client.graphql(LIST, {
      count: 1,
      orderBy: 'title',
      after: cursor('notes title', 'a\u0000', 1),
    });
    expect(codeOf(answer)).toBe('INVALID_INPUT');
  });
});
