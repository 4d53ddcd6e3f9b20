import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '#shared/kernel/dates.ts';
import { actScoreInput, categoricalExamScoreInput, satScoreInput } from '#shared/roadmap/exams.ts';
import { createExam, createRoadmap } from '#tests/factories/roadmap.ts';
import { createFamily } from '#tests/factories/users.ts';
import { startTestApp, type TestApp, type TestClient } from '#tests/helpers/test-app.ts';

let app: TestApp;
let student: TestClient;
let family: Awaited<ReturnType<typeof createFamily>>;
let roadmap: { pk: number; id: string };
const TODAY = '2026-11-21';
beforeAll(async () => {
  app = await startTestApp();
  app.clock.set(new Date('2026-11-21T20:00:00Z'));
  family = await createFamily(app.database);
  roadmap = await createRoadmap(app.database, family.student);
  student = await app.as(family.student);
});
afterAll(() => app.close());

const CREATE_SAT = `mutation ($input: CreateSatScoreInput!) { createSatScore(input: $input) { satScoreEdge { cursor node {
  id takenAt erw math reading analysis writing score } } } }`;
const CREATE_ACT = `mutation ($input: CreateActScoreInput!) { createActScore(input: $input) { actScoreEdge { node {
  id takenAt english mathematics reading science writing score } } } }`;
const CREATE_OTHER = `mutation ($input: CreateCategoricalExamScoreInput!) { createCategoricalExamScore(input: $input) {
  categoricalExamScoreEdge { node { id takenAt score
    exam { id name examCategory { id name minScore maxScore step datePrecision } } } } } }`;
const DELETE = `mutation ($input: DeleteExamScoreInput!) { deleteExamScore(input: $input) { deletedId takenAt } }`;

const sat = (input: object, client = student) =>
  client.graphql(CREATE_SAT, { input: { roadmapId: roadmap.id, ...input } });
const act = (input: object, client = student) =>
  client.graphql(CREATE_ACT, { input: { roadmapId: roadmap.id, ...input } });
const other = (input: object, client = student) =>
  client.graphql(CREATE_OTHER, { input: { roadmapId: roadmap.id, ...input } });
const fieldsOf = (answer: Awaited<ReturnType<typeof sat>>) => answer.errors?.[0]?.extensions?.fields;

describe('an SAT score', () => {
  // covers: EXAM-003 EXAM-004 EXAM-024
  it('is created, its total being erw plus math', async () => {
    const answer = await sat({ takenAt: '2026-10-03', erw: 680, math: 740 });
    expect(answer.data?.createSatScore.satScoreEdge.node).toMatchObject({
      takenAt: '2026-10-03',
      erw: 680,
      math: 740,
      reading: null,
      score: 1420,
    });
  });

  // covers: EXAM-011 EXAM-012 EXAM-013
  it('is at most 1456 days ahead', async () => {
    expect((await sat({ takenAt: addDays(TODAY, 1456) })).errors).toBeUndefined();
    const late = await sat({ takenAt: addDays(TODAY, 1457) });
    expect(fieldsOf(late)).toEqual({
      takenAt: 'Exam date must be in the past or up to 4 years in the future',
    });
    for (const takenAt of [null, '', '2026-02-30', '20261121', 7]) {
      const answer = await sat({ takenAt, erw: 400, math: 400 });
      expect(answer.errors?.[0]?.extensions?.code).toMatch(/BAD_REQUEST|INVALID_INPUT/);
    }
  });

  // covers: EXAM-014 EXAM-015 EXAM-016
  it('has sections within their limits, erw and math from its day on', async () => {
    expect(fieldsOf(await sat({ takenAt: TODAY }))).toEqual({
      erw: 'Exams in the past must have the score',
      math: 'Exams in the past must have the score',
    });
    expect((await sat({ takenAt: addDays(TODAY, 1) })).errors).toBeUndefined();
    for (const wrong of [
      { erw: 199 },
      { erw: 801 },
      { math: 199 },
      { math: 801 },
      { reading: 1 },
      { writing: 9 },
    ]) {
      const answer = await sat({ takenAt: TODAY, erw: 400, math: 400, ...wrong });
      expect(Object.keys(fieldsOf(answer) ?? {})).toEqual(Object.keys(wrong));
    }
    expect(
      (await sat({ takenAt: TODAY, erw: 200, math: 800, reading: 2, analysis: 8 })).errors,
    ).toBeUndefined();
  });

  it('is past by the calendar of the person who enters it', async () => {
    // 02:00 in Berlin on the 22nd is still the 21st in Los Angeles.
    app.clock.set(new Date('2026-11-22T01:00:00Z'));
    await app.database.query('UPDATE users SET time_zone = $2 WHERE pk = $1', [
      family.mentor.pk,
      'Europe/Berlin',
    ]);
    const mentor = await app.as(family.mentor);
    expect((await sat({ takenAt: '2026-11-22' })).errors).toBeUndefined();
    expect(fieldsOf(await sat({ takenAt: '2026-11-22' }, mentor))).toHaveProperty('erw');
    app.clock.set(new Date('2026-11-21T20:00:00Z'));
  });

  it('is accepted by the API exactly when the form accepts it', async () => {
    const section = fc.oneof(fc.integer({ min: 190, max: 810 }), fc.constant(null));
    const essay = fc.oneof(fc.integer({ min: 0, max: 10 }), fc.constant(null));
    const input = fc.record(
      {
        takenAt: fc.integer({ min: -2000, max: 1460 }).map((days) => addDays(TODAY, days)),
        erw: section,
        math: section,
        reading: essay,
        analysis: essay,
        writing: essay,
      },
      { requiredKeys: ['takenAt'] },
    );
    await fc.assert(
      fc.asyncProperty(input, async (values) => {
        await app.database.query('DELETE FROM sat_scores WHERE roadmap_pk = $1', [roadmap.pk]);
        const code = (await sat(values)).errors?.[0]?.extensions?.code;
        expect(code).toBe(satScoreInput(TODAY).safeParse(values).success ? undefined : 'INVALID_INPUT');
      }),
      { numRuns: 60 },
    );
  });
});

