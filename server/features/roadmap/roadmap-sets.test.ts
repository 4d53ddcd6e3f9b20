import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createExam, createRoadmap } from '#tests/factories/roadmap.ts';
import { MAX_ENTRIES } from '#shared/roadmap/schema.ts';
import { createFamily } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  app.clock.set(new Date('2026-11-21T20:00:00Z'));
});
afterAll(() => app.close());

describe('a roadmap', () => {
  // covers: ROAD-035
  it('returns every set completely and in order', async () => {
    const { student } = await createFamily(app.database);
    const roadmap = await createRoadmap(app.database, student);
    const { kysely } = app.database;
    const grades = { terms: 2, targetGrades: [4, null], actualGrades: [null, 3.7] };
    await kysely
      .insertInto('classGrades')
      .values([
        { roadmapPk: roadmap.pk, name: 'Physics', year: 'JR', ...grades },
        { roadmapPk: roadmap.pk, name: 'Biology', year: 'FR', ...grades },
        { roadmapPk: roadmap.pk, name: 'Art', year: 'JR', ...grades },
      ])
      .execute();
    await kysely
      .insertInto('satScores')
      .values([
        { roadmapPk: roadmap.pk, takenAt: '2026-03-14', erw: 600, math: 600 },
        { roadmapPk: roadmap.pk, takenAt: '2027-03-13' },
      ] as never)
      .execute();
    await kysely
      .insertInto('actScores')
      .values([
        {
          roadmapPk: roadmap.pk,
          takenAt: '2026-04-11',
          english: 30,
          mathematics: 30,
          reading: 30,
          science: 30,
        },
      ] as never)
      .execute();
    const exam = await createExam(app.database);
    await kysely
      .insertInto('examScores')
      .values([{ roadmapPk: roadmap.pk, examPk: exam.pk, takenAt: '2026-05-01', score: 5 }] as never)
      .execute();
    await kysely
      .insertInto('activities')
      .values([
        { roadmapPk: roadmap.pk, name: 'Second', category: 'SP', position: 2 },
        { roadmapPk: roadmap.pk, name: 'First', category: 'VO', position: 1 },
      ])
      .execute();
    await kysely
      .insertInto('colleges')
      .values([
        { roadmapPk: roadmap.pk, name: 'Safe', admissionCategory: 'S' },
        { roadmapPk: roadmap.pk, name: 'Reach', admissionCategory: 'R' },
      ])
      .execute();
    const answer = await (
      await app.as(student)
    ).graphql(
      `query ($userPk: Int!) { roadmap(userPk: $userPk) {
        classgradeSet(first: 2147483647) { totalCount pageInfo { hasNextPage } edges { node { name targetGrades } } }
        satscoreSet(first: 2147483647) { edges { node { takenAt score } } }
        actscoreSet(first: 2147483647) { edges { node { score } } }
        categoricalexamscoreSet(first: 2147483647) { edges { node { score exam { name } } } }
        activitySet(first: 1) { totalCount pageInfo { endCursor hasNextPage } edges { node { name } } }
        collegeSet(first: 2147483647) { edges { node { name permissions } } }
      } }`,
      { userPk: student.pk },
    );
    expect(answer.errors).toBeUndefined();
    const sets = answer.data?.roadmap;
    expect(sets.classgradeSet).toEqual({
      totalCount: 3,
      pageInfo: { hasNextPage: false },
      edges: ['Biology', 'Art', 'Physics'].map((name) => ({ node: { name, targetGrades: [4, null] } })),
    });
    expect(sets.satscoreSet.edges.map((edge: { node: object }) => edge.node)).toEqual([
      { takenAt: '2027-03-13', score: null },
      { takenAt: '2026-03-14', score: 1200 },
    ]);
    expect(sets.actscoreSet.edges).toEqual([{ node: { score: 30 } }]);
    expect(sets.categoricalexamscoreSet.edges).toEqual([{ node: { score: 5, exam: { name: exam.name } } }]);
    expect(sets.activitySet).toMatchObject({
      totalCount: 2,
      pageInfo: { hasNextPage: true },
      edges: [{ node: { name: 'First' } }],
    });
    expect(sets.collegeSet.edges.map((edge: { node: { name: string } }) => edge.node.name)).toEqual([
      'Reach',
      'Safe',
    ]);
    const next = await (
      await app.as(student)
    ).graphql(
      `query ($userPk: Int!, $after: String) { roadmap(userPk: $userPk) {
        activitySet(first: 1, after: $after) { edges { node { name } } } } }`,
      { userPk: student.pk, after: sets.activitySet.pageInfo.endCursor },
    );
    expect(next.data?.roadmap.activitySet.edges).toEqual([{ node: { name: 'Second' } }]);
  });

  // covers: ROAD-049
  it('is answered in one page, however full it is', async () => {
    const { student } = await createFamily(app.database);
    const roadmap = await createRoadmap(app.database, student);
    const { kysely } = app.database;
    const { classes, scores, activities, colleges } = MAX_ENTRIES;
    const exam = await createExam(app.database);
    const rows = (count: number, fields: (index: number) => object) =>
      Array.from({ length: count }, (_, index) => ({ roadmapPk: roadmap.pk, ...fields(index) })) as never;
    const grades = { terms: 2, targetGrades: [4, 4], actualGrades: [4, 4] };
    const many = (index: number) => ({ name: `Entry ${index}` });
    await kysely
      .insertInto('classGrades')
      .values(rows(classes, (index) => ({ ...many(index), year: 'JR', ...grades })))
      .execute();
    const takenAt = '2026-03-14';
    await kysely
      .insertInto('satScores')
      .values(rows(scores, () => ({ takenAt })))
      .execute();
    await kysely
      .insertInto('actScores')
      .values(rows(scores, () => ({ takenAt })))
      .execute();
    await kysely
      .insertInto('examScores')
      .values(rows(scores, () => ({ takenAt, examPk: exam.pk })))
      .execute();
    await kysely
      .insertInto('activities')
      .values(rows(activities, (index) => ({ ...many(index), category: 'OT', position: index })))
      .execute();
    await kysely.insertInto('colleges').values(rows(colleges, many)).execute();
    const client = await app.as(student);
    const sets = {
      classgradeSet: classes,
      satscoreSet: scores,
      actscoreSet: scores,
      categoricalexamscoreSet: scores,
      activitySet: activities,
      collegeSet: colleges,
    };
    const answer = await client.graphql(
      `query ($userPk: Int!) { roadmap(userPk: $userPk) { ${Object.keys(sets)
        .map((set) => `${set}(first: 2147483647) { pageInfo { hasNextPage } edges { node { id } } }`)
        .join(' ')} } }`,
      { userPk: student.pk },
    );
    expect(answer.errors).toBeUndefined();
    for (const [set, count] of Object.entries(sets)) {
      expect(answer.data?.roadmap[set].pageInfo, set).toEqual({ hasNextPage: false });
      expect(answer.data?.roadmap[set].edges, set).toHaveLength(count);
    }
    const one = {
      roadmapId: roadmap.id,
      name: 'One more',
      year: 'JR',
      ...grades,
      ucHonors: false,
      autocompleted: false,
    };
    const refused = await client.graphql(
      `mutation ($input: CreateClassGradeInput!) { createClassGrade(input: $input) { clientMutationId } }`,
      { input: one },
    );
    expect(refused.errors?.[0]?.message).toBe('A roadmap holds at most 200 classes.');
  });
});
