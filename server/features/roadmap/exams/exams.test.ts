import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '#shared/kernel/dates.ts';
import { categoricalExamScoreInput } from '#shared/roadmap/exams-schema.ts';
import { createExam } from '#tests/factories/roadmap.ts';
import {
  act,
  app,
  family,
  fieldsOf,
  other,
  roadmap,
  sat,
  startExamTests,
  student,
  TODAY,
} from '#tests/helpers/scenes/exam-scene.ts';

startExamTests();

const UPDATE_SAT = `mutation ($input: UpdateSatScoreInput!) { updateSatScore(input: $input) { satScore {
  id takenAt erw math reading analysis writing score version } } }`;
const UPDATE_ACT = `mutation ($input: UpdateActScoreInput!) { updateActScore(input: $input) { actScore {
  takenAt english mathematics reading science writing score version } } }`;
const UPDATE_OTHER = `mutation ($input: UpdateCategoricalExamScoreInput!) { updateCategoricalExamScore(input: $input) {
  categoricalExamScore { takenAt score version exam { id } } } }`;
const DELETE = `mutation ($input: DeleteExamScoreInput!) { deleteExamScore(input: $input) { deletedId takenAt } }`;

describe('an exam date', () => {
  // covers: EXAM-011 EXAM-012 EXAM-013
  it('is required and at most 1456 days ahead, for every exam type', async () => {
    const exam = await createExam(app.database);
    for (const create of [sat, act, (input: object) => other({ examId: exam.id, ...input })]) {
      expect((await create({ takenAt: addDays(TODAY, 1456) })).errors).toBeUndefined();
      expect(fieldsOf(await create({ takenAt: addDays(TODAY, 1457) }))).toEqual({
        takenAt: 'Exam date must be in the past or up to 4 years in the future',
      });
      for (const takenAt of [undefined, null, '', '2026-02-30', '20261121', 7])
        expect((await create({ takenAt })).errors?.[0]?.extensions?.code).toMatch(
          /BAD_REQUEST|INVALID_INPUT/,
        );
    }
  });
});

describe('a score of another exam', () => {
  // covers: EXAM-007 EXAM-008 EXAM-009 EXAM-027
  it('is created with its exam', async () => {
    const exam = await createExam(app.database, { exam: 'AP Biology', datePrecision: 'year' });
    const answer = await other({ takenAt: '2026-05-01', examId: exam.id, score: 5 });
    expect(answer.data?.createCategoricalExamScore.categoricalExamScoreEdge).toEqual({
      cursor: expect.any(String),
      node: {
        id: expect.any(String),
        takenAt: '2026-05-01',
        score: 5,
        exam: {
          id: exam.id,
          name: 'AP Biology',
          examCategory: {
            id: expect.any(String),
            name: expect.stringMatching(/^Category \d+$/),
            minScore: 1,
            maxScore: 5,
            step: 1,
            datePrecision: 'A_2',
          },
        },
      },
    });
    for (const [datePrecision, code] of [
      ['monthYear', 'A_1'],
      ['fullDate', 'A_0'],
    ] as const) {
      const { id } = await createExam(app.database, { datePrecision });
      const dated = await other({ takenAt: '2026-05-01', examId: id, score: 5 });
      expect(
        dated.data?.createCategoricalExamScore.categoricalExamScoreEdge.node.exam.examCategory.datePrecision,
      ).toBe(code);
    }
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
    for (const score of [1, 5])
      expect((await other({ takenAt, examId: ap.id, score })).errors).toBeUndefined();
    for (const past of [takenAt, TODAY]) {
      expect(fieldsOf(await other({ takenAt: past, examId: ap.id }))).toEqual({
        score: 'Exams in the past must have a score',
      });
    }
    expect((await other({ takenAt: addDays(TODAY, 1), examId: ap.id })).errors).toBeUndefined();
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
    const [{ exams }] = (await app.database.query<{ exams: number }>(
      'SELECT count(*)::int AS exams FROM exams',
    )) as [{ exams: number }];
    const answer =
      await student.graphql(`{ allExamCategories { category { name minScore maxScore datePrecision }
      examSet(first: 2147483647) { edges { node { id name } } } } }`);
    expect(answer.data?.allExamCategories).toContainEqual({
      category: { name: 'Latin League', minScore: 20, maxScore: 80, datePrecision: 'A_2' },
      examSet: { edges: [{ node: { id: expect.any(String), name: 'Latin II' } }] },
    });
    const groups = answer.data?.allExamCategories as { examSet: { edges: unknown[] } }[];
    expect(groups.flatMap(({ examSet }) => examSet.edges)).toHaveLength(exams);
  });
});

