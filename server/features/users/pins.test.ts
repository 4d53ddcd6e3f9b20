import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFamily, createUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';
import { toGlobalId } from '#shared/kernel/ids.ts';

let app: TestApp;
let family: Awaited<ReturnType<typeof createFamily>>;
beforeAll(async () => {
  app = await startTestApp();
  family = await createFamily(app.database);
});
afterAll(() => app.close());

const toggle = (pk: number | string) => `/api/toggle_user_pin/${pk}/`;

describe('pinning a student', () => {
  // covers: PIN-007
  it('returns all pinned people; a second call unpins', async () => {
    const client = await app.as(family.mentor);
    const pinned = {
      id: toGlobalId('User', family.student.pk),
      pk: family.student.pk,
      full_name: family.student.fullName,
      picture: null,
      permissions: ['view_customuser'],
    };
    expect(await client.rest('POST', toggle(family.student.pk))).toMatchObject({
      status: 200,
      body: [pinned],
    });
    expect((await client.rest('GET', '/api/me/')).body.pinned_users).toEqual([pinned]);
    expect(await client.rest('POST', toggle(family.student.pk))).toMatchObject({ status: 200, body: [] });
    expect((await client.rest('GET', '/api/me/')).body.pinned_users).toEqual([]);
  });

  it('works for students the person can view; others are not found', async () => {
    const client = await app.as(family.mentor);
    for (const pk of [family.otherStudent.pk, family.parent.pk, family.mentor.pk, 999_999]) {
      expect(await client.rest('POST', toggle(pk))).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND' },
      });
    }
    const student = await app.as(family.student);
    expect(await student.rest('POST', toggle(family.student.pk))).toMatchObject({ status: 404 });
  });

  // covers: PIN-001
  it('is for mentors and for staff who can view students', async () => {
    const staff = await createUser(app.database, { role: 'mentor', permissions: ['roadmap.view_roadmap'] });
    const client = await app.as(staff);
    expect((await client.rest('POST', toggle(family.student.pk))).body).toMatchObject([
      { pk: family.student.pk },
    ]);
    await app.database.kysely.deleteFrom('userPermissions').where('userPk', '=', staff.pk).execute();
    expect((await client.rest('GET', '/api/me/')).body.pinned_users).toEqual([]);
  });

  it('disappears with the relation', async () => {
    const other = await createFamily(app.database);
    const client = await app.as(other.mentor);
    await client.rest('POST', toggle(other.student.pk));
    await app.database.kysely.deleteFrom('relations').where('userPk', '=', other.mentor.pk).execute();
    expect((await client.rest('GET', '/api/me/')).body.pinned_users).toEqual([]);
    expect(await client.rest('POST', toggle(other.student.pk))).toMatchObject({ status: 200, body: [] });
    expect(await client.rest('POST', toggle(other.student.pk))).toMatchObject({ status: 404 });
  });

  it('refuses anything that is not the number of a person', async () => {
    const client = await app.as(family.mentor);
    for (const pk of ['0', '-1', '1e3', '2147483648', '99999999999999999999', 'x', '%00', '1%20']) {
      expect((await client.rest('POST', toggle(pk))).status, pk).toBe(404);
    }
    expect(await app.anonymous.rest('POST', toggle(family.student.pk))).toMatchObject({ status: 401 });
  });
});

describe('my students', () => {
  it('are listed by name for the mentor and the parent', async () => {
    const query = '{ myStudents { pk fullName } }';
    const expected = { myStudents: [{ pk: family.student.pk, fullName: family.student.fullName }] };
    expect((await (await app.as(family.mentor)).graphql(query)).data).toEqual(expected);
    expect((await (await app.as(family.parent)).graphql(query)).data).toEqual(expected);
    expect((await (await app.as(family.student)).graphql(query)).data).toEqual({ myStudents: [] });
  });
});
