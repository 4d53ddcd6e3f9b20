import { afterAll, beforeAll, expect, it } from 'vitest';
import { cleanUp } from '#server/db/clean-up.ts';
import { createFilledRoadmap } from '#tests/factories/roadmap.ts';
import { createFamily, createUser, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const reads = () =>
  app.database.query<{ reader: number; student: number; kind: string; count: number }>(
    `SELECT reader_pk AS reader, student_pk AS student, kind, count(*)::int AS count FROM staff_reads
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  );

async function readEverything(viewer: TestUser, student: TestUser) {
  const client = await app.as(viewer);
  const answers = [
    await client.graphql('query ($pk: Int!) { roadmap(userPk: $pk) { id } }', { pk: student.pk }),
    await client.graphql('query ($pk: Int!) { spr(studentPk: $pk) { id } }', { pk: student.pk }),
    await client.graphql('query ($pk: Int!) { student(pk: $pk) { pk } }', { pk: student.pk }),
    await client.graphql('{ allStudents(first: 500) { edges { node { pk } } } }'),
  ];
  return answers.map(({ errors }) => errors?.[0]?.extensions?.code);
}

it('who reads of a student without being related is recorded: whom, what and when', async () => {
  const { student, parent, mentor, otherStudent, otherMentor } = await createFamily(app.database);
  const { roadmapId } = await createFilledRoadmap(app.database, student);
  await app.database.kysely.insertInto('studentProfileRatings').values({ studentPk: student.pk }).execute();
  for (const viewer of [student, parent, mentor]) await readEverything(viewer, student);
  await readEverything(otherMentor, student);
  expect(await reads(), 'family and mentors read what is theirs; who is refused read nothing').toEqual([]);

  const staff = await createUser(app.database, {
    role: 'mentor',
    permissions: ['roadmap.view_roadmap', 'roadmap.change_roadmap', 'users.view_studentprofilerating'],
  });
  expect(await readEverything(staff, student)).toEqual([undefined, undefined, undefined, undefined]);
  await readEverything(staff, student);
  const of = (kind: string, { pk }: TestUser) => ({ reader: staff.pk, student: pk, kind, count: 1 });
  expect(await reads()).toEqual([
    of('rating', student),
    of('roadmap', student),
    of('summary', student),
    of('summary', otherStudent),
  ]);

  await app.database.query('DELETE FROM staff_reads');
  await (
    await app.as(staff)
  ).graphql(
    `mutation ($id: ID!) { updateRoadmap(input: { roadmapId: $id, year: JR }) { roadmap { userFullName } } }`,
    { id: roadmapId },
  );
  expect(await reads(), 'what a change answers with is read, too').toEqual([of('roadmap', student)]);
});

it('is kept for a year', async () => {
  const { student, mentor } = await createFamily(app.database);
  await app.database.query('DELETE FROM staff_reads');
  await app.database.query(
    `INSERT INTO staff_reads (reader_pk, student_pk, kind, day, first_at, last_at)
    SELECT $1, $2, 'summary', (now() - age)::date, now() - age, now() - age
    FROM unnest(ARRAY[interval '300 days', interval '400 days']) AS age`,
    [mentor.pk, student.pk],
  );
  await cleanUp(app.database);
  expect(await reads()).toHaveLength(1);
});