describe('deleting a score', () => {
  // covers: EXAM-028
  it('returns its id and date for each kind', async () => {
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
      const again = await student.graphql(DELETE, { input: { id } });
      expect(again.errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
    }
  });

  // covers: EXAM-022
  it('needs the permission to change the roadmap, as creating does', async () => {
    const takenAt = '2026-10-03';
    const exam = await createExam(app.database);
    const scores = { erw: 600, math: 600 };
    const sections = { english: 20, mathematics: 20, reading: 20 };
    const created = await sat({ takenAt, ...scores });
    const id = created.data?.createSatScore.satScoreEdge.node.id;
    const codesOf = async (user: typeof family.student) => {
      const client = await app.as(user);
      const answers = [
        await sat({ takenAt, ...scores }, client),
        await act({ takenAt, ...sections }, client),
        await other({ takenAt, examId: exam.id, score: 3 }, client),
        await client.graphql(DELETE, { input: { id } }),
      ];
      return new Set(answers.map((answer) => answer.errors?.[0]?.extensions?.code ?? 'done'));
    };
    expect(await codesOf(family.parent)).toEqual(new Set(['FORBIDDEN']));
    for (const stranger of [family.otherMentor, family.otherStudent, family.otherParent])
      expect(await codesOf(stranger)).toEqual(new Set(['NOT_FOUND']));
    expect(await codesOf(family.mentor)).toEqual(new Set(['done']));
  });
});

describe('updating a score', () => {
  // covers: EXAM-022
  it('replaces the date and all scores of an SAT test', async () => {
    const created = await sat({ takenAt: '2026-10-03', erw: 680, math: 740, reading: 6 });
    const id = created.data?.createSatScore.satScoreEdge.node.id;
    const input = { id, takenAt: '2026-11-07', erw: 700, math: 750, version: 1 };
    const answer = await student.graphql(UPDATE_SAT, { input });
    expect(answer.data?.updateSatScore.satScore).toEqual({
      id,
      takenAt: '2026-11-07',
      erw: 700,
      math: 750,
      reading: null,
      analysis: null,
      writing: null,
      score: 1450,
      version: 2,
    });
    const outdated = await student.graphql(UPDATE_SAT, { input });
    expect(outdated.errors?.[0]).toMatchObject({
      message: 'Someone else changed this.',
      extensions: { code: 'CONFLICT', current: { version: 2 } },
    });
    const wrong = await student.graphql(UPDATE_SAT, { input: { id, takenAt: TODAY, erw: 801 } });
    expect(fieldsOf(wrong)).toEqual({
      erw: 'Enter a whole number from 200 to 800',
      math: 'Exams in the past must have the score',
    });
  });

  it('replaces the date and all scores of an ACT test', async () => {
    const sections = { english: 30, mathematics: 28, reading: 30, science: 32 };
    const created = await act({ takenAt: '2026-10-03', ...sections });
    const id = created.data?.createActScore.actScoreEdge.node.id;
    const input = { id, takenAt: '2026-10-04', ...sections, science: null, writing: 8, version: 1 };
    const { id: _, version: __, ...stored } = input;
    expect((await student.graphql(UPDATE_ACT, { input })).data?.updateActScore.actScore).toEqual({
      ...stored,
      score: 29,
      version: 2,
    });
    expect((await student.graphql(UPDATE_ACT, { input })).errors?.[0]?.extensions?.code).toBe('CONFLICT');
  });

  it('replaces the date and the score of another exam, within the limits of its category', async () => {
    const exam = await createExam(app.database);
    const created = await other({ examId: exam.id, takenAt: '2026-05-01', score: 3 });
    const id = created.data?.createCategoricalExamScore.categoricalExamScoreEdge.node.id;
    const update = (input: object) => student.graphql(UPDATE_OTHER, { input: { id, ...input } });
    const answer = await update({ takenAt: '2025-05-01', score: 5, version: 1 });
    expect(answer.data?.updateCategoricalExamScore.categoricalExamScore).toEqual({
      takenAt: '2025-05-01',
      score: 5,
      version: 2,
      exam: { id: exam.id },
    });
    expect(fieldsOf(await update({ takenAt: '2025-05-01', score: 6 }))).toEqual({
      score: 'Enter a whole number from 1 to 5',
    });
    expect(
      (await update({ takenAt: '2025-05-01', score: 4, version: 1 })).errors?.[0]?.extensions?.code,
    ).toBe('CONFLICT');
  });

  it('refuses the id of another kind of score', async () => {
    const created = await act({ takenAt: '2026-10-03', english: 30, mathematics: 28, reading: 30 });
    const id = created.data?.createActScore.actScoreEdge.node.id;
    const answer = await student.graphql(UPDATE_SAT, { input: { id, takenAt: TODAY, erw: 600, math: 600 } });
    expect(answer.errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
  });
});
