import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createRoadmap } from '#tests/factories/roadmap.ts';
import { createFamily, createUser, relate, type TestUser } from '#tests/factories/users.ts';
import { FULL_ACCESS } from '#shared/kernel/access.ts';
import { canListStudent } from '#shared/students/policy.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';
import type { TestClient } from '#tests/helpers/server/test-client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const LIST = `query ($first: Int, $after: String, $q: String, $years: [Year!], $orderBy: String) {
  allStudents(first: $first, after: $after, q: $q, years: $years, orderBy: $orderBy) {
    totalCount pageInfo { hasNextPage endCursor }
    edges { node { id pk fullName firstName roadmap { year } studentprofilerating { points } permissions } } } }`;
interface Page {
  totalCount: number;
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  edges: {
    node: {
      pk: number;
      fullName: string;
      roadmap: { year: string } | null;
      studentprofilerating: { points: number } | null;
      permissions: string[];
    };
  }[];
}

const list = async (client: TestClient, variables: object = {}): Promise<Page> => {
  const answer = await client.graphql(LIST, variables);
  expect(answer.errors).toBeUndefined();
  return answer.data?.['allStudents'] as Page;
};
const namesOf = (page: Page) => page.edges.map((edge) => edge.node.fullName);

async function rate(student: TestUser, points: number) {
  await app.database.kysely
    .insertInto('studentProfileRatings')
    .values({ studentPk: student.pk, points })
    .execute();
}

describe('the list of students', () => {
  // covers: STUD-003 STUD-020 STUD-021
  it('has each student’s year, points and what the viewer may do', async () => {
    const mentor = await createUser(app.database, { role: 'mentor' });
    const anna = await createUser(app.database, { firstName: 'Anna', lastName: 'Zed' });
    const ben = await createUser(app.database, { firstName: 'Ben', lastName: 'Ash' });
    for (const student of [anna, ben]) await relate(app.database, student, mentor);
    await createRoadmap(app.database, anna, { year: 'JR' });
    await rate(anna, 210);
    const page = await list(await app.as(mentor));
    expect(page.totalCount).toBe(2);
    expect(page.edges.map((edge) => edge.node)).toEqual([
      {
        id: expect.any(String),
        pk: anna.pk,
        fullName: 'Anna Zed',
        firstName: 'Anna',
        roadmap: { year: 'JR' },
        studentprofilerating: { points: 210 },
        permissions: ['view_roadmap', 'add_roadmap', 'add_studentprofilerating'],
      },
      {
        id: expect.any(String),
        pk: ben.pk,
        fullName: 'Ben Ash',
        firstName: 'Ben',
        roadmap: null,
        studentprofilerating: null,
        permissions: ['view_roadmap', 'add_roadmap', 'add_studentprofilerating'],
      },
    ]);
  });

  // covers: STUD-004 STUD-011 STUD-014
  it('gives parents their children, to read only', async () => {
    const { parent, student } = await createFamily(app.database);
    const page = await list(await app.as(parent));
    expect(page.edges.map((edge) => [edge.node.pk, edge.node.permissions])).toEqual([
      [student.pk, ['view_roadmap']],
    ]);
  });

  it('is filtered by year and name, and sorted, page by page', async () => {
    const mentor = await createUser(app.database, { role: 'mentor' });
    const client = await app.as(mentor);
    const years = ['SR', 'JR', 'SO', 'FR', null] as const;
    for (let index = 0; index < 25; index += 1) {
      const student = await createUser(app.database, { firstName: `Kid ${String(index).padStart(2, '0')}` });
      await relate(app.database, student, mentor);
      const year = years[index % 5];
      if (year) await createRoadmap(app.database, student, { year });
      if (index % 2 === 0) await rate(student, (index * 37) % 200);
    }
    const filtered = await list(client, { years: ['SR', 'FR'] });
    expect(filtered.totalCount).toBe(10);
    expect(new Set(filtered.edges.map((edge) => edge.node.roadmap?.year))).toEqual(new Set(['SR', 'FR']));
    expect((await list(client, { q: 'kid 07' })).totalCount).toBe(1);
    expect((await list(client, { q: '%' })).totalCount).toBe(0);

    for (const orderBy of ['name', '-name', 'year', '-year', 'points', '-points']) {
      const whole = namesOf(await list(client, { orderBy }));
      const paged: string[] = [];
      let after: string | null = null;
      do {
        const page: Page = await list(client, { orderBy, first: 4, after });
        paged.push(...namesOf(page));
        after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
      } while (after !== null);
      expect(paged).toEqual(whole);
      expect(new Set(paged).size).toBe(25);
    }
    const points = (await list(client, { orderBy: '-points' })).edges.map(
      (edge) => edge.node.studentprofilerating?.points ?? -1,
    );
    expect(points).toEqual(points.toSorted((a: number, b: number) => b - a));
    const byYear = (await list(client, { orderBy: 'year' })).edges.map((edge) => edge.node.roadmap?.year);
    expect([...new Set(byYear)]).toEqual([undefined, 'FR', 'SO', 'JR', 'SR']);
  });

  it('follows a student’s new name at once, and leaves out who was disabled', async () => {
    const mentor = await createUser(app.database, { role: 'mentor' });
    const staff = await createUser(app.database, { role: 'mentor', permissions: ['roadmap.view_roadmap'] });
    const [anna, ben, carla] = [
      await createUser(app.database, { firstName: 'Anna', lastName: 'Follows' }),
      await createUser(app.database, { firstName: 'Ben', lastName: 'Follows' }),
      await createUser(app.database, { firstName: 'Carla', lastName: 'Follows' }),
    ];
    for (const student of [anna, ben, carla]) await relate(app.database, student, mentor);
    const change = (pk: number, values: { firstName?: string; disabledAt?: Date | null }) =>
      app.database.kysely.updateTable('users').set(values).where('pk', '=', pk).execute();
    const shown = async (viewer: TestUser) => {
      const page = await list(await app.as(viewer), { q: 'follows' });
      expect(page.totalCount).toBe(page.edges.length);
      return namesOf(page);
    };
    await change(anna.pk, { firstName: 'Zoë' });
    await change(ben.pk, { disabledAt: new Date() });
    for (const viewer of [mentor, staff])
      expect(await shown(viewer)).toEqual(['Carla Follows', 'Zoë Follows']);
    await change(ben.pk, { disabledAt: null });
    for (const viewer of [mentor, staff])
      expect(await shown(viewer)).toEqual(['Ben Follows', 'Carla Follows', 'Zoë Follows']);
  });

  // The embedded database has one connection, so nothing runs in parallel.
  it.skipIf(inject('engine') === 'pglite')(
    'knows the name of who is renamed while being related',
    async () => {
      const mentor = await createUser(app.database, { role: 'mentor' });
      const student = await createUser(app.database, { firstName: 'Before', lastName: 'Renamed' });
      const related = Promise.withResolvers<void>();
      let isRenamed = false;
      const renaming = related.promise.then(async () => {
        const { kysely } = app.database;
        await kysely.updateTable('users').set({ firstName: 'After' }).where('pk', '=', student.pk).execute();
        isRenamed = true;
      });
      await app.database.transaction(async () => {
        await relate(app.database, student, mentor);
        related.resolve();
        const isWaiting = `SELECT FROM pg_locks
        WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))`;
        await expect
          .poll(async () => isRenamed || (await app.database.query(isWaiting)).length > 0)
          .toBe(true);
      });
      await renaming;
      expect(namesOf(await list(await app.as(mentor), { q: 'after' }))).toEqual(['After Renamed']);
    },
  );

  it('relates nobody to a person who is not a student', async () => {
    const [mentor, other] = [
      await createUser(app.database, { role: 'mentor' }),
      await createUser(app.database, { role: 'mentor' }),
    ];
    await expect(relate(app.database, other, mentor)).rejects.toThrow('A relation is one to a student.');
  });

  it('refuses a cursor of another order, and orders it does not know', async () => {
    const mentor = await createUser(app.database, { role: 'mentor' });
    for (let index = 0; index < 3; index += 1)
      await relate(app.database, await createUser(app.database), mentor);
    const client = await app.as(mentor);
    const { pageInfo } = await list(client, { first: 1 });
    for (const variables of [
      { orderBy: '-points', after: pageInfo.endCursor },
      { after: 'x' },
      { orderBy: 'pk; DROP TABLE users' },
      { first: 0 },
      { q: 'a\0' },
    ]) {
      const answer = await client.graphql(LIST, variables);
      expect(answer.errors?.[0]?.extensions?.code).toBe('INVALID_INPUT');
    }
  });

  it('lists exactly the students that the policy allows, for every pair', async () => {
    const { parent, mentor, student } = await createFamily(app.database);
    const both = await createFamily(app.database);
    await relate(app.database, both.student, mentor);
    const staff = await createUser(app.database, { role: 'mentor', permissions: ['roadmap.view_roadmap'] });
    const students = (
      await app.database.query<{ pk: number }>(`SELECT pk FROM users WHERE role = 'student'`)
    ).map((row) => row.pk);
    for (const viewer of [student, parent, mentor, both.coMentor, staff]) {
      const relations = await app.database.query<{ pk: number }>(
        'SELECT student_pk AS pk FROM relations WHERE user_pk = $1',
        [viewer.pk],
      );
      const actor = {
        ...viewer,
        timeZone: 'UTC',
        studentPks: relations.map((row) => row.pk),
        permissions: viewer === staff ? (['roadmap.view_roadmap'] as const) : [],
        access: FULL_ACCESS,
      };
      const page = await list(await app.as(viewer));
      const shown = page.edges.map((edge) => edge.node.pk).toSorted((a: number, b: number) => a - b);
      const allowed = students.filter((pk) => canListStudent(actor, pk)).toSorted((a, b) => a - b);
      expect(shown).toEqual(allowed);
    }
  });

  it('returns a student to everyone who can see them', async () => {
    const family = await createFamily(app.database);
    const read = async (user: TestUser) => {
      const answer = await (
        await app.as(user)
      ).graphql('query ($pk: Int!) { student(pk: $pk) { fullName permissions } }', { pk: family.student.pk });
      return answer.data?.student?.permissions ?? answer.errors?.[0]?.extensions?.code;
    };
    expect(await read(family.student)).toEqual(['view_roadmap', 'add_roadmap']);
    expect(await read(family.parent)).toEqual(['view_roadmap']);
    expect(await read(family.otherMentor)).toBe('NOT_FOUND');
    expect(await read(family.otherStudent)).toBe('NOT_FOUND');
  });
});
