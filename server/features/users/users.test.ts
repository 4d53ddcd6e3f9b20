import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROLES } from '#shared/kernel/roles.ts';
import { me } from '#shared/users/responses.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('the signed-in person', () => {
  it('is answered by /api/me/ and by GraphQL', async () => {
    const mentor = await createUser(app.database, { role: 'mentor', firstName: 'Ana', lastName: 'Ruiz' });
    const client = await app.as(mentor);
    const answer = await client.rest('GET', '/api/me/');
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      pk: mentor.pk,
      role: 'mentor',
      full_name: 'Ana Ruiz',
      phone: '',
      birthday: null,
      tracker_link: null,
      deleted_at: null,
      pinned_users: [],
      students: [],
      permissions: [],
      capabilities: [
        'write_notes',
        'manage_student_tasks',
        'pin_students',
        'list_students',
        'search_users',
        'review_ratings',
        'offer_meetings',
      ],
    });
    expect(await client.graphql('{ me { pk fullName } }')).toEqual({
      status: 200,
      data: { me: { pk: mentor.pk, fullName: 'Ana Ruiz' } },
    });
  });

  // covers: USER-019 USER-024
  it('contains the contact data of the person', async () => {
    const student = await createUser(app.database, { role: 'student' });
    await app.database.query(
      `UPDATE users SET phone = '5551234567', birthday = '2009-05-01', tracker_link = 'https://tracker.example'
      WHERE pk = $1`,
      [student.pk],
    );
    expect((await (await app.as(student)).rest('GET', '/api/me/')).body).toMatchObject({
      last_name: student.lastName,
      email: student.email,
      phone: '5551234567',
      birthday: '2009-05-01',
      tracker_link: 'https://tracker.example',
      deleted_at: null,
    });
  });

  // covers: USER-001
  it.each(ROLES)('has the role %s', async (role) => {
    const client = await app.as(await createUser(app.database, { role }));
    expect((await client.rest('GET', '/api/me/')).body.role).toBe(role);
  });

  // covers: USER-001
  it('has no other role', async () => {
    expect(ROLES).toEqual(['student', 'parent', 'mentor']);
    const admin = createUser(app.database, { role: 'admin' as (typeof ROLES)[number] });
    await expect(admin).rejects.toThrow(/role/);
  });

  it('is read from a response that an earlier version stored on the device', async () => {
    const { body } = await (await app.as(await createUser(app.database))).rest('GET', '/api/me/');
    delete body.failed_payments;
    expect(me.parse(body)).toMatchObject({ failed_payments: [] });
  });

  // covers: SHEL-043 USER-021
  it('chooses a theme', async () => {
    const client = await app.as(await createUser(app.database));
    expect((await client.rest('GET', '/api/me/')).body.theme).toBe(1);
    for (const theme of [2, 3, 1]) {
      expect((await client.rest('PUT', '/api/me/change_theme/', { theme })).status).toBe(200);
      expect((await client.rest('GET', '/api/me/')).body.theme).toBe(theme);
    }
    for (const theme of [0, 4, '2', null]) {
      expect(await client.rest('PUT', '/api/me/change_theme/', { theme })).toMatchObject({
        status: 422,
        body: { code: 'INVALID_INPUT' },
      });
    }
  });

  // covers: SHEL-041
  it('remembers the last viewed release, and refuses unknown ones', async () => {
    const client = await app.as(await createUser(app.database));
    const path = '/api/me/update_last_release_viewed/';
    expect(await client.rest('POST', path, { tag_name: 'v1.3.0' })).toMatchObject({
      status: 200,
      body: { last_release_viewed: 'v1.3.0' },
    });
    expect((await client.rest('GET', '/api/me/')).body.last_release_viewed).toBe('v1.3.0');
    for (const tag of ['v9.9.9', '', 'v1.3.0\n', 13, null]) {
      expect((await client.rest('POST', path, { tag_name: tag })).status).toBe(422);
    }
  });

  // covers: API-001
  it('needs a token', async () => {
    expect(await app.anonymous.rest('GET', '/api/me/')).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHENTICATED' },
    });
    expect(await app.anonymous.graphql('{ me { pk } }')).toMatchObject({ status: 401 });
  });

  it('loses access immediately when disabled', async () => {
    const user = await createUser(app.database);
    const client = await app.as(user);
    expect((await client.rest('GET', '/api/me/')).status).toBe(200);
    await app.database.kysely
      .updateTable('users')
      .set({ disabledAt: new Date() })
      .where('pk', '=', user.pk)
      .execute();
    expect(await client.rest('GET', '/api/me/')).toMatchObject({
      status: 401,
      body: { detail: 'This account is disabled.' },
    });
  });
});
