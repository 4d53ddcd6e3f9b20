import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { GlobalPermission } from '#shared/kernel/roles.ts';
import { createFamily, createUser, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';

let app: TestApp;
let family: Awaited<ReturnType<typeof createFamily>>;
let staff: TestUser;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  family = await createFamily(app.database);
  await app.database.query("DELETE FROM user_permissions WHERE permission = 'users.disable_user'");
  staff = await staffWith('users.disable_user', 'users.reset_password');
});

const staffWith = (...permissions: GlobalPermission[]) =>
  createUser(app.database, { role: 'mentor', permissions });

async function change(actor: TestUser, { pk }: { pk: number }, body: object) {
  return (await app.as(actor)).rest('POST', `/api/users/change_state/${pk}/`, body);
}
const see = async (viewer: TestUser, { pk }: { pk: number }) =>
  (await (await app.as(viewer)).rest('GET', `/api/users/${pk}/`)).body;

describe('disabling a person', () => {
  // covers: USER-027 USER-032 USER-039
  it('ends their tokens and calendar link at once in every process; enabling does not bring them back', async () => {
    const { student } = family;
    const second = await startTestApp({ database: app.database });
    try {
      const clients = [await app.as(student), await second.as(student)];
      const feed = await clients[0]?.rest('POST', '/api/calendar_feed/', { titles_only: false });
      const calendar = new URL(feed?.body.address as string).pathname;
      expect((await app.anonymous.fetch(calendar)).status).toBe(200);
      expect(await change(staff, student, { action: 'disable', reason: 'Left the program' })).toMatchObject({
        status: 200,
        body: 'OK',
      });
      for (const client of clients) {
        expect(await client.rest('GET', '/api/me/')).toMatchObject({
          status: 401,
          body: { detail: 'This account is disabled.' },
        });
      }
      expect((await app.anonymous.fetch(calendar)).status).toBe(404);
      expect((await change(staff, student, { action: 'enable', reason: 'Came back' })).body).toBe('OK');
      for (const client of clients) expect((await client.rest('GET', '/api/me/')).status).toBe(401);
      expect((await app.anonymous.fetch(calendar)).status).toBe(404);
    } finally {
      await second.app.server.close();
    }
  });

  it('shows since when and why to staff with the permission only', async () => {
    const { student, mentor } = family;
    await change(staff, student, { action: 'disable', reason: ' Left the program ' });
    expect(await see(staff, student)).toMatchObject({
      permissions: ['disable_user', 'reset_password'],
      deleted_at: expect.stringMatching(/^\d{4}-/),
      disabled_reason: 'Left the program',
      year: null,
      phone: null,
    });
    expect(await see(mentor, student)).toMatchObject({ deleted_at: null, disabled_reason: null });
    await change(staff, student, { action: 'enable' });
    expect(await see(staff, student)).toMatchObject({ deleted_at: null, disabled_reason: null });
  });

  it('twice changes nothing, and is logged once with the actor', async () => {
    const { student } = family;
    for (const action of ['disable', 'disable', 'enable', 'enable']) {
      expect((await change(staff, student, { action })).status).toBe(200);
    }
    const events = await app.database.query(
      "SELECT kind, subject_pk AS subject FROM security_events WHERE actor_pk = $1 AND kind LIKE 'account_%' ORDER BY pk",
      [staff.pk],
    );
    expect(events).toEqual([
      { kind: 'account_disabled', subject: student.pk },
      { kind: 'account_enabled', subject: student.pk },
    ]);
    expect(
      await app.database.query('SELECT FROM account_state_changes WHERE user_pk = $1', [student.pk]),
    ).toHaveLength(2);
  });
});

describe('disabling is refused', () => {
  it('for oneself', async () => {
    await staffWith('users.disable_user');
    expect(await change(staff, staff, { action: 'disable' })).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN', detail: 'You cannot disable your own account.' },
    });
  });

  it('for the last holder of the permission, when two holders disable each other at the same time', async () => {
    const other = await staffWith('users.disable_user');
    const results = await Promise.all([
      change(staff, other, { action: 'disable' }),
      change(other, staff, { action: 'disable' }),
    ]);
    expect(results.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    const enabled = await app.database.query('SELECT FROM users WHERE pk = ANY($1) AND disabled_at IS NULL', [
      [staff.pk, other.pk],
    ]);
    expect(enabled).toHaveLength(1);
  });

  it('for the last holder, with the reason', async () => {
    const other = await staffWith('users.disable_user');
    const { services } = app;
    const actor = { pk: other.pk, permissions: ['users.disable_user'] } as never;
    await change(staff, other, { action: 'disable' });
    // The other holder's request was authorized just before.
    await expect(services.accountState.changeState(actor, staff.pk, { action: 'disable' })).rejects.toThrow(
      'This is the last person who can disable accounts. Give someone else the permission first.',
    );
  });

  it('without the permission, for a missing person and for an unknown action', async () => {
    const { student, mentor, parent } = family;
    for (const actor of [student, mentor, parent, await staffWith('users.reset_password')]) {
      expect(await change(actor, student, { action: 'disable' })).toMatchObject({ status: 404 });
    }
    expect((await change(staff, { pk: 2_147_483_647 }, { action: 'disable' })).status).toBe(404);
    expect(await change(staff, student, { action: 'delete' })).toMatchObject({
      status: 422,
      body: { fields: { action: 'The action is disable or enable.' } },
    });
    expect(await change(staff, student, { action: 'disable', reason: 'x'.repeat(501) })).toMatchObject({
      status: 422,
      body: { fields: { reason: 'The reason must be at most 500 characters' } },
    });
  });
});

// covers: USER-033
it('staff email a password reset link, which is logged; disabled people get none', async () => {
  const { student, mentor } = family;
  const send = async (actor: TestUser, { pk }: { pk: number }) =>
    (await app.as(actor)).rest('POST', `/api/users/send_password_reset/${pk}/`);
  expect((await send(staff, student)).status).toBe(204);
  expect(
    await app.database.query(
      "SELECT subject_pk AS subject FROM security_events WHERE actor_pk = $1 AND kind = 'password_reset_sent'",
      [staff.pk],
    ),
  ).toEqual([{ subject: student.pk }]);
  await app.app.jobs.runDue();
  expect(
    await app.database.query(
      "SELECT FROM security_events WHERE subject_pk = $1 AND kind = 'password_reset_requested'",
      [student.pk],
    ),
  ).toHaveLength(1);
  expect((await send(mentor, student)).status).toBe(404);
  expect((await send(staff, staff)).status).toBe(404);
  await change(staff, student, { action: 'disable' });
  expect(await send(staff, student)).toMatchObject({
    status: 409,
    body: { detail: 'This account is disabled.' },
  });
});
