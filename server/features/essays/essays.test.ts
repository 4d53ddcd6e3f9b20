import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toGlobalId } from '#shared/kernel/ids.ts';
import { ESSAY_TOO_LONG } from '#shared/essays/schema.ts';
import { createEssay } from '#tests/factories/essays.ts';
import { richText } from '#tests/factories/notes.ts';
import { createFilledRoadmap } from '#tests/factories/roadmap.ts';
import { createFamily, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const LIST = `query ($studentPk: Int!) { studentEssays(studentPk: $studentPk) {
  permissions student { fullName } colleges { id name } essays { pk title status } } }`;
const CREATE = `mutation ($input: CreateEssayInput!) { createEssay(input: $input) {
  essay { id pk title body prompt wordLimit wordCount status version permissions college { name } dueOn } } }`;
const UPDATE = `mutation ($input: UpdateEssayInput!) { updateEssay(input: $input) {
  essay { version wordCount status title body } } }`;
const VERSIONS = `query ($pk: Int!) { essay(pk: $pk) { versions { pk title wordCount savedAt author { fullName } } } }`;

const ask = async (viewer: TestUser, document: string, variables: object) =>
  (await app.as(viewer)).graphql(document, variables);
const save = (viewer: TestUser, id: string, version: number, ...lines: string[]) =>
  ask(viewer, UPDATE, { input: { id, version, title: 'Essay', body: JSON.stringify(richText(...lines)) } });

describe('the essays of a student', () => {
  // covers: SHEL-005 SHEL-006
  it('are added by the student and by mentors with add_essay, with a prompt and a college', async () => {
    const { student, mentor, parent } = await createFamily(app.database);
    const { collegeId } = await createFilledRoadmap(app.database, student);
    const key = crypto.randomUUID();
    const input = {
      studentPk: student.pk,
      title: 'Why us',
      prompt: 'Why do you want to study here?',
      wordLimit: 250,
      collegeId,
      dueOn: '2027-01-01',
      idempotencyKey: key,
    };
    const { data } = await ask(mentor, CREATE, { input });
    const created = data?.['createEssay'].essay;
    expect(created).toMatchObject({
      title: 'Why us',
      prompt: 'Why do you want to study here?',
      wordLimit: 250,
      wordCount: 0,
      status: 'IDEA',
      version: 1,
      dueOn: '2027-01-01',
      permissions: ['change_essay', 'delete_essay', 'view_history', 'add_essaycomment'],
    });
    expect(created.college.name).not.toBe('');
    // The same request again, after a lost response.
    expect((await ask(mentor, CREATE, { input })).data?.['createEssay'].essay.pk).toBe(created.pk);
    const list = (await ask(student, LIST, { studentPk: student.pk })).data?.['studentEssays'];
    expect(list).toMatchObject({ permissions: ['add_essay'], essays: [{ pk: created.pk }] });
    expect(list.colleges).toContainEqual({ id: collegeId, name: created.college.name });
    const seen = (await ask(parent, LIST, { studentPk: student.pk })).data?.['studentEssays'];
    expect(seen).toMatchObject({ permissions: [], essays: [], colleges: [] });
  });

  it('cannot be for a college that is not on the roadmap', async () => {
    const { student, otherStudent } = await createFamily(app.database);
    const { collegeId } = await createFilledRoadmap(app.database, otherStudent);
    const input = { studentPk: student.pk, title: 'Why us', collegeId };
    const { errors } = await ask(student, CREATE, { input });
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'INVALID_INPUT',
      fields: { collegeId: 'Choose a college on the roadmap' },
    });
  });

  it('belong to students only', async () => {
    const { mentor } = await createFamily(app.database);
    const { errors } = await ask(mentor, LIST, { studentPk: mentor.pk });
    expect(errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
  });
});