describe('an ACT score', () => {
  // covers: EXAM-005 EXAM-006 EXAM-025
  it('has a composite: the rounded mean of the four sections', async () => {
    const answer = await act({
      takenAt: '2024-06-08',
      english: 30,
      mathematics: 28,
      reading: 31,
      science: 29,
      writing: 8,
    });
    expect(answer.data?.createActScore.actScoreEdge.node).toMatchObject({ score: 30, writing: 8 });
    const three = await act({ takenAt: '2026-06-13', english: 30, mathematics: 28, reading: 30 });
    expect(three.data?.createActScore.actScoreEdge.node).toMatchObject({ science: null, score: 29 });
  });

  // covers: EXAM-017 EXAM-018 EXAM-019
  it('has sections within their limits, required for past exams', async () => {
    const sections = { english: 36, mathematics: 1, reading: 20, science: 20 };
    const message = 'Exams in the past must have a score';
    expect(fieldsOf(await act({ takenAt: '2024-06-08', writing: 8 }))).toEqual({
      english: message,
      mathematics: message,
      reading: message,
      science: message,
    });
    // Science is optional since 2025.
    expect(fieldsOf(await act({ takenAt: '2025-06-14' }))).not.toHaveProperty('science');
    for (const wrong of [{ english: 0 }, { mathematics: 37 }, { writing: 1 }, { writing: 13 }]) {
      const answer = await act({ takenAt: '2024-06-08', ...sections, ...wrong });
      expect(Object.keys(fieldsOf(answer) ?? {})).toEqual(Object.keys(wrong));
    }
    expect((await act({ takenAt: addDays(TODAY, 30) })).errors).toBeUndefined();
  });

  it('is accepted by the API exactly when the form accepts it', async () => {
    const section = fc.oneof(fc.integer({ min: 0, max: 38 }), fc.constant(null));
    const input = fc.record(
      {
        takenAt: fc.integer({ min: -1000, max: 1460 }).map((days) => addDays(TODAY, days)),
        english: section,
        mathematics: section,
        reading: section,
        science: section,
        writing: section,
      },
      { requiredKeys: ['takenAt'] },
    );
    await fc.assert(
      fc.asyncProperty(input, async (values) => {
        await app.database.query('DELETE FROM act_scores WHERE roadmap_pk = $1', [roadmap.pk]);
        const code = (await act(values)).errors?.[0]?.extensions?.code;
        expect(code).toBe(actScoreInput(TODAY).safeParse(values).success ? undefined : 'INVALID_INPUT');
      }),
      { numRuns: 60 },
    );
  });
});

