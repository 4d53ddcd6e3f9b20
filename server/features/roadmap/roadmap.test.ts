import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInstitution, createMajor, createRoadmap, createSchool } from '#tests/factories/roadmap.ts';
import { createFamily, createUser, relate } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';
import { codeOf } from '#tests/helpers/server/test-client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  app.clock.set(new Date('2026-11-21T20:00:00Z'));
});
afterAll(() => app.close());

const FIELDS = `id userPk userFullName year graduationYear permissions version
  school { id name city state courseSet(first: 2147483647) { edges { node { name subjectRequirement ucHonors } } } }
  attending { unitid instnm }
  majorinterestSet(first: 2147483647) { edges { node { id rank cipcode4 { id cipcode4 description } } } }`;
const READ = `query ($userPk: Int!) { roadmap(userPk: $userPk) { ${FIELDS} } }`;
const CREATE = `mutation ($input: CreateRoadmapInput!) { createRoadmap(input: $input) { roadmap { ${FIELDS} } } }`;
const UPDATE = `mutation ($input: UpdateRoadmapInput!) { updateRoadmap(input: $input) { roadmap { ${FIELDS} } } }`;
interface Interests {
  majorinterestSet: { edges: { node: { rank: number; cipcode4: { description: string } } }[] };
}
const majorsOf = (roadmap: Interests) =>
  roadmap.majorinterestSet.edges.map(({ node }) => [node.rank, node.cipcode4.description]);