describe('the text of an essay', () => {
  it('counts words separated by white space and becomes a draft with the first word', async () => {
    const { student } = await createFamily(app.database);
    const { id } = await createEssay(app.database, student, { lines: [] });
    const { data } = await save(student, id, 1, "I'm well-read  and", 'happy — always.');
    expect(data?.['updateEssay'].essay).toMatchObject({ version: 2, wordCount: 6, status: 'DRAFT' });
  });

  it('is refused when someone else saved in between, and accepted again after a lost response', async () => {
    const { student, mentor } = await createFamily(app.database);
    const { id } = await createEssay(app.database, student, { creatorPk: mentor.pk });
    expect((await save(student, id, 1, 'By the student.')).errors).toBeUndefined();
    expect((await save(student, id, 1, 'By the student.')).data?.['updateEssay'].essay.version).toBe(2);
    const { errors } = await save(mentor, id, 1, 'By the mentor.');
    expect(errors?.[0]).toMatchObject({ message: 'Someone else changed this essay.' });
    expect(errors?.[0]?.extensions?.code).toBe('CONFLICT');
  });

  it('is saved by one of many simultaneous requests', async () => {
    const { student } = await createFamily(app.database);
    const { id, pk } = await createEssay(app.database, student);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => save(student, id, 1, `Version ${index}`)),
    );
    expect(answers.filter(({ errors }) => errors === undefined)).toHaveLength(1);
    const { data } = await ask(student, VERSIONS, { pk });
    expect(data?.['essay'].versions).toHaveLength(1);
  });

  it.each([
    ['of 25,000 words', richText('word '.repeat(25_000)), ESSAY_TOO_LONG],
    [
      'with an unsafe link',
      {
        type: 'doc',
        content: [
          {
            type: 'paragraph',
            content: [
              { type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }] },
            ],
          },
        ],
      },
      'This essay contains something that cannot be stored',
    ],
  ])('%s is refused with a clear error, and the stored text stays', async (_name, body, message) => {
    const { student } = await createFamily(app.database);
    const { id, pk } = await createEssay(app.database, student, { lines: ['Keep me.'] });
    const input = { id, version: 1, title: 'Essay', body: JSON.stringify(body) };
    const { errors } = await ask(student, UPDATE, { input });
    expect(errors?.[0]?.extensions?.fields).toEqual({ body: message });
    const { data } = await ask(student, 'query ($pk: Int!) { essay(pk: $pk) { body version } }', { pk });
    expect(data?.['essay']).toMatchObject({ version: 1, body: expect.stringContaining('Keep me.') });
  });
});

it('an essay of 200,000 words is refused before it is read', async () => {
  const { student } = await createFamily(app.database);
  const { id } = await createEssay(app.database, student);
  const answer = await save(student, id, 1, 'word '.repeat(200_000));
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
});

describe('the history of an essay', () => {
  const HISTORY = `query ($pk: Int!) { essay(pk: $pk) { versions { wordCount author { fullName } } } }`;
  const versionsOf = async (viewer: TestUser, pk: number) =>
    (await ask(viewer, HISTORY, { pk })).data?.['essay'].versions;

  // covers: SHEL-007
  it('gets at most one version every two minutes, and always holds the newest text', async () => {
    const { student } = await createFamily(app.database);
    const { id, pk } = await createEssay(app.database, student, { lines: [] });
    const start = Date.now();
    const at = (seconds: number) => app.clock.set(new Date(start + seconds * 1000));
    const seconds = [0, 3, 60, 119, 120, 180, 239, 400];
    for (const [index, second] of seconds.entries()) {
      at(second);
      await save(student, id, index + 1, 'word '.repeat(index + 1));
    }
    const { data } = await ask(student, VERSIONS, { pk });
    const versions: { wordCount: number; author: { fullName: string } }[] = data?.['essay'].versions;
    expect(versions.map(({ wordCount }) => wordCount)).toEqual([8, 7, 4]);
    expect(versions[0]?.author.fullName).toBe(student.fullName);
    at(0);
  });

  it('keeps the text of the student when a mentor replaces it at once', async () => {
    const { student, mentor } = await createFamily(app.database);
    const { id, pk } = await createEssay(app.database, student, { creatorPk: mentor.pk, lines: [] });
    await save(student, id, 1, 'We lost the regional final.');
    await save(mentor, id, 2, 'Start with the final that you lost.');
    expect(await versionsOf(student, pk)).toEqual([
      { wordCount: 7, author: { fullName: mentor.fullName } },
      { wordCount: 5, author: { fullName: student.fullName } },
    ]);
  });

  it('keeps a text when a save leaves less than half of its words', async () => {
    const { student } = await createFamily(app.database);
    const { id, pk } = await createEssay(app.database, student, { lines: [] });
    for (const [index, words] of [12, 6, 2, 1, 9].entries()) {
      await save(student, id, index + 1, 'word '.repeat(words));
    }
    const versions: { wordCount: number }[] = await versionsOf(student, pk);
    expect(versions.map(({ wordCount }) => wordCount)).toEqual([9, 6]);
  });

  it('keeps the newest version when an older one is restored, once for a repeated request', async () => {
    const { student } = await createFamily(app.database);
    const { id, pk } = await createEssay(app.database, student, { lines: [] });
    await save(student, id, 1, 'Three old words.');
    const body = JSON.stringify(richText('Two words.'));
    const input = { id, version: 2, title: 'Essay', body, startsVersion: true };
    for (let sent = 0; sent < 2; sent += 1) {
      expect((await ask(student, UPDATE, { input })).errors).toBeUndefined();
    }
    await save(student, id, 3, 'Two words, and more.');
    const versions: { wordCount: number }[] = await versionsOf(student, pk);
    expect(versions.map(({ wordCount }) => wordCount)).toEqual([4, 3]);
  });
});

