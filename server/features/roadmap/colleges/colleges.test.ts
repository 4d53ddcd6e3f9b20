import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { collegeChange, newCollege } from '#shared/roadmap/colleges-schema.ts';
import {
  ADMISSION_CATEGORIES,
  APPLICATION_TYPES,
  COLLEGE_FLAGS,
  INSTITUTION_CONTROLS,
  INSTITUTION_LEVELS,
} from '#shared/roadmap/colleges.ts';
import { createInstitution } from '#tests/factories/roadmap.ts';
import { app, family, roadmap, startRoadmapTests, student } from '#tests/helpers/scenes/roadmap-scene.ts';
import type { TestClient } from '#tests/helpers/server/test-client.ts';

let mentor: TestClient;
startRoadmapTests();
beforeAll(async () => {
  mentor = await app.as(family.mentor);
});

const FIELDS = `id name body admissionCategory applicationType visited waitlisted accepted deferred denied permissions
  version institution { unitid instnm insturl city stabbr zipCode ugds control iclevel admRate satvr25 satvr75 satmt25
  satmt75 actcm25 actcm75 costt4A tuitionfeeIn tuitionfeeOut dataYear olderFigures { field year } }`;
const CREATE = `mutation ($input: CreateCollegeInput!) { createCollege(input: $input) { collegeEdge { cursor node {
  ${FIELDS} } } } }`;
const UPDATE = `mutation ($input: UpdateCollegeInput!) { updateCollege(input: $input) { college { ${FIELDS} } } }`;
const DELETE = `mutation ($input: DeleteCollegeInput!) { deleteCollege(input: $input) { deletedId name } }`;

const create = (input: object, client = student) =>
  client.graphql(CREATE, { input: { roadmapId: roadmap.id, ...input } });
const created = async () => {
  const { unitid } = await createInstitution(app.database);
  return (await create({ unitid })).data?.createCollege.collegeEdge.node as { id: string; name: string };
};

