import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { REQUEST_MESSAGES } from '#shared/ratings/requests.ts';
import { createRating } from '#tests/factories/ratings.ts';
import { createFamily, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(() => app.clock.set(new Date('2026-11-10T12:00:00Z')));

const REQUEST = `mutation ($input: CreateRequestForStudentProfileRatingReviewInput!) {
  createRequestForStudentProfileRatingReview(input: $input) { id } }`;
const OPEN = '{ openReviewRequests { createdAt student { fullName } } }';
const ENABLED = '{ requestForStudentProfileRatingReviewEnabled }';
const REVIEW = `mutation ($input: CreateSprReviewInput!) {
  createSprReview(input: $input) { studentProfileRating { points } } }`;

const ask = async (viewer: TestUser, document: string, variables: object = {}) =>
  (await app.as(viewer)).graphql(document, variables);
const request = (viewer: TestUser, input: object = {}) => ask(viewer, REQUEST, { input });
const isEnabled = async (viewer: TestUser) =>
  (await ask(viewer, ENABLED)).data?.['requestForStudentProfileRatingReviewEnabled'];
const remaining = async (viewer: TestUser) =>
  (await (await app.as(viewer)).rest('GET', '/api/me/')).body.spr_reviews_remaining;

async function setUp() {
  const family = await createFamily(app.database);
  const rating = await createRating(app.database, family.student);
  const review = () =>
    ask(family.mentor, REVIEW, {
      input: { studentProfileRating: rating.id, studentPk: family.student.pk, leadership: [2, 1] },
    });
  return { ...family, review };
}

describe('a review request', () => {
  // covers: SPR-017 SPR-034 SPR-037 USER-025
  it('is open until a mentor submits a review, which uses the quota', async () => {
    const { student, mentor, coMentor, parent, otherMentor, review } = await setUp();
    expect([await isEnabled(student), await remaining(student)]).toEqual([true, 1]);
    const { data } = await request(student);
    expect(data?.['createRequestForStudentProfileRatingReview'].id).toEqual(expect.any(String));
    expect([await isEnabled(student), await remaining(student)]).toEqual([false, 1]);
    for (const viewer of [student, mentor, coMentor]) {
      expect((await ask(viewer, OPEN)).data?.['openReviewRequests']).toEqual([
        { createdAt: '2026-11-10T12:00:00.000Z', student: { fullName: student.fullName } },
      ]);
    }
    for (const viewer of [parent, otherMentor]) {
      expect((await ask(viewer, OPEN)).data?.['openReviewRequests']).toEqual([]);
    }

    expect((await review()).errors).toBeUndefined();
    expect((await ask(mentor, OPEN)).data?.['openReviewRequests']).toEqual([]);
    expect([await isEnabled(student), await remaining(student)]).toEqual([false, 0]);
    expect((await request(student)).errors?.[0]).toMatchObject({
      message: REQUEST_MESSAGES.noneLeft,
      extensions: { code: 'CONFLICT' },
    });
    app.clock.set(new Date('2028-01-01T00:00:00Z'));
    expect([await isEnabled(student), await remaining(student)]).toEqual([true, 1]);
  });

  it('is created once by 20 parallel requests', async () => {
    const { student, mentor } = await setUp();
    const answers = await Promise.all(Array.from({ length: 20 }, () => request(student)));
    const messages = answers.flatMap(({ errors }) => errors?.map(({ message }) => message) ?? []);
    expect(messages).toEqual(Array.from({ length: 19 }, () => REQUEST_MESSAGES.open));
    expect((await ask(mentor, OPEN)).data?.['openReviewRequests']).toHaveLength(1);
  });

  it('sent again with the same key returns the first response', async () => {
    const { student } = await setUp();
    const input = { idempotencyKey: randomUUID() };
    const [first, second] = [await request(student, input), await request(student, input)];
    expect(second.errors).toBeUndefined();
    expect(second.data).toEqual(first.data);
  });

  // covers: SPR-020
  it('is only for students', async () => {
    const { mentor, parent } = await setUp();
    for (const viewer of [mentor, parent]) {
      expect(await isEnabled(viewer)).toBe(false);
      expect(await remaining(viewer)).toBe(0);
      expect((await request(viewer)).errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
    }
  });

  it('a review without a request uses no quota', async () => {
    const { student, review } = await setUp();
    await review();
    expect(await remaining(student)).toBe(1);
  });
});

describe('alerts', () => {
  it('notify mentors about a request, and the student and parents about the review', async () => {
    const { student, parent, mentor, coMentor, review } = await setUp();
    const newest = async (viewer: TestUser) => {
      const { body } = await (await app.as(viewer)).rest('GET', '/api/alerts/');
      return body.alerts[0];
    };
    await request(student);
    await app.app.jobs.runDue();
    for (const viewer of [mentor, coMentor]) {
      expect(await newest(viewer)).toMatchObject({
        title: `${student.fullName} requested a review`,
        path: `/student_profile_rating_review/new/${student.pk}/`,
      });
    }
    await review();
    await app.app.jobs.runDue();
    const path = `/users/${student.pk}/student_profile_rating/`;
    expect(await newest(student)).toMatchObject({ title: 'Your profile rating was reviewed', path });
    expect(await newest(parent)).toMatchObject({
      title: `${student.fullName}'s profile rating was reviewed`,
      body: `${mentor.fullName} reviewed it: 30 points.`,
      path,
    });
  });
});
