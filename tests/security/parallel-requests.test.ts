/**
 * Sends requests in parallel that together would exceed a limit, that would destroy what another one saves, or that use
 * what another one deletes.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockFor } from '#server/db/locks.ts';
import { ESSAY_LIMITS } from '#shared/essays/limits.ts';
import { TASK_LIMITS } from '#shared/tasks/constants.ts';
import { MAX_PINS } from '#shared/users/schema.ts';
import { createEssay } from '#tests/factories/essays.ts';
import { createList, createTask } from '#tests/factories/tasks.ts';
import { createFamily, createUser } from '#tests/factories/users.ts';
import { waitForLock } from '#tests/helpers/database/lock-waits.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Runs a request eight times in parallel. @returns how many were accepted */
async function acceptedOf(request: (index: number) => Promise<{ status: number; errors?: unknown }>) {
  const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => request(index)));
  return answers.filter(({ status, errors }) => status < 300 && errors === undefined).length;
}

async function pksOf(sql: string, values: unknown[]): Promise<number[]> {
  const rows = await app.database.query<{ pk: number }>(sql, values);
  return rows.map(({ pk }) => pk);
}

describe('parallel requests cannot exceed the number of', () => {
  it('essays of a student', async () => {
    const { student } = await createFamily(app.database);
    const { pk } = await createEssay(app.database, student);
    await app.database.query(
      `INSERT INTO essays (student_pk, creator_pk, title, body, created_at, updated_at)
      SELECT student_pk, creator_pk, title, body, now(), now() FROM essays, generate_series(3, $2) WHERE pk = $1`,
      [pk, ESSAY_LIMITS.essays],
    );
    const client = await app.as(student);
    const create = `mutation ($input: CreateEssayInput!) { createEssay(input: $input) { essay { pk } } }`;
    const accepted = await acceptedOf((index) =>
      client.graphql(create, { input: { studentPk: student.pk, title: `Essay ${index}` } }),
    );
    expect(accepted).toBe(1);
  });

  it('comments on an essay', async () => {
    const { student, mentor } = await createFamily(app.database);
    const { pk, id } = await createEssay(app.database, student);
    await app.database.query(
      `INSERT INTO essay_comments (essay_pk, author_pk, body, quote, created_at)
      SELECT $1::int, $2::int, 'Say more.', 'The', now() FROM generate_series(2, $3::int)`,
      [pk, mentor.pk, ESSAY_LIMITS.comments],
    );
    const client = await app.as(mentor);
    const create = `mutation ($input: CreateEssayCommentInput!) { createEssayComment(input: $input) {
      comment { id } } }`;
    const accepted = await acceptedOf((index) =>
      client.graphql(create, {
        input: { essayId: id, body: `Comment ${index}`, quote: 'The', before: '', after: '' },
      }),
    );
    expect(accepted).toBe(1);
  });

  it('templates of a mentor', async () => {
    const { student, mentor } = await createFamily(app.database);
    const list = await createList(app.database, student, { createdBy: mentor });
    await createTask(app.database, list, { name: 'Ask for a letter' });
    await app.database.query(
      `INSERT INTO list_templates (owner_pk, title, description, tasks, created_at)
      SELECT $1::int, 'Template ' || number, '', '[]', now() FROM generate_series(2, $2::int) AS number`,
      [mentor.pk, TASK_LIMITS.templates],
    );
    const client = await app.as(mentor);
    const accepted = await acceptedOf((index) =>
      client.rest('POST', `/api/lists/${list.slug}/template/`, { title: `Mine ${index}` }),
    );
    expect(accepted).toBe(1);
  });

  it('favorites of a person', async () => {
    const student = await createUser(app.database);
    const pks = await pksOf(
      `INSERT INTO task_lists (owner_pk, created_by_pk, name, slug, color, private, created_at)
      SELECT $1::int, $1::int, 'List ' || number, 'favorite-' || number, 'blue', true, now()
      FROM generate_series(1, $2::int) AS number RETURNING pk`,
      [student.pk, TASK_LIMITS.favorites + 7],
    );
    await app.database.query(
      'INSERT INTO favorite_lists (user_pk, list_pk, created_at) SELECT $1::int, unnest($2::int[]), now()',
      [student.pk, pks.slice(8)],
    );
    const client = await app.as(student);
    const accepted = await acceptedOf((index) =>
      client.rest('POST', '/api/me/favorites/', { list_id: pks[index] }),
    );
    expect(accepted).toBe(1);
  });

  it('pinned students of a mentor', async () => {
    const { mentor } = await createFamily(app.database);
    const pks = await pksOf(
      `WITH students AS (
        INSERT INTO users (role, first_name, last_name, email, issuer, subject)
        SELECT 'student', 'Pinned', 'Student', 'pinned' || number || '@gopath.example', issuer, 'pinned' || number
        FROM users, generate_series(1, $2::int) AS number WHERE pk = $1 RETURNING pk)
      INSERT INTO relations (student_pk, user_pk, kind) SELECT pk, $1::int, 'mentor' FROM students
      RETURNING student_pk AS pk`,
      [mentor.pk, MAX_PINS + 7],
    );
    await app.database.query('INSERT INTO pins (user_pk, pinned_pk) SELECT $1::int, unnest($2::int[])', [
      mentor.pk,
      pks.slice(8),
    ]);
    const client = await app.as(mentor);
    const accepted = await acceptedOf((index) => client.rest('POST', `/api/toggle_user_pin/${pks[index]}/`));
    expect(accepted).toBe(1);
  });
});

describe('a mentor who deletes an empty essay', () => {
  const DELETE = `mutation ($input: DeleteEssayInput!) { deleteEssay(input: $input) { deletedId } }`;

  it('is refused when the student saves a first text in between', async () => {
    const { student, mentor } = await createFamily(app.database);
    const { pk, id } = await createEssay(app.database, student, { creatorPk: mentor.pk, lines: [] });
    const client = await app.as(mentor);
    const saved = Promise.withResolvers<void>();
    const commit = Promise.withResolvers<void>();
    const save = app.database.transaction(async () => {
      await app.database.query('UPDATE essays SET word_count = 2, version = 2 WHERE pk = $1', [pk]);
      saved.resolve();
      await commit.promise;
    });
    await saved.promise;
    const deletion = client.graphql(DELETE, { input: { id } });
    await waitForLock(app.database);
    commit.resolve();
    await save;
    expect((await deletion).errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
    expect(await pksOf('SELECT pk FROM essays WHERE pk = $1', [pk])).toEqual([pk]);
  });
});

it('a comment on an essay that is deleted in between is refused like one on a missing essay', async () => {
  const { student, mentor } = await createFamily(app.database);
  const { pk, id } = await createEssay(app.database, student);
  const client = await app.as(mentor);
  const isLocked = Promise.withResolvers<void>();
  const commit = Promise.withResolvers<void>();
  const deletion = app.database.transaction(async () => {
    await lockFor(app.database, 'essayComments', pk);
    isLocked.resolve();
    await commit.promise;
    await app.database.query('DELETE FROM essays WHERE pk = $1', [pk]);
  });
  await isLocked.promise;
  const comment = client.graphql(
    'mutation ($input: CreateEssayCommentInput!) { createEssayComment(input: $input) { comment { id } } }',
    { input: { essayId: id, body: 'Say more.', quote: 'The', before: '', after: '' } },
  );
  await waitForLock(app.database);
  commit.resolve();
  await deletion;
  expect((await comment).errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
});
