import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMeeting } from '#tests/factories/notes.ts';
import { createFamily } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

// covers: USER-023 INT-024
it('an attended meeting is the last interaction, although its note is not sent', async () => {
  const { student, parent, mentor } = await createFamily(app.database);
  const before = new Date(Date.now() - 12 * 86_400_000);
  const last = { studentPk: student.pk, mentorPk: mentor.pk, createdAt: before };
  await app.database.kysely
    .insertInto('lastInteractions')
    .values({ ...last, interactionType: 'task_activity' })
    .execute();
  const attention = async () => {
    const { data } = await (
      await app.as(mentor)
    ).graphql(
      '{ allStudents(first: 5) { edges { node { overview { lastInteraction { interactionType } attention { kind amount } } } } } }',
    );
    return data?.['allStudents'].edges[0].node.overview as object;
  };
  expect(await attention()).toMatchObject({ attention: [{ kind: 'no_contact', amount: 12 }] });
  const { pk } = await createMeeting(app.database, { provider: mentor, client: student });
  const record = () => app.services.interactions.recordAttendedMeeting(pk);
  await Promise.all([record(), record()]);
  expect(await attention()).toEqual({ lastInteraction: { interactionType: 'meeting' }, attention: [] });
  const { students } = (await (await app.as(parent)).rest('GET', '/api/me/')).body;
  expect(students[0].last_interaction).toMatchObject({
    interaction_type: 'meeting',
    mentor: { pk: mentor.pk },
  });
  // The same meeting again does not move the last interaction.
  const at = students[0].last_interaction.created_at;
  await record();
  const again = (await (await app.as(parent)).rest('GET', '/api/me/')).body;
  expect(again.students[0].last_interaction.created_at).toBe(at);
});