describe('sharing', () => {
  it('lets the parents read the text, without versions and comments, until the student stops it', async () => {
    const { student, parent, mentor } = await createFamily(app.database);
    const { id, pk } = await createEssay(app.database, student);
    const share = (isShared: boolean) =>
      ask(
        student,
        `mutation ($input: ShareEssayInput!) { shareEssay(input: $input) { essay { isShared } } }`,
        { input: { id, isShared } },
      );
    const COMMENT = `mutation ($input: CreateEssayCommentInput!) { createEssayComment(input: $input) {
      comment { id quote } } }`;
    await ask(mentor, COMMENT, {
      input: { essayId: id, body: 'Good start.', quote: 'The first', before: '', after: ' line.' },
    });
    const READ = `query ($pk: Int!) { essay(pk: $pk) { title openComments comments { body } permissions } }`;
    expect((await ask(parent, READ, { pk })).errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
    await share(true);
    expect((await ask(parent, READ, { pk })).data?.['essay']).toEqual({
      title: 'Personal statement',
      openComments: 0,
      comments: [],
      permissions: [],
    });
    await share(false);
    expect((await ask(parent, READ, { pk })).errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
  });
});

describe('comments', () => {
  it('are written by mentors, resolved by the student, opened again and deleted by their author', async () => {
    const { student, mentor, coMentor } = await createFamily(app.database);
    const { id, pk } = await createEssay(app.database, student);
    const CREATE_COMMENT = `mutation ($input: CreateEssayCommentInput!) { createEssayComment(input: $input) {
      comment { id } } }`;
    const input = {
      essayId: id,
      body: 'Show, do not tell.',
      quote: 'first line',
      before: 'The ',
      after: '.',
      idempotencyKey: crypto.randomUUID(),
    };
    const [first, again] = [
      await ask(mentor, CREATE_COMMENT, { input }),
      await ask(mentor, CREATE_COMMENT, { input }),
    ];
    const commentId = first.data?.['createEssayComment'].comment.id;
    expect(again.data?.['createEssayComment'].comment.id).toBe(commentId);
    const RESOLVE = `mutation ($input: ResolveEssayCommentInput!) { resolveEssayComment(input: $input) {
      comment { resolvedAt } } }`;
    const READ = `query ($pk: Int!) { essay(pk: $pk) { openComments comments { body quote permissions author { fullName } } } }`;
    expect((await ask(student, READ, { pk })).data?.['essay']).toEqual({
      openComments: 1,
      comments: [
        {
          body: 'Show, do not tell.',
          quote: 'first line',
          permissions: ['resolve_essaycomment'],
          author: { fullName: mentor.fullName },
        },
      ],
    });
    const resolved = await ask(student, RESOLVE, { input: { id: commentId, isResolved: true } });
    expect(resolved.data?.['resolveEssayComment'].comment.resolvedAt).not.toBeNull();
    expect((await ask(student, READ, { pk })).data?.['essay'].openComments).toBe(0);
    await ask(coMentor, RESOLVE, { input: { id: commentId, isResolved: false } });
    expect((await ask(student, READ, { pk })).data?.['essay'].openComments).toBe(1);
    const DELETE = `mutation ($input: DeleteEssayCommentInput!) { deleteEssayComment(input: $input) { deletedId } }`;
    expect((await ask(coMentor, DELETE, { input: { id: commentId } })).errors?.[0]?.extensions?.code).toBe(
      'FORBIDDEN',
    );
    expect((await ask(mentor, DELETE, { input: { id: commentId } })).data?.['deleteEssayComment']).toEqual({
      deletedId: commentId,
    });
    const gone = await ask(mentor, RESOLVE, {
      input: { id: toGlobalId('EssayComment', 1_000_000), isResolved: true },
    });
    expect(gone.errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
  });
});

describe('alerts', () => {
  it('reach the student about an added essay and a comment, and mentors about a review', async () => {
    const { student, mentor, coMentor } = await createFamily(app.database);
    const created = await ask(mentor, CREATE, { input: { studentPk: student.pk, title: 'Why us' } });
    const essay = created.data?.['createEssay'].essay;
    await ask(
      coMentor,
      `mutation ($input: CreateEssayCommentInput!) { createEssayComment(input: $input) { comment { id } } }`,
      { input: { essayId: essay.id, body: 'Say more.', quote: 'Why', before: '', after: '' } },
    );
    const toReview = () =>
      ask(
        student,
        `mutation ($input: ChangeEssayDetailsInput!) { changeEssayDetails(input: $input) { essay { status } } }`,
        { input: { id: essay.id, status: 'REVIEW' } },
      );
    await toReview();
    await toReview();
    await app.app.jobs.runDue();
    const titles = async (viewer: TestUser) => {
      const { body } = await (await app.as(viewer)).rest('GET', '/api/alerts/');
      const alerts = body.alerts as { title: string; path: string }[];
      expect(alerts.every(({ path }) => path === `/essays/${student.pk}/${essay.pk}/`)).toBe(true);
      return alerts.map(({ title }) => title).toSorted();
    };
    expect(await titles(student)).toEqual(['New comment on Why us', 'New essay: Why us']);
    const review = `${student.fullName} asks for a review`;
    expect([await titles(mentor), await titles(coMentor)]).toEqual([[review], [review]]);
  });
});

describe('deleting an essay', () => {
  const DELETE = `mutation ($input: DeleteEssayInput!) { deleteEssay(input: $input) { deletedId } }`;
  const PERMISSIONS = `query ($pk: Int!) { essay(pk: $pk) { permissions } }`;

  it('is refused to the mentor who added it once the student wrote, even while it is empty again', async () => {
    const { student, mentor } = await createFamily(app.database);
    const { data } = await ask(mentor, CREATE, { input: { studentPk: student.pk, title: 'Why us' } });
    const essay = data?.['createEssay'].essay;
    const [id, pk] = [essay.id, essay.pk];
    await save(student, id, 1, 'A first draft.');
    // The student cuts the text to move it.
    expect((await save(student, id, 2, ' ')).errors).toBeUndefined();
    const versions = (await ask(student, VERSIONS, { pk })).data?.['essay'].versions;
    expect(versions.map(({ wordCount }: { wordCount: number }) => wordCount)).toEqual([0, 3]);
    const seen = (await ask(mentor, PERMISSIONS, { pk })).data?.['essay'];
    expect(seen.permissions).not.toContain('delete_essay');
    const refused = await ask(mentor, DELETE, { input: { id } });
    expect(refused.errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
    const deleted = await ask(student, DELETE, { input: { id } });
    expect(deleted.data?.['deleteEssay']).toEqual({ deletedId: id });
  });

  it('is allowed to the mentor who added it while it never had a text', async () => {
    const { student, mentor } = await createFamily(app.database);
    const { data } = await ask(mentor, CREATE, { input: { studentPk: student.pk, title: 'Why us' } });
    const id = data?.['createEssay'].essay.id;
    expect((await ask(mentor, DELETE, { input: { id } })).data?.['deleteEssay']).toEqual({ deletedId: id });
  });
});
