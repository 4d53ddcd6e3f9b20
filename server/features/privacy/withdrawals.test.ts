/** What the family learns when a requested deletion is withdrawn. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { FeedsRepository } from '#server/features/alerts/feeds.repository.ts';
import { createFamily, createUser, relate, type TestUser } from '#tests/factories/users.ts';
import { waitForLock } from '#tests/helpers/database/lock-waits.ts';
import { removeUser } from '#tests/helpers/scenes/remove-user.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';
import { DeletionsRepository } from './deletions.repository.ts';

let app: TestApp;
let family: Awaited<ReturnType<typeof createFamily>>;
let father: TestUser;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set(new Date());
  family = await createFamily(app.database);
  father = await createUser(app.database, { role: 'parent' });
  await relate(app.database, family.student, father);
});

/** Requests or withdraws the deletion of the student. */
async function ask(method: 'POST' | 'DELETE', viewer: TestUser) {
  app.clock.set(new Date(app.clock.now().getTime() + 1000));
  const { status } = await (await app.as(viewer)).rest(method, `/api/users/${family.student.pk}/deletion/`);
  expect(status).toBe(200);
}

/** Requests or withdraws the deletion of the student, and runs the jobs that this causes. */
async function send(method: 'POST' | 'DELETE', viewer: TestUser) {
  await ask(method, viewer);
  await app.app.jobs.runDue();
}

/** Reads a person's alerts about deletions, newest first, and how many alerts are unread. */
async function feedOf(viewer: TestUser) {
  const { body } = await (await app.as(viewer)).rest('GET', '/api/alerts/');
  const alerts = body.alerts as { kind: string; title: string; body: string; path: string }[];
  return {
    alerts: alerts.filter(({ kind }) => kind.startsWith('deletion')),
    unread: body.unread_count as number,
  };
}

/** Reads the subjects of a person's emails, oldest first. */
async function subjectsTo({ email }: TestUser): Promise<string[]> {
  const rows = await app.database.query<{ subject: string }>(
    'SELECT subject FROM mails WHERE "to" = $1 ORDER BY pk',
    [email],
  );
  return rows.map(({ subject }) => subject);
}

const requestedOf = (name: string) => `The GoPath account of ${name} will be deleted`;
const canceledOf = (name: string) => `The deletion of the GoPath account of ${name} was canceled`;
const OWN = ['Your GoPath account will be deleted', 'The deletion of your GoPath account was canceled'];

