import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACTIVITY_CATEGORIES } from '#shared/roadmap/activities.ts';
import { newActivity } from '#shared/roadmap/activities-schema.ts';
import { MAX_ENTRIES } from '#shared/roadmap/schema.ts';
import { createRoadmap } from '#tests/factories/roadmap.ts';
import { createFamily } from '#tests/factories/users.ts';
import { app, family, roadmap, startRoadmapTests, student } from '#tests/helpers/scenes/roadmap-scene.ts';

startRoadmapTests();

const FIELDS = 'id name body category freshmanYear sophomoreYear juniorYear seniorYear version';
const CREATE = `mutation ($input: CreateActivityInput!) { createActivity(input: $input) { activity { ${FIELDS} } } }`;
const UPDATE = `mutation ($input: UpdateActivityInput!) { updateActivity(input: $input) { activity { ${FIELDS} } } }`;
const DELETE = `mutation ($input: DeleteActivityInput!) { deleteActivity(input: $input) { deletedId name } }`;
const REORDER = `mutation ($input: ReorderActivitiesInput!) { reorderActivities(input: $input) { ids } }`;

const years = { freshmanYear: true, sophomoreYear: false, juniorYear: false, seniorYear: false };
const create = (input: object, client = student) =>
  client.graphql(CREATE, {
    input: { roadmapId: roadmap.id, name: 'Food bank', category: 'VO', ...input },
  });
const created = async (input: object = {}) =>
  (await create(input)).data?.createActivity.activity as { id: string };

