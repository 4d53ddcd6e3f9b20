import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_COMMENT_LENGTH, REVIEW_MESSAGES } from '#shared/ratings/review.ts';
import { RATING_CATEGORY_CODES } from '#shared/ratings/schema.ts';
import { createRating } from '#tests/factories/ratings.ts';
import { createFamily, createUser, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const REVIEW = `mutation ($input: CreateSprReviewInput!) { createSprReview(input: $input) {
  studentProfileRating { id points targetPoints targetPointsComments version permissions
    leadership { depth breadth comments total rated } persistence { depth breadth total rated } } } }`;
const REVIEWS = `query ($studentPk: Int!, $first: Int, $after: String) {
  sprReviews(studentPk: $studentPk, first: $first, after: $after) { totalCount pageInfo { hasNextPage endCursor }
    edges { node { pk createdAt points targetPoints targetPointsComments formulaVersion reviewer { fullName }
      leadership { depth breadth comments } } } } }`;

const EVERY_CATEGORY = Object.fromEntries(RATING_CATEGORY_CODES.map((code) => [code, [1, 2]]));

async function setUp() {
  const family = await createFamily(app.database);
  const rating = await createRating(app.database, family.student);
  const of = { studentProfileRating: rating.id, studentPk: family.student.pk };
  const review = async (input: object, viewer: TestUser = family.mentor) =>
    (await app.as(viewer)).graphql(REVIEW, { input: { ...of, ...input } });
  const reviews = async (page: object = {}) =>
    (await (await app.as(family.student)).graphql(REVIEWS, { studentPk: family.student.pk, ...page })).data?.[
      'sprReviews'
    ];
  return { ...family, rating, review, reviews };
}

describe('a review', () => {
  // covers: SPR-002 SPR-016 SPR-027 SPR-028 SPR-029 SPR-031 SPR-036
  it('becomes the rating; a category that is left out keeps its last value', async () => {
    const { review, mentor, reviews } = await setUp();
    const first = await review({
      ...EVERY_CATEGORY,
      leadership: [3, 2],
      leadershipComments: ' Leads the build team. ',
      targetPoints: 425,
      targetPointsComments: 'A year of work',
    });
    expect(first.errors).toBeUndefined();
    expect(first.data?.createSprReview.studentProfileRating).toMatchObject({
      points: 6 * 30 + 50,
      targetPoints: 425,
      targetPointsComments: 'A year of work',
      version: 1,
      permissions: ['users.view_studentprofilerating', 'users.add_studentprofileratingreview'],
      leadership: { depth: 3, breadth: 2, comments: 'Leads the build team.', total: 50, rated: true },
    });
    const second = await review({ persistence: [0, 0] });
    expect(second.data?.createSprReview.studentProfileRating).toMatchObject({
      points: 6 * 30 + 50 - 30,
      targetPoints: 425,
      version: 2,
      leadership: { depth: 3, breadth: 2, comments: 'Leads the build team.' },
      persistence: { depth: 0, breadth: 0, total: 0, rated: true },
    });
    expect(await reviews()).toMatchObject({
      totalCount: 2,
      edges: [
        { node: { points: 200, leadership: { depth: 3, comments: 'Leads the build team.' } } },
        { node: { points: 230, formulaVersion: 1, reviewer: { fullName: mentor.fullName } } },
      ],
    });
  });

  it('with six categories leaves the seventh unrated', async () => {
    const { review } = await setUp();
    const { data } = await review({ ...EVERY_CATEGORY, persistence: null });
    expect(data?.createSprReview.studentProfileRating).toMatchObject({
      points: 180,
      persistence: { rated: false, total: 0 },
    });
  });

  // covers: SPR-022 SPR-023 SPR-025
  it.each([
    ['a level of 4', { leadership: [4, 1] }, 'leadership', REVIEW_MESSAGES.level],
    ['a negative level', { leadership: [0, -1] }, 'leadership', REVIEW_MESSAGES.level],
    ['a depth without a breadth', { leadership: [2] }, 'leadership', REVIEW_MESSAGES.half],
    ['three levels', { leadership: [2, 2, 2] }, 'leadership', REVIEW_MESSAGES.half],
    ['a target of 426', { leadership: [1, 1], targetPoints: 426 }, 'targetPoints', REVIEW_MESSAGES.target],
    ['a negative target', { leadership: [1, 1], targetPoints: -1 }, 'targetPoints', REVIEW_MESSAGES.target],
    [
      'a long comment',
      { leadership: [1, 1], leadershipComments: 'x'.repeat(MAX_COMMENT_LENGTH + 1) },
      'leadershipComments',
      'Comment must be at most 5000 characters',
    ],
    [
      'a comment on a category without levels',
      { leadership: [1, 1], persistenceComments: 'Ask the coach' },
      'persistenceComments',
      REVIEW_MESSAGES.unratedComment,
    ],
    ['nothing rated', {}, 'categories', REVIEW_MESSAGES.unrated],
  ])('is refused with %s, and stores nothing', async (_name, input, field, message) => {
    const { review, reviews } = await setUp();
    const { errors } = await review(input);
    expect(errors?.[0]).toMatchObject({
      message,
      extensions: { code: 'INVALID_INPUT', fields: { [field]: message } },
    });
    expect(await reviews()).toMatchObject({ totalCount: 0, edges: [] });
  });

  it('accepts whole numbers only', async () => {
    const { review } = await setUp();
    expect((await review({ leadership: [1.5, 1] })).errors?.[0]?.extensions?.code).toBe('BAD_REQUEST');
  });

  it('of a hidden student’s rating is not found', async () => {
    const { review, otherStudent, otherMentor, student, reviews } = await setUp();
    const codeOf = async (input: object, viewer?: TestUser) =>
      (await review({ leadership: [1, 1], ...input }, viewer)).errors?.[0]?.extensions?.code;
    const other = await createRating(app.database, otherStudent);
    expect(await codeOf({ studentPk: otherStudent.pk })).toBe('NOT_FOUND');
    expect(await codeOf({ studentProfileRating: other.id })).toBe('NOT_FOUND');
    expect(await codeOf({ studentProfileRating: 'x' })).toBe('NOT_FOUND');
    expect(await codeOf({}, otherMentor)).toBe('NOT_FOUND');
    expect(await codeOf({}, student)).toBe('FORBIDDEN');
    expect(await reviews()).toMatchObject({ totalCount: 0 });
  });

  it('sent again with the same key is stored once', async () => {
    const { review, reviews } = await setUp();
    const input = { leadership: [2, 2], idempotencyKey: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 5 }, () => review(input)));
    expect(answers.map(({ errors }) => errors)).toEqual(Array.from({ length: 5 }));
    expect((await review({ ...input, version: 1 })).errors).toBeUndefined();
    expect(await reviews()).toMatchObject({ totalCount: 1 });
  });

  it('based on an older version is a conflict, also for two at once', async () => {
    const { review, coMentor, mentor, reviews } = await setUp();
    const answers = await Promise.all([
      review({ leadership: [1, 1], version: 0 }, mentor),
      review({ leadership: [3, 3], version: 0 }, coMentor),
    ]);
    const codes = answers.map(({ errors }) => errors?.[0]?.extensions?.code);
    expect(new Set(codes)).toEqual(new Set(['CONFLICT', undefined]));
    expect(await reviews()).toMatchObject({ totalCount: 1 });
    expect((await review({ leadership: [3, 3], version: 1 })).errors).toBeUndefined();
  });

  // covers: SPR-021
  it('cannot be changed, not even in the database', async () => {
    const { review } = await setUp();
    await review({ leadership: [2, 2] });
    for (const change of [
      'UPDATE rating_reviews SET points = 1',
      'UPDATE rating_review_categories SET depth = 0',
    ]) {
      await expect(app.database.query(change)).rejects.toThrow('A submitted review cannot be changed.');
    }
  });

  it('stays without its reviewer when that account is deleted', async () => {
    const { review, coMentor, reviews } = await setUp();
    await review({ leadership: [2, 2] }, coMentor);
    await app.database.query('DELETE FROM users WHERE pk = $1', [coMentor.pk]);
    expect(await reviews()).toMatchObject({ edges: [{ node: { points: 40, reviewer: null } }] });
  });

  it('is listed newest first, page by page', async () => {
    const { review, reviews } = await setUp();
    for (const depth of [1, 2, 3]) await review({ leadership: [depth, 0] });
    const first = await reviews({ first: 2 });
    expect(first).toMatchObject({ edges: [{ node: { points: 30 } }, { node: { points: 20 } }] });
    const second = await reviews({ first: 2, after: first.pageInfo.endCursor });
    expect(second).toMatchObject({
      pageInfo: { hasNextPage: false },
      edges: [{ node: { points: 10 } }],
    });
  });
});

