import { afterAll, beforeAll, expect, it } from 'vitest';
import { createUser, relate } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('an added or removed relation applies from the next request', async () => {
  const mentor = await createUser(app.database, { role: 'mentor' });
  const parent = await createUser(app.database, { role: 'parent' });
  const [first, second] = [await createUser(app.database), await createUser(app.database)];
  const clients = [await app.as(mentor), await app.as(parent)];
  const seen = async () => {
    const answers = await Promise.all(
      clients.map((client) =>
        client.graphql<{ allStudents: { totalCount: number; edges: { node: { pk: number } }[] } }>(
          '{ allStudents(first: 9) { totalCount edges { node { pk } } } }',
        ),
      ),
    );
    return answers.map(({ data }) => {
      expect(data?.allStudents.totalCount).toBe(data?.allStudents.edges.length);
      return data?.allStudents.edges.map(({ node }) => node.pk).sort((a, b) => a - b);
    });
  };
  const roadmap = async (client = clients[0]) =>
    (await client?.graphql('query ($pk: Int!) { roadmap(userPk: $pk) { id } }', { pk: first.pk }))
      ?.errors?.[0]?.extensions?.code;

  expect(await seen()).toEqual([[], []]);
  expect(await roadmap()).toBe('NOT_FOUND');
  await relate(app.database, first, mentor);
  expect(await roadmap()).toBeUndefined();
  await app.database.execute(
    `INSERT INTO relations (student_pk, user_pk, kind) VALUES
      (${second.pk}, ${mentor.pk}, 'mentor'), (${second.pk}, ${parent.pk}, 'parent')`,
  );
  expect(await seen()).toEqual([[first.pk, second.pk], [second.pk]]);
  await app.database.kysely.deleteFrom('relations').where('studentPk', '=', first.pk).execute();
  expect(await roadmap()).toBe('NOT_FOUND');
  expect(await seen()).toEqual([[second.pk], [second.pk]]);
  // Deleting a person also deletes their relations.
  await app.database.kysely.deleteFrom('users').where('pk', '=', second.pk).execute();
  expect(await seen()).toEqual([[], []]);
});