describe('an activity', () => {
  // covers: ACTV-003 ACTV-004 ACTV-005 ACTV-013
  it('is created in its category', async () => {
    const answer = await create({ body: 'Every Saturday', ...years });
    expect(answer.data?.createActivity.activity).toEqual({
      id: expect.any(String),
      name: 'Food bank',
      body: 'Every Saturday',
      category: 'VO',
      ...years,
      version: 1,
    });
    expect(ACTIVITY_CATEGORIES).toEqual({
      VO: 'Volunteering & community service',
      EP: 'Educational programs',
      WE: 'Internships & work experience',
      HO: 'Honors & awards',
      SP: 'Sports',
      OT: 'Other',
    });
    for (const category of Object.keys(ACTIVITY_CATEGORIES)) {
      // Only name and category are required.
      expect((await create({ category })).data?.createActivity.activity).toMatchObject({
        category,
        body: '',
        freshmanYear: false,
        sophomoreYear: false,
        juniorYear: false,
        seniorYear: false,
      });
    }
    for (const input of [{ name: undefined }, { category: undefined }, { roadmapId: undefined }])
      expect((await create(input)).errors?.[0]?.extensions?.code).toBe('BAD_REQUEST');
  });

  // covers: ACTV-009
  it('has four flags that are true or false, and nothing else', async () => {
    const whole = { name: 'Food bank', category: 'VO', body: '', ...years };
    expect(newActivity.safeParse(whole).success).toBe(true);
    for (const flag of Object.keys(years)) {
      expect(newActivity.safeParse({ ...whole, [flag]: undefined }).success).toBe(false);
      expect((await create({ ...years, [flag]: 'yes' })).errors?.[0]?.extensions?.code).toBe('BAD_REQUEST');
    }
    await expect(
      app.database.query('UPDATE activities SET senior_year = NULL WHERE roadmap_pk = $1', [roadmap.pk]),
    ).rejects.toThrow(/null/);
  });

  // covers: ACTV-006 ACTV-008 ACTV-010
  it('is refused with the message of the broken rule', async () => {
    const fieldsOf = async (input: object) => (await create(input)).errors?.[0]?.extensions?.fields;
    expect(await fieldsOf({ name: '' })).toEqual({ name: 'Activity name is required' });
    expect(await fieldsOf({ name: 'x'.repeat(101) })).toEqual({
      name: 'Activity name must be at most 100 characters',
    });
    expect(await fieldsOf({ body: 'x'.repeat(101) })).toEqual({
      body: 'Description must be at most 100 characters',
    });
    expect((await create({ category: 'XX' })).errors?.[0]?.extensions?.code).toBe('BAD_REQUEST');
    const longest = { name: 'x'.repeat(100), body: 'x'.repeat(100) };
    expect((await create(longest)).data?.createActivity.activity).toMatchObject(longest);
  });

  // covers: ACTV-007 ACTV-014
  it('changes its description and years, never its name', async () => {
    const { id } = await created();
    const answer = await student.graphql(UPDATE, { input: { id, body: 'Lead', seniorYear: true } });
    expect(answer.data?.updateActivity.activity).toMatchObject({
      name: 'Food bank',
      body: 'Lead',
      freshmanYear: false,
      seniorYear: true,
      version: 2,
    });
    const all = { body: '', freshmanYear: true, sophomoreYear: true, juniorYear: true, seniorYear: false };
    const changed = await student.graphql(UPDATE, { input: { id, ...all } });
    expect(changed.data?.updateActivity.activity).toEqual({
      id,
      name: 'Food bank',
      category: 'VO',
      ...all,
      version: 3,
    });
    for (const fixed of [{ name: 'Other' }, { category: 'SP' }]) {
      const refused = await student.graphql(UPDATE, { input: { id, ...fixed } });
      expect(refused.errors?.[0]?.extensions?.code).toBe('BAD_REQUEST');
    }
    const stale = await student.graphql(UPDATE, { input: { id, body: 'Late', version: 1 } });
    expect(stale.errors?.[0]?.extensions).toMatchObject({
      code: 'CONFLICT',
      current: { body: '', version: 3 },
    });
  });

  // covers: ACTV-015
  it('is deleted', async () => {
    const { id } = await created({ name: 'Chess club' });
    expect((await student.graphql(DELETE, { input: { id } })).data).toEqual({
      deleteActivity: { deletedId: id, name: 'Chess club' },
    });
    const again = await student.graphql(DELETE, { input: { id } });
    expect(again.errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
  });

  it('keeps its position in its category', async () => {
    const other = await createFamily(app.database);
    const own = await createRoadmap(app.database, other.student);
    const client = await app.as(other.student);
    const make = async (name: string) =>
      (await client.graphql(CREATE, { input: { roadmapId: own.id, name, category: 'SP' } })).data
        ?.createActivity.activity.id as string;
    const ids = [await make('Tennis'), await make('Track'), await make('Rowing')];
    const reorder = (order: string[]) =>
      client.graphql(REORDER, { input: { roadmapId: own.id, category: 'SP', ids: order } });
    const order = [ids[2], ids[0], ids[1]] as string[];
    expect((await reorder(order)).errors).toBeUndefined();
    const read = await client.graphql(
      'query ($pk: Int!) { roadmap(userPk: $pk) { activitySet(first: 2147483647) { edges { node { id } } } } }',
      { pk: other.student.pk },
    );
    expect(
      read.data?.roadmap.activitySet.edges.map((edge: { node: { id: string } }) => edge.node.id),
    ).toEqual(order);
    // The ids must be exactly the activities of the category: not fewer, and none of another category.
    expect((await reorder(order.slice(1))).errors?.[0]?.extensions?.code).toBe('CONFLICT');
    const tooMany = Array.from({ length: MAX_ENTRIES.activities + 1 }, () => order[0] as string);
    expect((await reorder(tooMany)).errors?.[0]?.extensions?.code).toBe('CONFLICT');
    const foreign = await created({ category: 'SP' });
    expect((await reorder([...order.slice(1), foreign.id])).errors?.[0]?.extensions?.code).toBe('CONFLICT');
  });

  // covers: ACTV-012
  it('is changed by the student and the mentors only', async () => {
    const { id } = await created();
    const codeOf = async (user: typeof family.student) => {
      const client = await app.as(user);
      const answers = [
        await create({}, client),
        await client.graphql(UPDATE, { input: { id, body: 'x' } }),
        await client.graphql(REORDER, { input: { roadmapId: roadmap.id, category: 'HO', ids: [] } }),
        await client.graphql(DELETE, { input: { id } }),
      ];
      return new Set(answers.map((answer) => answer.errors?.[0]?.extensions?.code));
    };
    expect(await codeOf(family.parent)).toEqual(new Set(['FORBIDDEN']));
    for (const user of [family.otherMentor, family.otherStudent, family.otherParent]) {
      expect(await codeOf(user)).toEqual(new Set(['NOT_FOUND']));
    }
    const mentor = await app.as(family.mentor);
    expect((await mentor.graphql(DELETE, { input: { id } })).errors).toBeUndefined();
  });

  it('is accepted by the API exactly when the form accepts it', async () => {
    const input = fc.record({
      name: fc.string({ maxLength: 105, unit: 'binary' }),
      body: fc.string({ maxLength: 105, unit: 'binary' }),
      category: fc.constantFrom('VO', 'OT'),
      freshmanYear: fc.boolean(),
      sophomoreYear: fc.boolean(),
      juniorYear: fc.boolean(),
      seniorYear: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(input, async (values) => {
        await app.database.query('DELETE FROM activities WHERE roadmap_pk = $1', [roadmap.pk]);
        const code = (await create(values)).errors?.[0]?.extensions?.code;
        expect(code).toBe(newActivity.safeParse(values).success ? undefined : 'INVALID_INPUT');
      }),
      { numRuns: 40 },
    );
  });
});
