import { MAX_COLLEGE_NAME } from '#shared/roadmap/colleges.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInstitution, createMajor, createRoadmap, createSchool } from '#tests/factories/roadmap.ts';
import { createFamily } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';
import type { GraphQLResponse, TestClient } from '#tests/helpers/server/test-client.ts';

let app: TestApp;
let family: Awaited<ReturnType<typeof createFamily>>;
let mentor: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  await app.database.query('DELETE FROM institutions');
  await app.database.query('DELETE FROM majors');
  await app.database.query('DELETE FROM schools');
  for (const instnm of [
    'University of Michigan-Ann Arbor',
    'Central Michigan University',
    'Michigan State University',
    'Stanford University',
    'Harvard University',
    'Yale University',
    'Mitchell College',
    'Texas A & M University-College Station',
    'Universidad de Puerto Rico-Mayagüez',
    "Saint Mary's College",
    '100% College_of Signs',
  ]) {
    await createInstitution(app.database, { instnm });
  }
  await createInstitution(app.database, { instnm: 'Massachusetts Institute of Technology', alias: 'MIT' });
  await createInstitution(app.database, { instnm: 'Johns Hopkins University', ugds: 6_044 });
  await createInstitution(app.database, { instnm: 'Johnson & Wales University', ugds: 4_000 });
  await createInstitution(app.database, { instnm: 'The Pennsylvania State University', ugds: 73_476 });
  for (const campus of ['Altoona', 'York', 'Berks', 'DuBois']) {
    await createInstitution(app.database, {
      instnm: `Pennsylvania State University-Penn State ${campus}`,
      ugds: campus === 'Altoona' ? 2_400 : null,
    });
  }
  await createInstitution(app.database, { instnm: 'Michigan Gone College', vanishedAt: new Date() });
  for (let index = 0; index < 30; index += 1) {
    await createInstitution(app.database, { instnm: `Beauty Academy ${index}` });
    await createSchool(app.database, { name: `Lincoln High ${index}` });
    await createMajor(app.database, `Engineering ${index}`);
  }
  await createSchool(app.database, { name: 'Foothill High', city: 'Pleasanton' });
  await createMajor(app.database, 'Computer Science');
  family = await createFamily(app.database);
  mentor = await app.as(family.mentor);
});
afterAll(() => app.close());

interface Found {
  node: { unitid: number; instnm: string };
}

interface SchoolPage {
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  edges: { node: { name: string } }[];
}

const SEARCH = `query ($q: String, $roadmapId: ID) { allInstitutions(q: $q, roadmapId: $roadmapId) {
  edges { node { unitid instnm } } } }`;
const search = async (q: string, roadmapId?: string): Promise<string[]> => {
  const answer = await mentor.graphql(SEARCH, { q, roadmapId });
  expect(answer.errors).toBeUndefined();
  return answer.data?.allInstitutions.edges.map((edge: Found) => edge.node.instnm);
};

