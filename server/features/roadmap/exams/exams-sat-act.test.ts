import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '#shared/kernel/dates.ts';
import { actScoreInput, satScoreInput } from '#shared/roadmap/exams-schema.ts';
import {
  act,
  app,
  family,
  fieldsOf,
  roadmap,
  sat,
  startExamTests,
  TODAY,
} from '#tests/helpers/scenes/exam-scene.ts';

startExamTests();

/** Checks that each section accepts both of its limits and the integers between them, and nothing else. */
async function expectLimits(
  create: (input: object) => ReturnType<typeof sat>,
  valid: object,
  sections: [fields: string[], min: number, max: number][],
) {
  for (const [fields, min, max] of sections) {
    for (const field of fields) {
      for (const score of [min, max])
        expect((await create({ ...valid, [field]: score })).errors, `${field} ${score}`).toBeUndefined();
      for (const score of [min - 1, max + 1]) {
        expect(fieldsOf(await create({ ...valid, [field]: score })), `${field} ${score}`).toEqual({
          [field]: `Enter a whole number from ${min} to ${max}`,
        });
      }
      const half = await create({ ...valid, [field]: min + 0.5 });
      expect(half.errors?.[0]?.extensions?.code, `${field} ${min + 0.5}`).toBe('BAD_REQUEST');
    }
  }
  await app.database.query('DELETE FROM sat_scores WHERE roadmap_pk = $1', [roadmap.pk]);
  await app.database.query('DELETE FROM act_scores WHERE roadmap_pk = $1', [roadmap.pk]);
}

describe('an SAT score', () => {
  // covers: EXAM-003 EXAM-004 EXAM-024
  it('is created, its total being erw plus math', async () => {
    const whole = { takenAt: '2026-10-03', erw: 680, math: 740, reading: 6, analysis: 5, writing: 7 };
    const answer = await sat(whole);
    expect(answer.data?.createSatScore.satScoreEdge).toEqual({
      cursor: expect.any(String),
      node: { id: expect.any(String), ...whole, score: 1420 },
    });
    const { reading: _, analysis: __, writing: ___, ...required } = whole;
    expect((await sat(required)).data?.createSatScore.satScoreEdge.node).toMatchObject({
      reading: null,
      analysis: null,
      writing: null,
      score: 1420,
    });
    // A future test has no score, and no total of only one section.
    const planned = await sat({ takenAt: '2027-03-13', erw: 680, math: null });
    expect(planned.data?.createSatScore.satScoreEdge.node).toMatchObject({
      erw: 680,
      math: null,
      score: null,
    });
  });

  // covers: EXAM-014 EXAM-015 EXAM-016
  it('has sections within their limits, erw and math from its day on', async () => {
    expect(fieldsOf(await sat({ takenAt: TODAY }))).toEqual({
      erw: 'Exams in the past must have the score',
      math: 'Exams in the past must have the score',
    });
    expect((await sat({ takenAt: addDays(TODAY, 1) })).errors).toBeUndefined();
    expect(fieldsOf(await sat({ takenAt: TODAY, math: 400 }))).toEqual({
      erw: 'Exams in the past must have the score',
    });
    await expectLimits(sat, { takenAt: TODAY, erw: 400, math: 400 }, [
      [['erw', 'math'], 200, 800],
      [['reading', 'analysis', 'writing'], 2, 8],
    ]);
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
    const whole = {
      takenAt: '2024-06-08',
      english: 30,
      mathematics: 28,
      reading: 31,
      science: 29,
      writing: 8,
    };
    // 29.5 is rounded up.
    expect((await act(whole)).data?.createActScore.actScoreEdge).toEqual({
      cursor: expect.any(String),
      node: { id: expect.any(String), ...whole, score: 30 },
    });
    const lower = await act({ ...whole, science: 28, writing: null });
    expect(lower.data?.createActScore.actScoreEdge.node).toMatchObject({ score: 29, writing: null });
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
    await expectLimits(act, { takenAt: '2024-06-08', ...sections }, [
      [['english', 'mathematics', 'reading', 'science'], 1, 36],
      [['writing'], 2, 12],
    ]);
    // Today counts as past, tomorrow does not.
    expect(fieldsOf(await act({ takenAt: TODAY }))).toHaveProperty('english', message);
    expect((await act({ takenAt: addDays(TODAY, 1) })).errors).toBeUndefined();
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