describe('a roadmap', () => {
  // covers: ROAD-013 ROAD-026 ROAD-030 ROAD-032 ROAD-033 ROAD-034 ROAD-036 ROAD-037 ROAD-045 ACAD-007
  it('is created with its school, majors and university', async () => {
    const family = await createFamily(app.database);
    const school = await createSchool(app.database, { name: 'Dublin High' }, [
      { name: 'AP Biology', subjectRequirement: 'D', ucHonors: true },
    ]);
    const majors = [await createMajor(app.database, 'Biology'), await createMajor(app.database, 'Art')];
    const { unitid } = await createInstitution(app.database, { instnm: 'Reed College' });
    const mentor = await app.as(family.mentor);
    const answer = await mentor.graphql(CREATE, {
      input: {
        userPk: family.student.pk,
        year: 'JR',
        graduationYear: 2028,
        schoolId: school.id,
        cipcode4Ids: [majors[1]?.id, majors[0]?.id, majors[1]?.id],
        attending: unitid,
      },
    });
    expect(answer.errors).toBeUndefined();
    const roadmap = answer.data?.createRoadmap.roadmap;
    expect(roadmap).toMatchObject({
      id: expect.stringMatching(/./),
      userPk: family.student.pk,
      userFullName: family.student.fullName,
      year: 'JR',
      graduationYear: 2028,
      permissions: ['view_roadmap', 'change_roadmap'],
      school: {
        id: school.id,
        name: 'Dublin High',
        city: 'Dublin',
        state: 'CA',
        courseSet: { edges: [{ node: { name: 'AP Biology', subjectRequirement: 'D', ucHonors: true } }] },
      },
      attending: { unitid, instnm: 'Reed College' },
    });
    const [biology, art] = majors;
    expect(roadmap.majorinterestSet.edges).toEqual(
      [art, biology].map((major, index) => ({
        node: {
          id: expect.stringMatching(/./),
          rank: index + 1,
          cipcode4: {
            id: major?.id,
            cipcode4: expect.stringMatching(/^\d{4}$/),
            description: major?.description,
          },
        },
      })),
    );
    expect((await mentor.graphql(READ, { userPk: family.student.pk })).data?.roadmap).toEqual(roadmap);
  });

  // covers: ROAD-021 ROAD-025 ROAD-026
  it('needs one of the four years and a graduation year, and nothing else', async () => {
    for (const year of ['FR', 'SO', 'JR', 'SR']) {
      const { student } = await createFamily(app.database);
      const client = await app.as(student);
      const create = (input: object) => client.graphql(CREATE, { input: { userPk: student.pk, ...input } });
      for (const wrong of [
        { graduationYear: 2030 },
        { year },
        { year: null, graduationYear: 2030 },
        { year: 'XX', graduationYear: 2030 },
      ]) {
        expect((await create(wrong)).errors).toBeDefined();
      }
      const answer = await create({ year, graduationYear: 2030 });
      expect(answer.data?.createRoadmap.roadmap).toMatchObject({
        year,
        graduationYear: 2030,
        school: null,
        attending: null,
        majorinterestSet: { edges: [] },
      });
    }
  });

  // covers: ROAD-001 ROAD-023
  it('exists once per student, with a graduation year from the list', async () => {
    const { student } = await createFamily(app.database);
    const client = await app.as(student);
    const create = (input: object) =>
      client.graphql(CREATE, { input: { userPk: student.pk, year: 'FR', graduationYear: 2030, ...input } });
    for (const graduationYear of [2025, 2035, 0, -1, 2_147_483_647]) {
      expect((await create({ graduationYear })).errors?.[0]?.extensions?.fields).toEqual({
        graduationYear: 'Choose a graduation year from the list',
      });
    }
    for (const wrong of [{ schoolId: 'x' }, { cipcode4Ids: ['x'] }, { attending: 1 }]) {
      const fields = (await create(wrong)).errors?.[0]?.extensions?.fields ?? {};
      expect(Object.keys(fields)).toEqual(Object.keys(wrong));
    }
    const answers = await Promise.all(Array.from({ length: 5 }, () => create({ graduationYear: 2034 })));
    expect(answers.filter((answer) => answer.errors === undefined)).toHaveLength(1);
    expect(answers.find((answer) => answer.errors)?.errors?.[0]?.message).toBe(
      'This student has a roadmap already.',
    );
    const made = await client.graphql(READ, { userPk: student.pk });
    for (const graduationYear of Array.from({ length: 9 }, (_, index) => 2026 + index)) {
      const kept = await client.graphql(UPDATE, {
        input: { roadmapId: made.data?.roadmap.id, graduationYear },
      });
      expect(kept.data?.updateRoadmap.roadmap.graduationYear).toBe(graduationYear);
    }
  });

  // covers: ROAD-046
  it('changes what is named and keeps the rest', async () => {
    const { student } = await createFamily(app.database);
    const school = await createSchool(app.database);
    const major = await createMajor(app.database);
    const roadmap = await createRoadmap(app.database, student, { graduationYear: 2025, schoolPk: school.pk });
    const client = await app.as(student);
    const update = (input: object) => client.graphql(UPDATE, { input: { roadmapId: roadmap.id, ...input } });
    const first = await update({ year: 'SR', graduationYear: 2025, cipcode4Ids: [major.id], version: 1 });
    expect(first.errors).toBeUndefined();
    expect(first.data?.updateRoadmap.roadmap).toMatchObject({
      year: 'SR',
      graduationYear: 2025,
      version: 2,
      school: { id: school.id },
    });
    expect(majorsOf(first.data?.updateRoadmap.roadmap)).toEqual([[1, major.description]]);
    expect((await update({ schoolId: null })).data?.updateRoadmap.roadmap).toMatchObject({
      school: null,
      year: 'SR',
    });
    expect(majorsOf((await update({ cipcode4Ids: [] })).data?.updateRoadmap.roadmap)).toEqual([]);
    expect((await update({ year: 'FR', version: 1 })).errors?.[0]?.extensions).toMatchObject({
      code: 'CONFLICT',
      current: { version: 4 },
    });
    const { unitid } = await createInstitution(app.database);
    expect(
      (await update({ attending: unitid, schoolId: school.id })).data?.updateRoadmap.roadmap,
    ).toMatchObject({ attending: { unitid }, school: { id: school.id }, year: 'SR' });
    expect((await update({ attending: null })).data?.updateRoadmap.roadmap).toMatchObject({
      attending: null,
      school: { id: school.id },
    });
    expect(codeOf(await update({ graduationYear: 2024 }))).toBe('INVALID_INPUT');
  });

  // covers: ROAD-031 ROAD-039 ROAD-040
  it('is read by the student, the family and the mentors, and by staff who may view roadmaps', async () => {
    const family = await createFamily(app.database);
    const staff = await createUser(app.database, { role: 'mentor', permissions: ['roadmap.view_roadmap'] });
    await createRoadmap(app.database, family.student);
    const read = async (user: typeof family.student) => {
      const answer = await (await app.as(user)).graphql(READ, { userPk: family.student.pk });
      return answer.data?.roadmap?.permissions ?? codeOf(answer);
    };
    expect(await read(family.student)).toEqual(['view_roadmap', 'change_roadmap']);
    expect(await read(family.mentor)).toEqual(['view_roadmap', 'change_roadmap']);
    expect(await read(family.parent)).toEqual(['view_roadmap']);
    expect(await read(staff)).toEqual(['view_roadmap']);
    for (const stranger of [family.otherStudent, family.otherParent, family.otherMentor]) {
      expect(await read(stranger)).toBe('NOT_FOUND');
    }
  });

  it('is null for a student without one, and not found for a student the viewer may not see', async () => {
    const family = await createFamily(app.database);
    const mentor = await app.as(family.mentor);
    expect(await mentor.graphql(READ, { userPk: family.student.pk })).toEqual({
      status: 200,
      data: { roadmap: null },
    });
    for (const userPk of [family.otherStudent.pk, family.parent.pk, 0, -1, 2_147_483_647]) {
      expect(codeOf(await mentor.graphql(READ, { userPk }))).toBe('NOT_FOUND');
    }
  });

  it('is created by mentors of the student, staff and the student, nobody else', async () => {
    const codeFor = async (
      of: 'parent' | 'coMentor' | 'otherMentor' | 'otherStudent' | 'student' | 'staff',
    ) => {
      const family = await createFamily(app.database);
      const staff = await createUser(app.database, { role: 'mentor', permissions: ['roadmap.add_roadmap'] });
      const client = await app.as({ ...family, staff }[of]);
      return codeOf(
        await client.graphql(CREATE, {
          input: { userPk: family.student.pk, year: 'FR', graduationYear: 2030 },
        }),
      );
    };
    expect(await codeFor('student')).toBeUndefined();
    expect(await codeFor('coMentor')).toBeUndefined();
    expect(await codeFor('staff')).toBeUndefined();
    expect(await codeFor('parent')).toBe('FORBIDDEN');
    expect(await codeFor('otherMentor')).toBe('NOT_FOUND');
    expect(await codeFor('otherStudent')).toBe('NOT_FOUND');
  });

  it('can be read by a mentor only with a relation', async () => {
    const { student } = await createFamily(app.database);
    const mentor = await createUser(app.database, { role: 'mentor' });
    await createRoadmap(app.database, student);
    const client = await app.as(mentor);
    expect(codeOf(await client.graphql(READ, { userPk: student.pk }))).toBe('NOT_FOUND');
    await relate(app.database, student, mentor);
    expect(codeOf(await client.graphql(READ, { userPk: student.pk }))).toBeUndefined();
  });
});
