import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ratingPoints } from '#shared/ratings/schema.ts';
import { createRating } from '#tests/factories/ratings.ts';
import { createFamily, createUser, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const SPR = `query ($studentPk: Int!) { spr(studentPk: $studentPk) {
  pk userPk userFullName points targetPoints
  academicPerformancePotential { depth breadth comments total } loveOfLearning { total } leadership { total }
  demonstratedConcernForOthers { total } originalityCreativity { total } persistence { total }
  crossCulturalEngagement { total } } }`;
const CREATE = `mutation ($studentPk: Int!) { createSpr(input: { studentPk: $studentPk }) {
  studentProfileRating { id points targetPoints } } }`;

const ask = async (viewer: TestUser, document: string, studentPk: number) =>
  (await app.as(viewer)).graphql(document, { studentPk });

describe('a student profile rating', () => {
  // covers: SPR-013 SPR-014 SPR-015 SPR-032 SPR-035
  it('is created by a mentor and read with its seven categories', async () => {
    const { student, mentor } = await createFamily(app.database);
    expect((await ask(mentor, SPR, student.pk)).data?.['spr']).toBeNull();
    const created = await ask(mentor, CREATE, student.pk);
    expect(created.data?.createSpr.studentProfileRating).toEqual({
      id: expect.any(String),
      points: 0,
      targetPoints: 100,
    });
    await app.database.query(
      `INSERT INTO rating_categories (rating_pk, category, depth, breadth, comments)
      SELECT pk, 'academicPerformancePotential', 3, 2, 'Well done' FROM student_profile_ratings WHERE student_pk = $1`,
      [student.pk],
    );
    expect((await ask(student, SPR, student.pk)).data?.['spr']).toEqual({
      pk: expect.any(Number),
      userPk: student.pk,
      userFullName: student.fullName,
      points: 0,
      targetPoints: 100,
      academicPerformancePotential: { depth: 3, breadth: 2, comments: 'Well done', total: 50 },
      loveOfLearning: { total: 0 },
      leadership: { total: 0 },
      demonstratedConcernForOthers: { total: 0 },
      originalityCreativity: { total: 0 },
      persistence: { total: 0 },
      crossCulturalEngagement: { total: 0 },
    });
  });

  it('is created once by simultaneous requests', async () => {
    const { student, mentor, coMentor } = await createFamily(app.database);
    const answers = await Promise.all(
      [mentor, coMentor, mentor, coMentor].map((viewer) => ask(viewer, CREATE, student.pk)),
    );
    const codes = answers.map(({ errors }) => errors?.[0]?.extensions?.code);
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    expect(codes.filter((code) => code === 'INVALID_INPUT')).toHaveLength(3);
  });

  // covers: SPR-032
  it('is read in four shapes: full, score, visualizer and review form', async () => {
    const { student, mentor } = await createFamily(app.database);
    await createRating(app.database, student, { persistence: { depth: 2, breadth: 1 } });
    const shape = async (fields: string) =>
      (await ask(mentor, `query ($studentPk: Int!) { spr(studentPk: $studentPk) { ${fields} } }`, student.pk))
        .data?.['spr'];
    expect(await shape('points targetPoints')).toEqual({ points: 30, targetPoints: 100 });
    expect(await shape('persistence { depth breadth total }')).toEqual({
      persistence: { depth: 2, breadth: 1, total: 30 },
    });
    expect(
      await shape(
        'id version targetPoints targetPointsComments persistence { depth breadth comments rated }',
      ),
    ).toMatchObject({
      version: 0,
      targetPointsComments: '',
      persistence: { depth: 2, breadth: 1, comments: '', rated: true },
    });
  });

  // covers: SPR-030
  it('is read by staff with the permission and hidden from others; only students have one', async () => {
    const { student, mentor, otherMentor, otherParent, parent } = await createFamily(app.database);
    await ask(mentor, CREATE, student.pk);
    const staff = await createUser(app.database, {
      role: 'mentor',
      permissions: ['users.view_studentprofilerating'],
    });
    const codeOf = async (viewer: TestUser, pk = student.pk) =>
      (await ask(viewer, SPR, pk)).errors?.[0]?.extensions?.code;
    expect(await codeOf(staff)).toBeUndefined();
    expect(await codeOf(parent)).toBeUndefined();
    expect(await codeOf(otherMentor)).toBe('NOT_FOUND');
    expect(await codeOf(otherParent)).toBe('NOT_FOUND');
    expect(await codeOf(staff, mentor.pk)).toBe('NOT_FOUND');
    expect(await codeOf(staff, 2_147_483_647)).toBe('NOT_FOUND');
  });

  it('hides its points from staff who only view roadmaps, also when the list is sorted by points', async () => {
    const { student, mentor } = await createFamily(app.database);
    await ask(mentor, CREATE, student.pk);
    await app.database.query('UPDATE student_profile_ratings SET points = 410 WHERE student_pk = $1', [
      student.pk,
    ]);
    const list = async (viewer: TestUser) => {
      const { data } = await (
        await app.as(viewer)
      ).graphql(
        '{ allStudents(first: 500, orderBy: "-points") { edges { node { pk studentprofilerating { points } } } } }',
      );
      interface Edge {
        node: { pk: number; studentprofilerating: { points: number } | null };
      }
      return ((data?.['allStudents']?.edges ?? []) as Edge[]).map(({ node }) => node);
    };
    const blind = await createUser(app.database, { role: 'mentor', permissions: ['roadmap.view_roadmap'] });
    const seen = await list(blind);
    expect(seen.find(({ pk }) => pk === student.pk)?.studentprofilerating).toBeNull();
    expect(seen.map(({ pk }) => pk)).toEqual(seen.map(({ pk }) => pk).toSorted((a, b) => b - a));
    expect((await list(mentor))[0]?.studentprofilerating).toEqual({ points: 410 });
    const all = await createUser(app.database, {
      role: 'mentor',
      permissions: ['roadmap.view_roadmap', 'users.view_studentprofilerating'],
    });
    expect((await list(all))[0]).toEqual({ pk: student.pk, studentprofilerating: { points: 410 } });
  });

  it('adds ten points per level of depth and breadth', () => {
    expect(ratingPoints([])).toBe(0);
    expect(ratingPoints(Array.from({ length: 7 }, () => ({ depth: 3, breadth: 3 })))).toBe(420);
    expect(ratingPoints([{ depth: 1, breadth: 0 }])).toBe(10);
  });
});