describe('a score of another exam', () => {
  // covers: EXAM-007 EXAM-008 EXAM-009 EXAM-027
  it('is created with its exam', async () => {
    const exam = await createExam(app.database, { exam: 'AP Biology', datePrecision: 'year' });
    const answer = await other({ takenAt: '2026-05-01', examId: exam.id, score: 5 });
    expect(answer.data?.createCategoricalExamScore.categoricalExamScoreEdge.node).toMatchObject({
      takenAt: '2026-05-01',
      score: 5,
      exam: {
        id: exam.id,
        name: 'AP Biology',
        examCategory: { minScore: 1, maxScore: 5, datePrecision: expect.any(String) },
      },
    });
  });

  // covers: EXAM-020 EXAM-021
  it('is an integer within its category, or a half band where these are given', async () => {
    const ap = await createExam(app.database);
    const takenAt = '2026-05-01';
    for (const score of [0, 6, 4.5, -1, 1e300]) {
      expect(fieldsOf(await other({ takenAt, examId: ap.id, score }))).toEqual({
        score: 'Enter a whole number from 1 to 5',
      });
    }
    expect(fieldsOf(await other({ takenAt, examId: ap.id }))).toEqual({
      score: 'Exams in the past must have a score',
    });
    expect((await other({ takenAt: addDays(TODAY, 100), examId: ap.id })).errors).toBeUndefined();
    const ielts = await createExam(app.database, {
      minScore: 0,
      maxScore: 9,
      step: 0.5,
      datePrecision: 'fullDate',
    });
    const band = await other({ takenAt, examId: ielts.id, score: 7.5 });
    expect(band.data?.createCategoricalExamScore.categoricalExamScoreEdge.node).toMatchObject({ score: 7.5 });
    expect(fieldsOf(await other({ takenAt, examId: ielts.id, score: 7.25 }))).toHaveProperty('score');
  });

  it('is accepted by the API exactly when the form accepts it, and stored as it was sent', async () => {
    for (const scale of [
      { minScore: 1, maxScore: 5, step: 1 },
      { minScore: 0, maxScore: 9, step: 0.5 },
      { minScore: 20, maxScore: 80, step: 10 },
    ]) {
      const exam = await createExam(app.database, scale);
      const input = fc.record(
        {
          takenAt: fc.integer({ min: -2000, max: 1460 }).map((days) => addDays(TODAY, days)),
          score: fc.oneof(
            fc.integer({ min: -2, max: 180 }).map((halves) => halves / 2),
            fc.constantFrom(0.25, 1e300, null),
          ),
        },
        { requiredKeys: ['takenAt'] },
      );
      await fc.assert(
        fc.asyncProperty(input, async (values) => {
          await app.database.query('DELETE FROM exam_scores WHERE roadmap_pk = $1', [roadmap.pk]);
          const { errors, data } = await other({ examId: exam.id, ...values });
          const form = categoricalExamScoreInput(TODAY, scale).safeParse(values);
          expect(errors?.[0]?.extensions?.code).toBe(form.success ? undefined : 'INVALID_INPUT');
          const stored = data?.createCategoricalExamScore?.categoricalExamScoreEdge.node ?? null;
          expect(stored && [stored.takenAt, stored.score]).toEqual(
            form.success ? [form.data.takenAt, form.data.score ?? null] : null,
          );
        }),
        { numRuns: 30 },
      );
    }
  });

  it('is of an exam of the list', async () => {
    for (const examId of ['', 'x', roadmap.id, btoa('Exam:2147483647'), btoa('Exam:99999999999')]) {
      expect(fieldsOf(await other({ takenAt: TODAY, examId, score: 1 }))).toEqual({
        examId: 'Choose an exam from the list',
      });
    }
  });

  // covers: EXAM-023
  it('is chosen from all categories with their exams', async () => {
    await createExam(app.database, { name: 'Latin League', minScore: 20, maxScore: 80, exam: 'Latin II' });
    const answer =
      await student.graphql(`{ allExamCategories { category { name minScore maxScore datePrecision }
      examSet(first: 2147483647) { edges { node { id name } } } } }`);
    expect(answer.data?.allExamCategories).toContainEqual({
      category: { name: 'Latin League', minScore: 20, maxScore: 80, datePrecision: 'A_2' },
      examSet: { edges: [{ node: { id: expect.any(String), name: 'Latin II' } }] },
    });
  });
});

describe('deleting a score', () => {
  // covers: EXAM-028
  it('answers with its id and date, whichever kind it is', async () => {
    const exam = await createExam(app.database);
    const ids = [
      (await sat({ takenAt: '2026-10-03', erw: 600, math: 600 })).data?.createSatScore.satScoreEdge.node.id,
      (await act({ takenAt: '2026-10-03', english: 20, mathematics: 20, reading: 20 })).data?.createActScore
        .actScoreEdge.node.id,
      (await other({ takenAt: '2026-10-03', examId: exam.id, score: 3 })).data?.createCategoricalExamScore
        .categoricalExamScoreEdge.node.id,
    ];
    for (const id of ids) {
      expect((await student.graphql(DELETE, { input: { id } })).data).toEqual({
        deleteExamScore: { deletedId: id, takenAt: '2026-10-03' },
      });
    }
  });

  // covers: EXAM-022
  it('needs the permission to change the roadmap, as creating does', async () => {
    const created = await sat({ takenAt: '2026-10-03', erw: 600, math: 600 });
    const id = created.data?.createSatScore.satScoreEdge.node.id;
    const codeOf = async (user: typeof family.student) => {
      const client = await app.as(user);
      const answers = [
        await sat({ takenAt: '2026-10-03', erw: 600, math: 600 }, client),
        await client.graphql(DELETE, { input: { id } }),
      ];
      return answers.map((answer) => answer.errors?.[0]?.extensions?.code ?? 'done');
    };
    expect(await codeOf(family.parent)).toEqual(['FORBIDDEN', 'FORBIDDEN']);
    expect(await codeOf(family.otherMentor)).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    expect(await codeOf(family.otherStudent)).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    expect(await codeOf(family.mentor)).toEqual(['done', 'done']);
  });
});
