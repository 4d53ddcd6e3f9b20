/** Sends malformed cursors to every list. */
import { isObjectType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { schema } from '#server/schema.ts';
import { createInvitation } from '#tests/factories/invitations.ts';
import { createMeeting, createNote } from '#tests/factories/notes.ts';
import { createInstitution, createMajor, createSchool } from '#tests/factories/roadmap.ts';
import { createTask } from '#tests/factories/tasks.ts';
import {
  app,
  asStudent,
  client,
  type Create,
  CREATES,
  list,
  mentor,
  roadmapId,
  startCreateTests,
  student,
} from '#tests/helpers/scenes/creates-scene.ts';
import { codeOf } from '#tests/helpers/server/test-client.ts';

startCreateTests();

describe('malformed cursors', () => {
  /** A query for each connection field with a cursor. */
  const CONNECTIONS: Record<string, (args: string) => string> = {
    'Query.allBugReports': root('allBugReports'),
    'Query.allCipcodes': root('allCipcodes'),
    'Query.allInstitutions': root('allInstitutions'),
    'Query.allInteractions': root('allInteractions', 'first: 1, orderBy: "-createdAt"'),
    'Query.allInvitedUsers': root('allInvitedUsers'),
    'Query.allNotes': root('allNotes', 'first: 1'),
    'Query.allSchools': root('allSchools'),
    'Query.allStudents': root('allStudents'),
    'Query.allTaskLists': root('allTaskLists', () => `userPk: ${student.pk}`),
    'Query.allUpcomingTasks': root('allUpcomingTasks', () => `userPk: ${student.pk}`),
    'Query.bookedMeetings': root('bookedMeetings', 'first: 1'),
    'Query.completedTasks': root('completedTasks', () => `listPk: ${list.pk}`),
    'Query.recentlyCompletedTasks': root('recentlyCompletedTasks', () => `userPk: ${student.pk}`),
    'Query.sprReviews': root('sprReviews', () => `studentPk: ${student.pk}`),
    'Query.taskActivities': root('taskActivities', () => `listPk: ${list.pk}`),
    'Roadmap.activitySet': onRoadmap('activitySet'),
    'Roadmap.actscoreSet': onRoadmap('actscoreSet'),
    'Roadmap.categoricalexamscoreSet': onRoadmap('categoricalexamscoreSet'),
    'Roadmap.classgradeSet': onRoadmap('classgradeSet'),
    'Roadmap.collegeSet': onRoadmap('collegeSet'),
    'Roadmap.majorinterestSet': onRoadmap('majorinterestSet'),
    'Roadmap.satscoreSet': onRoadmap('satscoreSet'),
    'School.courseSet': (args) =>
      `query ($after: String) { roadmap(userPk: ${student.pk}) { school { courseSet(${args}) { edges { cursor } } } } }`,
  };

  function root(field: string, given: string | (() => string) = '') {
    return (args: string) => {
      const own = typeof given === 'string' ? given : given();
      return `query ($after: String) { ${field}(${[own, args].join(' ')}) { edges { cursor } } }`;
    };
  }
  function onRoadmap(field: string) {
    return (args: string) =>
      `query ($after: String) { roadmap(userPk: ${student.pk}) { ${field}(${args}) { edges { cursor } } } }`;
  }

  const ask = (query: string, after: string | null) => client.graphql(query, { after });
  const encode = (values: unknown) => Buffer.from(JSON.stringify(values)).toString('base64url');

  /** Returns the first cursor in a response. */
  const cursorIn = (answer: object) => /"cursor":"([^"]+)"/.exec(JSON.stringify(answer))?.[1] ?? '';

  /** Throws when a setup request failed. */
  function requireNoErrors(what: string, { errors }: { errors?: { message: string }[] }) {
    if (errors !== undefined) throw new Error(`${what}: ${errors[0]?.message}`);
  }

  /** Sends the first input of a mutation. */
  async function createFirst(name: string) {
    const { mutation, inputs, as = () => client } = CREATES[name] as Create;
    requireNoErrors(name, await as().graphql(mutation, { input: inputs()[0] }));
  }

  const valid = new Map<string, string>();
  beforeAll(async () => {
    const { database } = app;
    const meeting = await createMeeting(database, { provider: mentor, client: student });
    await createNote(database, { author: mentor, meeting });
    await createTask(database, list, { dueAt: new Date(Date.now() + 86_400_000) });
    await createTask(database, list, { completedAt: new Date() });
    await createInvitation(database, mentor);
    await createInstitution(database);
    const major = await createMajor(database);
    const school = await createSchool(database, {}, [{ name: 'Biology', vanishedAt: null }]);
    const chosen = { roadmapId, schoolId: school.id, cipcode4Ids: [major.id] };
    const update =
      'mutation ($input: UpdateRoadmapInput!) { updateRoadmap(input: $input) { clientMutationId } }';
    requireNoErrors('updateRoadmap', await asStudent.graphql(update, { input: chosen }));
    await createFirst('createBugReport');
    await createFirst('createTask');
    await createFirst('createSprReview');
    for (const [field, query] of Object.entries(CONNECTIONS)) {
      const answer = await ask(query('after: $after'), null);
      requireNoErrors(field, answer);
      valid.set(field, cursorIn(answer));
    }
  });

  it('are tried on every connection field of the schema', () => {
    const objects = Object.values(schema.getTypeMap()).filter(isObjectType);
    const fields = objects.flatMap((type) =>
      Object.values(type.getFields())
        .filter((field) => field.args.some(({ name }) => name === 'after'))
        .map((field) => `${type.name}.${field.name}`),
    );
    expect(Object.keys(CONNECTIONS).sort()).toEqual(fields.sort());
  });

  const nasty = ['+123456-01-01T00:00:00.000Z', '2026-02-30T00:00:00.000Z', '-000001-01-01T00:00:00.000Z'];
  const wrong = [null, {}, [], true, 1e20, -1, 1.5, '\ud800', '\u0000'];

  it.each(Object.keys(CONNECTIONS))('are refused by %s', async (field) => {
    const query = CONNECTIONS[field]?.('after: $after') ?? '';
    const own = valid.get(field) ?? '';
    expect(own, 'the list has an entry').not.toBe('');
    expect((await ask(query, own)).errors).toBeUndefined();

    const [order, ...values] = JSON.parse(Buffer.from(own, 'base64url').toString()) as unknown[];
    const replaced = (index: number, value: unknown) => encode([order, ...values.with(index, value)]);
    const refused = [
      '',
      'x',
      '%',
      '\u0000',
      'x'.repeat(5_000),
      ...[
        null,
        1,
        'text',
        {},
        [],
        [order],
        [order, ...values, 1],
        values,
        [`${String(order)} `, ...values],
      ].map(encode),
      ...values.flatMap((_, index) => wrong.map((value) => replaced(index, value))),
      // The primary key is last, and never a date.
      ...nasty.map((date) => replaced(values.length - 1, date)),
      ...[...valid].filter(([other]) => other !== field).map(([, cursor]) => cursor),
    ].filter((cursor) => cursor !== own);
    for (const after of refused) {
      expect(codeOf(await ask(query, after)), `${after} in ${field}`).toBe('INVALID_INPUT');
    }
    for (const [index, value] of values.entries()) {
      if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) continue;
      for (const date of nasty) {
        expect(codeOf(await ask(query, replaced(index, date))), `${date} in ${field}`).toBe('INVALID_INPUT');
      }
    }
  });
});
