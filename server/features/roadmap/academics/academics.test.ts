import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toGlobalId } from '#shared/kernel/ids.ts';
import { newClassGrade } from '#shared/roadmap/academics-schema.ts';
import { app, family, roadmap, startRoadmapTests, student } from '#tests/helpers/scenes/roadmap-scene.ts';

startRoadmapTests();

const CREATE = `mutation ($input: CreateClassGradeInput!) { createClassGrade(input: $input) { classGradeEdge { cursor
  node { id name terms year targetGrades actualGrades points ucHonors subjectRequirement autocompleted version } } } }`;
const UPDATE = `mutation ($input: UpdateClassGradeInput!) { updateClassGrade(input: $input) {
  classGrade { id name terms year targetGrades actualGrades ucHonors subjectRequirement version } } }`;
const DELETE = `mutation ($input: DeleteClassGradeInput!) { deleteClassGrade(input: $input) { deletedId name } }`;

const biology = {
  name: 'AP Biology',
  terms: 2,
  targetGrades: [4, 4],
  actualGrades: [3.7, null],
  year: 'SO',
  ucHonors: true,
  subjectRequirement: 'D',
  autocompleted: false,
};
const create = async (input: object, client = student) =>
  client.graphql(CREATE, { input: { roadmapId: roadmap.id, ...biology, ...input } });
const created = async (input: object = {}) =>
  (await create(input)).data?.createClassGrade.classGradeEdge.node as { id: string; version: number };