describe('the search of institutions', () => {
  // covers: COLL-029
  it('ranks names that begin with the text, then names with its words, then names like it', async () => {
    expect((await search('mich')).slice(0, 3)).toEqual([
      'Michigan State University',
      expect.stringContaining('Michigan'),
      expect.stringContaining('Michigan'),
    ]);
    expect(await search('michigan univ')).toEqual(
      expect.arrayContaining(['University of Michigan-Ann Arbor', 'Central Michigan University']),
    );
    expect((await search('Standford'))[0]).toBe('Stanford University');
    expect((await search('havard univrsity'))[0]).toBe('Harvard University');
    // An exact alias comes before names that begin with the text.
    expect((await search('mit'))[0]).toBe('Massachusetts Institute of Technology');
    expect((await search('university of michgan'))[0]).toBe('University of Michigan-Ann Arbor');
    expect((await search('massachusets institute of technolgy'))[0]).toBe(
      'Massachusetts Institute of Technology',
    );
    expect((await search('texas a&m'))[0]).toBe('Texas A & M University-College Station');
    expect((await search('mayaguez'))[0]).toBe('Universidad de Puerto Rico-Mayagüez');
    expect(await search('st marys')).toContain("Saint Mary's College");
    expect((await search('y'))[0]).toBe('Yale University');
  });

  // covers: COLL-029
  it('finds names despite swapped letters, and lists the largest campus first', async () => {
    expect((await search('Jonhs Hopkins'))[0]).toBe('Johns Hopkins University');
    expect((await search('jonhs hopk'))[0]).toBe('Johns Hopkins University');
    expect((await search('Yael'))[0]).toBe('Yale University');
    expect((await search('Pensylvania State')).slice(0, 2)).toEqual([
      'The Pennsylvania State University',
      'Pennsylvania State University-Penn State Altoona',
    ]);
    // A leading 'The' does not lower the rank of a name.
    expect((await search('Pennsylvania State'))[0]).toBe('The Pennsylvania State University');
  });

  // covers: COLL-029
  it('searches by name, and lists all by name without a search text', async () => {
    const named = await mentor.graphql(`{ allInstitutions(name: "havard") { edges { node { instnm } } } }`);
    expect(named.data?.allInstitutions.edges[0].node.instnm).toBe('Harvard University');
    const all = await mentor.graphql(
      '{ allInstitutions { pageInfo { hasNextPage } edges { node { instnm } } } }',
    );
    const names = all.data?.allInstitutions.edges.map((edge: Found) => edge.node.instnm);
    expect(names).toHaveLength(20);
    expect(names[0]).toBe('100% College_of Signs');
    expect(all.data?.allInstitutions.pageInfo.hasNextPage).toBe(true);
  });

  it('matches wildcard characters literally and omits vanished entries', async () => {
    expect((await search('100%'))[0]).toBe('100% College_of Signs');
    expect(await search('%')).toEqual([]);
    expect(await search('xqzw')).toEqual([]);
    expect(await search('x'.repeat(MAX_COLLEGE_NAME))).toEqual([]);
    expect(await search('michigan gone')).not.toContain('Michigan Gone College');
    for (const q of ['a\0b', 'x'.repeat(MAX_COLLEGE_NAME + 1)]) {
      expect((await mentor.graphql(SEARCH, { q })).errors?.[0]?.extensions?.code).toBe('INVALID_INPUT');
    }
  });

  // covers: COLL-025 COLL-026
  it('returns 20, without those on the roadmap', async () => {
    const roadmap = await createRoadmap(app.database, family.student);
    expect(await search('beauty', roadmap.id)).toHaveLength(20);
    const found = await mentor.graphql(SEARCH, { q: 'yale' });
    const first = found.data?.allInstitutions.edges[0] as Found;
    await app.database.kysely
      .insertInto('colleges')
      .values({ roadmapPk: roadmap.pk, unitid: first.node.unitid, name: first.node.instnm })
      .execute();
    expect(await search('yale', roadmap.id)).not.toContain('Yale University');
    expect(await search('yael', roadmap.id)).not.toContain('Yale University');
    expect(await search('yale')).toContain('Yale University');
    const listed = await mentor.graphql(
      'query ($roadmapId: ID) { allInstitutions(roadmapId: $roadmapId, first: 100) { edges { node { instnm } } } }',
      { roadmapId: roadmap.id },
    );
    const names = listed.data?.allInstitutions.edges.map((edge: Found) => edge.node.instnm);
    expect(names).toContain('Stanford University');
    expect(names).not.toContain('Yale University');
    const stranger = await app.as(family.otherMentor);
    const refused = await stranger.graphql(SEARCH, { q: 'yale', roadmapId: roadmap.id });
    expect(refused.errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
  });
});

describe('the lookups of schools and majors', () => {
  // covers: ROAD-027 ROAD-041 ROAD-042
  it('return the best 10', async () => {
    const answer = await mentor.graphql(`{
      schools: allSchools(q: "lincoln") { edges { node { id name city state } } }
      typo: allSchools(q: "foothil hihg") { edges { node { name city } } }
      place: allSchools(q: "foothill pleasanton") { edges { node { name } } }
      majors: allCipcodes(q: "engin") { edges { node { id cipcode4 description } } }
      computer: allCipcodes(q: "compter scence") { edges { node { description } } }
    }`);
    expect(answer.errors).toBeUndefined();
    expect(answer.data?.schools.edges).toHaveLength(10);
    expect(answer.data?.typo.edges[0].node).toEqual({ name: 'Foothill High', city: 'Pleasanton' });
    expect(answer.data?.place.edges[0].node).toEqual({ name: 'Foothill High' });
    expect(answer.data?.majors.edges).toHaveLength(10);
    expect(answer.data?.computer.edges[0].node).toEqual({ description: 'Computer Science' });
  });

  // covers: ROAD-043 ROAD-044
  it('list all by name, page by page', async () => {
    const names: string[] = [];
    let after: string | null = null;
    do {
      const answer: GraphQLResponse<Record<string, SchoolPage>> = await mentor.graphql(
        `query ($after: String) { allSchools(first: 7, after: $after) {
          pageInfo { hasNextPage endCursor } edges { node { name } } } }`,
        { after },
      );
      const page: SchoolPage | undefined = answer.data?.['allSchools'];
      names.push(...(page?.edges ?? []).map((edge) => edge.node.name));
      after = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after !== null);
    expect(names).toHaveLength(31);
    expect(names).toEqual([...new Set(names)].toSorted());
    const majors = await mentor.graphql('{ allCipcodes(first: 500) { edges { node { description } } } }');
    const found: { node: { description: string } }[] = majors.data?.allCipcodes.edges;
    const titles = found.map(({ node }) => node.description);
    expect(titles).toHaveLength(31);
    expect(titles).toEqual([...new Set(titles)].toSorted());
    const named = await mentor.graphql(`{
      allSchools(name: "foothill") { edges { node { name } } }
      allCipcodes(description: "computer") { edges { node { description } } }
    }`);
    expect(named.data).toEqual({
      allSchools: { edges: [{ node: { name: 'Foothill High' } }] },
      allCipcodes: { edges: [{ node: { description: 'Computer Science' } }] },
    });
    for (const after of ['x', 'W10', btoa('["a","b"]')]) {
      const answer = await mentor.graphql(
        'query ($after: String) { allSchools(after: $after) { edges { cursor } } }',
        {
          after,
        },
      );
      expect(answer.errors?.[0]?.extensions?.code).toBe('INVALID_INPUT');
    }
  });

  // covers: ROAD-047 ROAD-048
  it('are open over REST before signing in, within a limit', async () => {
    const schools = await app.anonymous.rest('GET', '/api/get_school/?query=foothill');
    expect(schools.status).toBe(200);
    expect(schools.body).toEqual([
      { id: expect.any(String), name: 'Foothill High', city: 'Pleasanton', state: 'CA' },
    ]);
    const majors = await app.anonymous.rest('GET', '/api/get_cipcode/?query=computer');
    expect(majors.body).toEqual([
      { id: expect.any(String), cipcode4: expect.any(String), description: 'Computer Science' },
    ]);
    expect((await app.anonymous.rest('GET', '/api/get_school/')).status).toBe(422);
    expect((await app.anonymous.rest('GET', '/api/get_school/?query=%00')).status).toBe(422);
    expect((await app.anonymous.rest('GET', '/api/get_school/?query=a&query=b')).status).toBe(422);
    const many = await Promise.all(
      Array.from({ length: 320 }, () => app.anonymous.rest('GET', '/api/get_cipcode/?query=a')),
    );
    expect(new Set(many.map((answer) => answer.status))).toEqual(new Set([200, 429]));
  });
});