describe('a college', () => {
  // covers: COLL-008 COLL-009 COLL-010 COLL-011 COLL-012 COLL-013 COLL-014 COLL-030
  it('is created from an institution, with its published facts', async () => {
    const facts = {
      insturl: 'https://umich.edu/',
      city: 'Ann Arbor',
      stabbr: 'MI',
      zipCode: '48109',
      ugds: 31_266,
      admRate: 0.2018,
      satvr25: 670,
      satvr75: 750,
      satmt25: 680,
      satmt75: 790,
      actcm25: 31,
      actcm75: 34,
      costt4A: 31_184,
      tuitionfeeIn: 16_178,
      tuitionfeeOut: 53_232,
    };
    const institution = { unitid: 870_976, instnm: 'University of Michigan-Ann Arbor', ...facts };
    await createInstitution(app.database, {
      ...institution,
      control: 1,
      iclevel: 1,
      olderYears: JSON.stringify({ costt4A: '2020-21' }),
    });
    const answer = await create({ unitid: 870_976 });
    expect(answer.errors).toBeUndefined();
    expect(answer.data?.createCollege.collegeEdge.node).toEqual({
      id: expect.any(String),
      name: 'University of Michigan-Ann Arbor',
      body: '',
      admissionCategory: null,
      applicationType: 'UD',
      visited: false,
      waitlisted: false,
      accepted: false,
      deferred: false,
      denied: false,
      version: 1,
      permissions: ['change_roadmap', 'change_application_type'],
      institution: {
        ...institution,
        control: 'A_1',
        iclevel: 'A_1',
        dataYear: '2021-22',
        olderFigures: [{ field: 'costt4A', year: '2020-21' }],
      },
    });
  });

  // covers: COLL-017 COLL-018
  it('returns level and control as the publisher’s codes', async () => {
    expect(INSTITUTION_LEVELS).toEqual({ A_1: '4-year', A_2: '2-year', A_3: 'less than 2-years' });
    expect(INSTITUTION_CONTROLS).toEqual({
      A_1: 'public',
      A_2: 'private non-profit',
      A_3: 'private for-profit',
    });
    for (const code of [1, 2, 3, null]) {
      const { unitid } = await createInstitution(app.database, { control: code, iclevel: code });
      const answer = await create({ unitid });
      const expected = code === null ? null : `A_${code}`;
      expect(answer.data?.createCollege.collegeEdge.node.institution).toMatchObject({
        control: expected,
        iclevel: expected,
      });
    }
  });

  it('is created once by name when no catalogue has it', async () => {
    const byName = await create({ name: ' ETH Zürich ' });
    expect(byName.data?.createCollege.collegeEdge.node).toMatchObject({
      name: 'ETH Zürich',
      institution: null,
    });
    const again = {
      message: 'This college is on the roadmap already',
      extensions: { code: 'INVALID_INPUT' },
    };
    expect((await create({ name: 'eth zürich' })).errors?.[0]).toMatchObject(again);
    const { unitid } = await createInstitution(app.database);
    const answers = await Promise.all(Array.from({ length: 5 }, () => create({ unitid })));
    expect(answers.filter((answer) => answer.errors === undefined)).toHaveLength(1);
    expect(answers.find((answer) => answer.errors)?.errors?.[0]).toMatchObject(again);
  });

  it('is refused without a name or an institution of the list', async () => {
    const fieldsOf = async (input: object) => (await create(input)).errors?.[0]?.extensions?.fields;
    expect(await fieldsOf({})).toEqual({ name: 'Choose a college or enter its name' });
    expect(await fieldsOf({ name: '' })).toHaveProperty('name');
    expect(await fieldsOf({ name: 'x', unitid: 1 })).toHaveProperty('name');
    expect(await fieldsOf({ unitid: 2_147_483_647 })).toEqual({ unitid: 'Choose a college from the list' });
    expect(await fieldsOf({ unitid: -1 })).toHaveProperty('unitid');
    expect((await create({ unitid: 99_999_999_999 })).errors?.[0]?.extensions?.code).toBe('BAD_REQUEST');
  });

  // covers: COLL-015 COLL-016 COLL-020 COLL-031
  it('accepts each category and type, and each flag independent of the others', async () => {
    const { id } = await created();
    const change = async (input: object) =>
      (await mentor.graphql(UPDATE, { input: { id, ...input } })).data?.updateCollege.college;
    expect(ADMISSION_CATEGORIES).toEqual({ R: 'Reach', T: 'Target', S: 'Safety' });
    expect(APPLICATION_TYPES).toEqual({
      EA: 'Early Action',
      ED: 'Early Decision',
      RD: 'Regular Decision',
      UD: 'Undecided',
    });
    for (const admissionCategory of Object.keys(ADMISSION_CATEGORIES))
      expect(await change({ admissionCategory })).toMatchObject({ admissionCategory });
    for (const applicationType of Object.keys(APPLICATION_TYPES))
      expect(await change({ applicationType })).toMatchObject({ applicationType });
    expect(COLLEGE_FLAGS).toEqual(['visited', 'waitlisted', 'accepted', 'deferred', 'denied']);
    // All 32 combinations, one flag at a time, in both directions.
    let stored = Object.fromEntries(COLLEGE_FLAGS.map((flag) => [flag, false]));
    for (let step = 1; step < 2 ** COLLEGE_FLAGS.length; step += 1) {
      const flag = COLLEGE_FLAGS[Math.log2(step & -step)] as string;
      stored = { ...stored, [flag]: !stored[flag] };
      expect(await change({ [flag]: stored[flag] })).toMatchObject(stored);
    }
    for (const wrong of [{ admissionCategory: 'X' }, { applicationType: 'Undecided' }, { visited: 'yes' }]) {
      const refused = await mentor.graphql(UPDATE, { input: { id, ...wrong } });
      expect(refused.errors?.[0]?.extensions?.code).toBe('BAD_REQUEST');
    }
  });

  // covers: COLL-031
  it('changes only the given fields, and each flag independently', async () => {
    const { id } = await created();
    const change = (input: object) => mentor.graphql(UPDATE, { input: { id, ...input } });
    expect((await change({ accepted: true, denied: true })).data?.updateCollege.college).toMatchObject({
      accepted: true,
      denied: true,
      visited: false,
      body: '',
    });
    const last = await change({ body: 'Nice campus', admissionCategory: 'R', applicationType: 'EA' });
    expect(last.data?.updateCollege.college).toMatchObject({
      body: 'Nice campus',
      admissionCategory: 'R',
      applicationType: 'EA',
      accepted: true,
      version: 3,
    });
    const stale = await change({ body: 'Other', version: 1 });
    expect(stale.errors?.[0]?.extensions).toMatchObject({
      code: 'CONFLICT',
      current: { body: 'Nice campus' },
    });
    expect((await change({ body: 'x'.repeat(5_001) })).errors?.[0]?.extensions?.code).toBe('INVALID_INPUT');
  });

  it('is accepted by the API exactly when the form accepts it, and stored as it was sent', async () => {
    const text = fc.oneof(
      fc.string({ maxLength: 210, unit: 'binary' }),
      fc.integer({ min: 198, max: 202 }).map((length) => 'x'.repeat(length)),
    );
    const made = fc.record(
      { name: fc.option(text), unitid: fc.option(fc.integer({ min: -2, max: 2 })) },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(made, async (values) => {
        await app.database.query('DELETE FROM colleges WHERE roadmap_pk = $1', [roadmap.pk]);
        const { errors, data } = await create(values);
        const form = newCollege.safeParse(values);
        // There is no institution with this number.
        const isAccepted = form.success && typeof values.unitid !== 'number';
        expect(errors?.[0]?.extensions?.code).toBe(isAccepted ? undefined : 'INVALID_INPUT');
        expect(data?.createCollege?.collegeEdge.node.name).toBe(isAccepted ? form.data.name : undefined);
      }),
      { numRuns: 40 },
    );

    const { id } = await created();
    const changed = fc.record(
      {
        body: fc.oneof(
          fc.string({ maxLength: 60, unit: 'binary' }),
          fc.integer({ min: 4_998, max: 5_002 }).map((length) => 'x'.repeat(length)),
        ),
        visited: fc.boolean(),
        accepted: fc.boolean(),
        denied: fc.boolean(),
        admissionCategory: fc.constantFrom('R', 'T', 'S'),
        applicationType: fc.constantFrom('EA', 'ED', 'RD', 'UD'),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(changed, async (values) => {
        const { errors, data } = await mentor.graphql(UPDATE, { input: { id, ...values } });
        const form = collegeChange.safeParse(values);
        expect(errors?.[0]?.extensions?.code).toBe(form.success ? undefined : 'INVALID_INPUT');
        expect(data?.updateCollege?.college ?? {}).toMatchObject(form.data ?? {});
      }),
      { numRuns: 40 },
    );
  });

  // covers: COLL-021 COLL-022
  it('has its category chosen by mentors, its application type by the student too', async () => {
    const { id } = await created();
    const category = await student.graphql(UPDATE, { input: { id, admissionCategory: 'S' } });
    expect(category.errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
    const type = await student.graphql(UPDATE, { input: { id, applicationType: 'ED' } });
    expect(type.data?.updateCollege.college).toMatchObject({
      applicationType: 'ED',
      admissionCategory: null,
    });
    const byMentor = await mentor.graphql(UPDATE, { input: { id, admissionCategory: 'S' } });
    expect(byMentor.data?.updateCollege.college).toMatchObject({
      admissionCategory: 'S',
      permissions: ['change_roadmap', 'change_admission_category', 'change_application_type'],
    });
  });

  // covers: COLL-021 COLL-022 COLL-023 COLL-024 COLL-032
  it('is changed and deleted by the student and the mentors only', async () => {
    const college = await created();
    const codeOf = async (user: typeof family.student) => {
      const client = await app.as(user);
      const answers = [
        await create({ name: 'Anywhere' }, client),
        await client.graphql(UPDATE, { input: { id: college.id, visited: true } }),
        await client.graphql(UPDATE, { input: { id: college.id, body: 'Mine now' } }),
        await client.graphql(UPDATE, { input: { id: college.id, admissionCategory: 'R' } }),
        await client.graphql(UPDATE, { input: { id: college.id, applicationType: 'ED' } }),
        await client.graphql(DELETE, { input: { id: college.id } }),
      ];
      return new Set(answers.map((answer) => answer.errors?.[0]?.extensions?.code));
    };
    expect(await codeOf(family.parent)).toEqual(new Set(['FORBIDDEN']));
    for (const user of [family.otherMentor, family.otherStudent, family.otherParent]) {
      expect(await codeOf(user)).toEqual(new Set(['NOT_FOUND']));
    }
    expect((await mentor.graphql(DELETE, { input: { id: college.id } })).data).toEqual({
      deleteCollege: { deletedId: college.id, name: college.name },
    });
    const again = await mentor.graphql(DELETE, { input: { id: college.id } });
    expect(again.errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
  });
});