describe('a withdrawn deletion', () => {
  it('replaces the alerts of the request, and says by alert and email who withdrew it', async () => {
    const { student, parent } = family;
    await send('POST', student);
    await send('DELETE', parent);
    const path = `/users/${student.pk}/personal_data/`;
    const body = `${parent.fullName} canceled the deletion.`;
    const title = `The deletion of the account of ${student.fullName} was canceled`;
    const own = { title: 'The deletion of your account was canceled', body, path };
    expect(await feedOf(student)).toEqual({ alerts: [expect.objectContaining(own)], unread: 1 });
    expect(await feedOf(father)).toEqual({
      alerts: [expect.objectContaining({ title, body, path })],
      unread: 1,
    });
    expect(await feedOf(parent)).toEqual({ alerts: [], unread: 0 });
    expect(await subjectsTo(student)).toEqual(OWN);
    expect(await subjectsTo(father)).toEqual([requestedOf(student.fullName), canceledOf(student.fullName)]);
    expect(await subjectsTo(parent)).toEqual([requestedOf(student.fullName)]);
    const [mail] = await app.database.query<{ text: string }>(
      'SELECT text FROM mails WHERE "to" = $1 ORDER BY pk DESC LIMIT 1',
      [father.email],
    );
    expect(mail?.text).toContain(`${body} The account and its data stay.`);
  });

  it('is announced each time', async () => {
    const { student, parent } = family;
    for (const viewer of [parent, student, parent]) {
      await send('POST', viewer);
      expect((await feedOf(father)).alerts[0]?.title).toContain('will be deleted');
      await send('DELETE', viewer);
    }
    const { alerts } = await feedOf(father);
    expect(alerts.map(({ body }) => body)).toEqual(
      [parent, student, parent].map(({ fullName }) => `${fullName} canceled the deletion.`),
    );
    expect(await subjectsTo(father)).toEqual(
      [1, 2, 3].flatMap(() => [requestedOf(student.fullName), canceledOf(student.fullName)]),
    );
    expect(await subjectsTo(parent)).toHaveLength(4);
  });

  it('notifies only people who were notified of the request, in the same ways', async () => {
    const { student, parent } = family;
    await app.database.query(
      `INSERT INTO alert_settings (user_pk, unsubscribe_token, dynamic_alert_enabled) VALUES ($1, $2, false)
      ON CONFLICT (user_pk) DO UPDATE SET dynamic_alert_enabled = false`,
      [father.pk, `off-${father.pk}`],
    );
    // A child who is too young gets no email.
    await app.database.query('UPDATE users SET issuer = NULL WHERE pk = $1', [student.pk]);
    await app.services.deletions.requestForChild(student.email);
    await app.app.jobs.runDue();
    const later = await createUser(app.database, { role: 'parent' });
    await relate(app.database, student, later);
    await send('DELETE', parent);
    expect(await subjectsTo(student)).toEqual([]);
    expect(await subjectsTo(father)).toHaveLength(2);
    expect((await feedOf(father)).alerts).toEqual([]);
    expect([await subjectsTo(later), (await feedOf(later)).alerts]).toEqual([[], []]);
    const titles = await app.database.query('SELECT title FROM alerts WHERE user_pk = $1', [student.pk]);
    expect(titles).toEqual([{ title: 'The deletion of your account was canceled' }]);
  });

  it('by the removal of the parent who requested it is announced to the others', async () => {
    const { student, parent } = family;
    await send('POST', parent);
    const staff = await removeUser(app, student, parent);
    await app.app.jobs.runDue();
    const body = `${staff.fullName} removed the parent who requested the deletion.`;
    for (const viewer of [student, father]) {
      expect((await feedOf(viewer)).alerts).toEqual([expect.objectContaining({ body })]);
      expect(await subjectsTo(viewer)).toHaveLength(2);
    }
    expect(await feedOf(parent)).toEqual({ alerts: [], unread: 1 });
    expect(await subjectsTo(parent)).toEqual([requestedOf(student.fullName)]);
  });

  it('is not announced when the deletion is due', async () => {
    const { student, parent } = family;
    await send('POST', student);
    app.clock.set(new Date(app.clock.now().getTime() + 30 * 86_400_000));
    const { status } = await (await app.as(parent)).rest('DELETE', `/api/users/${student.pk}/deletion/`);
    expect(status).toBe(404);
    expect((await feedOf(father)).alerts).toHaveLength(1);
    expect(await subjectsTo(father)).toEqual([requestedOf(student.fullName)]);
  });

  it('right after the alert job has read the request leaves no alert of it', async () => {
    const { student, parent } = family;
    await ask('POST', student);
    const { familyOf } = DeletionsRepository.prototype;
    const read = vi.spyOn(DeletionsRepository.prototype, 'familyOf');
    onTestFinished(() => read.mockRestore());
    read.mockImplementationOnce(async function (this: DeletionsRepository, userPk) {
      await ask('DELETE', parent);
      return familyOf.call(this, userPk);
    });
    await app.app.jobs.runDue();
    expect(read).toHaveBeenCalledTimes(2);
    for (const viewer of [student, father]) {
      expect((await feedOf(viewer)).alerts).toEqual([
        expect.objectContaining({ title: expect.stringContaining('was canceled') }),
      ]);
    }
    expect(await feedOf(parent)).toEqual({ alerts: [], unread: 0 });
  });

  it('while the alert job stores the alerts of the request waits, and deletes them', async () => {
    const { student, parent } = family;
    await ask('POST', student);
    const { store } = FeedsRepository.prototype;
    const isStored = Promise.withResolvers<void>();
    const isWaitedFor = Promise.withResolvers<void>();
    const storing = vi.spyOn(FeedsRepository.prototype, 'store');
    onTestFinished(() => {
      storing.mockRestore();
      isWaitedFor.resolve();
    });
    storing.mockImplementationOnce(async function (this: FeedsRepository, ...given) {
      const stored = await store.apply(this, given);
      isStored.resolve();
      await isWaitedFor.promise;
      return stored;
    });
    const job = app.app.jobs.runDue();
    await isStored.promise;
    const withdrawal = ask('DELETE', parent);
    await waitForLock(app.database);
    isWaitedFor.resolve();
    await Promise.all([job, withdrawal]);
    await app.app.jobs.runDue();
    expect((await feedOf(parent)).alerts).toEqual([]);
    expect((await feedOf(father)).alerts).toEqual([
      expect.objectContaining({ title: expect.stringContaining('was canceled') }),
    ]);
  });
});