describe('several ratings', () => {
  const SPRS = 'query ($studentPks: [Int!]!) { multipleSprs(studentPks: $studentPks) { userPk points } }';
  const ask = async (viewer: TestUser, studentPks: readonly number[]) =>
    (await app.as(viewer)).graphql(SPRS, { studentPks });

  // covers: SPR-033
  it('are in the requested order, without students who are missing, hidden or not rated', async () => {
    const { mentor, student, otherStudent } = await setUp();
    const unrated = await createFamily(app.database);
    await createRating(app.database, otherStudent, { leadership: { depth: 3, breadth: 3 } });
    const { pk } = student;
    const { data } = await ask(mentor, [2_147_483_647, unrated.student.pk, pk, otherStudent.pk, pk]);
    expect(data?.['multipleSprs']).toEqual([{ userPk: pk, points: 0 }]);
    const staff = await createUser(app.database, {
      role: 'mentor',
      permissions: ['users.view_studentprofilerating'],
    });
    expect((await ask(staff, [otherStudent.pk, pk])).data?.['multipleSprs']).toEqual([
      { userPk: otherStudent.pk, points: 60 },
      { userPk: pk, points: 0 },
    ]);
  });

  it('are at most 200 at once', async () => {
    const { mentor } = await setUp();
    const pks = Array.from({ length: 201 }, (_, index) => index + 1);
    expect((await ask(mentor, pks)).errors?.[0]?.extensions?.code).toBe('INVALID_INPUT');
    expect((await ask(mentor, pks.slice(1))).errors).toBeUndefined();
  });
});