describe('a class', () => {
  // covers: ACAD-003 ACAD-004 ACAD-005 ACAD-006 ACAD-030
  it('is created with its grades', async () => {
    const answer = await create({});
    expect(answer.errors).toBeUndefined();
    expect(answer.data?.createClassGrade.classGradeEdge.node).toMatchObject({
      ...biology,
      points: 3.7,
      version: 1,
    });
  });

  // covers: ACAD-011 ACAD-018 ACAD-019 ACAD-020 ACAD-021 ACAD-022 ACAD-023 ACAD-024
  it('is refused with the message of the broken rule', async () => {
    const messageOf = async (input: object) => {
      const answer = await create(input);
      expect(answer.errors?.[0]?.extensions?.code).toBe('INVALID_INPUT');
      return answer.errors?.[0]?.message;
    };
    expect(await messageOf({ name: ' ' })).toBe('Class name is required');
    expect(await messageOf({ name: 'x'.repeat(101) })).toBe('Class name must be less than 100 characters');
    expect(await messageOf({ terms: 1 })).toBe('Choose 2 to 4 terms');
    expect(await messageOf({ terms: 5 })).toBe('Choose 2 to 4 terms');
    const five = [4, 4, 4, 4, 4];
    expect(await messageOf({ terms: 5, targetGrades: five, actualGrades: five })).toBe('Choose 2 to 4 terms');
    expect((await create({ terms: 2.5 })).errors).toBeDefined();
    expect(await messageOf({ terms: 4, targetGrades: five, actualGrades: [4, 4, 4, 4] })).toBe(
      'Give one grade for each term',
    );
    expect(await messageOf({ terms: 3 })).toBe('Give one grade for each term');
    expect(await messageOf({ actualGrades: [4] })).toBe('Give one grade for each term');
    expect(await messageOf({ targetGrades: [4, 3.9] })).toBe('Choose a grade from A to F');
    expect(await messageOf({ subjectRequirement: 'H' })).toBe('Choose a subject requirement');
    expect((await create({ year: 'XX' })).errors).toBeDefined();
    expect((await create({ ucHonors: 'yes' })).errors).toBeDefined();
    expect((await create({ name: 'a\0b' })).errors?.[0]?.extensions?.code).toBe('INVALID_INPUT');
    expect((await create({ name: 'x'.repeat(100), subjectRequirement: '' })).errors).toBeUndefined();
    for (const terms of [2, 3, 4]) {
      const grades = Array.from({ length: terms }, () => 3.3);
      expect((await create({ terms, targetGrades: grades, actualGrades: grades })).errors).toBeUndefined();
    }
    for (const subjectRequirement of ['A', 'B', 'C', 'D', 'E', 'F', 'G'])
      expect((await create({ subjectRequirement })).errors).toBeUndefined();
    for (const year of ['FR', 'SO', 'JR', 'SR'])
      expect((await create({ year, ucHonors: year === 'SR' })).errors).toBeUndefined();
  });

  // covers: ACAD-025 ACAD-032
  it('changes its actual grades, year and UC fields, never its terms, name and targets', async () => {
    const { id } = await created();
    const changed = await student.graphql(UPDATE, {
      input: { id, actualGrades: [4, 3.3], year: 'JR', ucHonors: false, subjectRequirement: '' },
    });
    expect(changed.data?.updateClassGrade.classGrade).toEqual({
      id,
      name: 'AP Biology',
      terms: 2,
      targetGrades: [4, 4],
      actualGrades: [4, 3.3],
      year: 'JR',
      ucHonors: false,
      subjectRequirement: '',
      version: 2,
    });
    for (const field of [{ name: 'Other' }, { terms: 3 }, { targetGrades: [4, 4] }]) {
      expect((await student.graphql(UPDATE, { input: { id, ...field } })).errors).toBeDefined();
    }
    const wrong = await student.graphql(UPDATE, { input: { id, actualGrades: [4, 4, 4] } });
    expect(wrong.errors?.[0]).toMatchObject({
      message: 'Give one grade for each term',
      extensions: { code: 'INVALID_INPUT', fields: { actualGrades: 'Give one grade for each term' } },
    });
  });

  it('refuses the second of two edits based on the same version, and returns the stored values', async () => {
    const { id, version } = await created();
    const answers = await Promise.all(
      [3, 2].map((grade) => student.graphql(UPDATE, { input: { id, actualGrades: [grade, null], version } })),
    );
    const refused = answers.filter((answer) => answer.errors?.[0]?.extensions?.code === 'CONFLICT');
    expect(refused).toHaveLength(1);
    const accepted = answers.find((answer) => answer.errors === undefined);
    expect(refused[0]?.errors?.[0]?.extensions).toMatchObject({
      current: { version: 2, actualGrades: accepted?.data?.updateClassGrade.classGrade.actualGrades },
    });
  });

  // covers: ACAD-033
  it('is deleted', async () => {
    const { id } = await created();
    expect((await student.graphql(DELETE, { input: { id } })).data).toEqual({
      deleteClassGrade: { deletedId: id, name: 'AP Biology' },
    });
    expect((await student.graphql(DELETE, { input: { id } })).errors?.[0]?.extensions?.code).toBe(
      'NOT_FOUND',
    );
  });

  it('is created once, however often the request is repeated', async () => {
    const idempotencyKey = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => create({ name: 'Once', idempotencyKey })),
    );
    const ids = new Set(answers.map((answer) => answer.data?.createClassGrade.classGradeEdge.node.id));
    expect(ids.size).toBe(1);
    const other = await create({ name: 'Twice', idempotencyKey });
    expect(other.errors?.[0]?.extensions?.code).toBe('INVALID_INPUT');
  });

  // covers: ACAD-029
  it('is changed by the student and the mentors only', async () => {
    const { id } = await created();
    const codeOf = async (user: typeof family.student) => {
      const client = await app.as(user);
      const toDelete = await created();
      const answers = [
        await client.graphql(UPDATE, { input: { id, ucHonors: false } }),
        await create({}, client),
        await client.graphql(DELETE, { input: { id: toDelete.id } }),
      ];
      return answers.map((answer) => answer.errors?.[0]?.extensions?.code ?? 'done');
    };
    expect(await codeOf(family.student)).toEqual(['done', 'done', 'done']);
    expect(await codeOf(family.mentor)).toEqual(['done', 'done', 'done']);
    expect(await codeOf(family.parent)).toEqual(['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN']);
    expect(await codeOf(family.otherStudent)).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND']);
    expect(await codeOf(family.otherMentor)).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND']);
    expect(await codeOf(family.otherParent)).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND']);
  });

  it('is not found by an invalid id', async () => {
    for (const id of ['', 'x', toGlobalId('ClassGrade', 2_147_483_647), toGlobalId('College', 1), '\0']) {
      const answer = await student.graphql(DELETE, { input: { id } });
      expect(answer.errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
    }
  });

  it('is accepted by the API exactly when the form accepts it', async () => {
    const grades = fc.array(fc.constantFrom(4, 3.7, 2, 0, 3.5, -1, 5, null), { maxLength: 5 });
    const input = fc.record({
      name: fc.oneof(fc.string({ maxLength: 110, unit: 'binary' }), fc.constant('x'.repeat(100))),
      terms: fc.integer({ min: 0, max: 6 }),
      targetGrades: grades,
      actualGrades: grades,
      year: fc.constantFrom('FR', 'SO', 'JR', 'SR'),
      ucHonors: fc.boolean(),
      subjectRequirement: fc.constantFrom('', 'A', 'G', 'H', 'AB'),
      autocompleted: fc.boolean(),
    });
    const likely = fc.integer({ min: 2, max: 4 }).chain((terms) => {
      const fitting = fc.array(fc.constantFrom(4, 3.3, 0, null), { minLength: terms, maxLength: terms });
      return fc.record({
        name: fc.string({ minLength: 1, maxLength: 101, unit: 'binary' }),
        terms: fc.constant(terms),
        targetGrades: fitting,
        actualGrades: fitting,
        year: fc.constantFrom('FR', 'SO', 'JR', 'SR'),
        ucHonors: fc.boolean(),
        subjectRequirement: fc.constantFrom('', 'A', 'G'),
        autocompleted: fc.boolean(),
      });
    });
    await fc.assert(
      fc.asyncProperty(fc.oneof(input, likely), async (values) => {
        await app.database.query('DELETE FROM class_grades WHERE roadmap_pk = $1', [roadmap.pk]);
        const answer = await create(values);
        const code = answer.errors?.[0]?.extensions?.code;
        expect(code).toBe(newClassGrade.safeParse(values).success ? undefined : 'INVALID_INPUT');
      }),
      { numRuns: 60 },
    );
  });
});
