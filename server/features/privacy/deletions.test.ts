import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GlobalPermission } from '#shared/kernel/roles.ts';
import { createFamily, createUser, type TestUser } from '#tests/factories/users.ts';
import { SWEEP_JOB, TICK_JOB } from '#server/features/alerts/alerts.jobs.ts';
import { MAX_SUBJECT } from '#server/mail/outgoing-mail.ts';
import { tablesWith } from '#tests/helpers/database/tables-with.ts';
import { waitForLock } from '#tests/helpers/database/lock-waits.ts';
import { runLastPasses } from '#tests/helpers/scenes/deletion-scene.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';
import { DECLARED_TABLES } from './personal-data.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
let family: Awaited<ReturnType<typeof createFamily>>;
let now: Date;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  now = new Date();
  app.clock.set(now);
  family = await createFamily(app.database);
});

const later = (days: number) => app.clock.set(new Date(now.getTime() + days * DAY_MS));
const pathOf = ({ pk }: TestUser) => `/api/users/${pk}/deletion/`;
async function send(method: 'POST' | 'DELETE', viewer: TestUser, person: TestUser) {
  return (await app.as(viewer)).rest(method, pathOf(person));
}
async function exists({ pk }: TestUser): Promise<boolean> {
  return (await app.database.query('SELECT FROM users WHERE pk = $1', [pk])).length > 0;
}
async function writeAlert(user: TestUser, title: string, body = ''): Promise<void> {
  await app.database.query(
    `INSERT INTO alerts (user_pk, kind, key, title, body, path, reason, revision, created_at)
    VALUES ($1, 'a', gen_random_uuid()::text, $2, $3, '/', 'd', 1, now())`,
    [user.pk, title, body],
  );
}

const staffWith = (...permissions: GlobalPermission[]) =>
  createUser(app.database, { role: 'mentor', permissions });

describe('the deletion of an account', () => {
  it('happens 30 days after the request, and repeating the job changes nothing', async () => {
    const { student, parent } = family;
    const { body } = await send('POST', parent, student);
    expect(new Date(body.deletion.due_at).getTime() - now.getTime()).toBe(30 * DAY_MS);
    expect((await send('POST', student, student)).body.deletion).toEqual(body.deletion);
    later(29.9);
    await app.services.deletions.deleteDue();
    expect(await exists(student)).toBe(true);
    later(30);
    expect((await send('DELETE', student, student)).status).toBe(404);
    await app.services.deletions.deleteDue();
    expect(await exists(student)).toBe(false);
    expect((await (await app.as(student)).rest('GET', '/api/me/')).status).toBe(401);
    await app.services.deletions.deleteDue();
    expect(await exists(parent)).toBe(true);
    const events = await app.database.query<{ kind: string; actor: number }>(
      `SELECT kind, actor_pk AS actor FROM security_events
      WHERE subject_pk = $1 AND kind IN ('deletion_requested', 'account_deleted') ORDER BY pk`,
      [student.pk],
    );
    expect(events).toEqual([
      { kind: 'deletion_requested', actor: parent.pk },
      { kind: 'account_deleted', actor: parent.pk },
    ]);
  });

  it('deletes alerts and emails about the person that a job writes at the same time', async () => {
    const { student, mentor } = family;
    await send('POST', student, student);
    later(31);
    /** Writes what a job does that has read name and address before. */
    const write = async (key: string) => {
      await app.database.query(
        `INSERT INTO alerts (user_pk, kind, key, title, path, reason, revision, created_at)
        VALUES ($1, 'a', $2, $3, '/', 'd', 1, now())`,
        [mentor.pk, key, `No meeting with ${student.fullName} for 10 days`],
      );
      await app.database.query(
        `INSERT INTO mails (key, "to", subject, text, html) VALUES ($1, $2, 'Overdue', '', '')`,
        [key, student.email],
      );
    };
    const { transaction } = app.database;
    const spy = vi.spyOn(app.database, 'transaction').mockImplementationOnce(async (work) => {
      await write('before the deletion is committed');
      const result = await transaction.call(app.database, work);
      await write('after the deletion is committed');
      return result as never;
    });
    await app.services.deletions.deleteDue();
    spy.mockRestore();
    expect(await exists(student)).toBe(false);
    const alerts = await app.database.query('SELECT FROM alerts WHERE user_pk = $1', [mentor.pk]);
    const mails = await app.database.query('SELECT FROM mails WHERE "to" = $1', [student.email]);
    expect([alerts, mails]).toEqual([[], []]);
  });

  it.each(['event', 'clock', 'deadlines'])(
    'leaves no alert or email of a job that has read the name before: %s',
    async (kind) => {
      const { student, mentor } = family;
      await send('POST', student, student);
      later(31);
      const { alerts, deletions } = app.services;
      const reason = 'You get this because of a test.';
      // The job reads the name, then the whole deletion happens, then the job writes.
      const readAlerts = async () => {
        if (!(await exists(student))) return [];
        const title = `No meeting with ${student.fullName} for 10 days`;
        await deletions.deleteDue();
        return [
          {
            userPk: mentor.pk,
            key: `race:${kind}`,
            title,
            path: '/',
            studentPk: student.pk,
            at: app.clock.now(),
          },
        ];
      };
      const source = { kind: `race_${kind}`, reason };
      if (kind === 'event') alerts.registerAlertSource({ ...source, alertsOf: readAlerts });
      else if (kind === 'clock') alerts.registerAlertSource({ ...source, due: readAlerts });
      else alerts.registerAlertSource({ ...source, deadlines: readAlerts, digest: async () => [] });
      if (kind === 'event') await alerts.announce(source.kind, {});
      else await app.app.jobs.send(SWEEP_JOB, {});
      await app.app.jobs.runDue();
      expect(await exists(student)).toBe(false);
      for (const table of ['alerts', 'mails']) {
        const quotes = await app.database.query(
          `SELECT FROM ${table} AS stored WHERE strpos(stored::text, $1) > 0`,
          [student.fullName],
        );
        expect(quotes, table).toEqual([]);
      }
    },
  );

  it('waits for a digest that is being written, and deletes it', async () => {
    const { student, mentor } = family;
    await send('POST', student, student);
    await app.database.query(
      `INSERT INTO alert_settings
        (user_pk, unsubscribe_token, task_digest_enabled, next_digest_at, quiet_hours_start, quiet_hours_end)
      VALUES ($1, 'digest', true, $2, 0, 0)`,
      [mentor.pk, now],
    );
    later(31);
    const isReading = Promise.withResolvers<void>();
    const isWaitedFor = Promise.withResolvers<void>();
    app.services.alerts.registerAlertSource({
      kind: 'race_digest',
      reason: 'You get this because of a test.',
      deadlines: async () => [],
      digest: async (userPk) => {
        if (userPk !== mentor.pk) return [];
        isReading.resolve();
        await isWaitedFor.promise;
        return [{ title: 'Students', lines: [{ text: student.fullName, path: '/' }], total: 1 }];
      },
    });
    await app.app.jobs.send(TICK_JOB, {});
    const digest = app.app.jobs.runDue();
    await isReading.promise;
    const deletion = app.services.deletions.deleteDue();
    await waitForLock(app.database);
    isWaitedFor.resolve();
    await Promise.all([digest, deletion]);
    expect(await exists(student)).toBe(false);
    const mails = await app.database.query(
      `SELECT subject, text FROM mails WHERE key LIKE 'digest:' || $1 || ':%'`,
      [String(mentor.pk)],
    );
    expect(mails).toEqual([]);
  });

  it('deletes emails of requests that have read the name before and write it later', async () => {
    const { student, mentor } = family;
    await send('POST', student, student);
    later(31);
    await app.services.deletions.deleteDue();
    await app.app.jobs.runDue();
    await app.database.query(
      `INSERT INTO mails (key, "to", subject, text, html) VALUES ($1, $2, $1, '', '')`,
      [`A note of ${student.fullName}`, mentor.email],
    );
    await runLastPasses(app);
    expect(await tablesWith(app.database, student.fullName)).toEqual([]);
  });

  it('is finished by a job when the server stops after the transaction', async () => {
    const { student, mentor } = family;
    await send('POST', student, student);
    later(31);
    const { transaction } = app.database;
    const spy = vi.spyOn(app.database, 'transaction').mockImplementationOnce(async (work) => {
      await transaction.call(app.database, work);
      await writeAlert(mentor, `No meeting with ${student.fullName} for 10 days`);
      throw new Error('The server stopped.');
    });
    await expect(app.services.deletions.deleteDue()).rejects.toThrow('The server stopped.');
    spy.mockRestore();
    expect(await exists(student)).toBe(false);
    expect(await tablesWith(app.database, student.fullName)).toContain('public.alerts');
    await app.services.deletions.deleteDue();
    await runLastPasses(app);
    expect(await tablesWith(app.database, student.fullName)).toEqual([]);
  });

  it('deletes alerts that end inside the name, or have a line break in it', async () => {
    const { student, mentor } = family;
    const { firstName, lastName } = student;
    const cut = (max: number, end: string) => `${'x'.repeat(max - end.length - 2)} ${end}…`;
    const about = [
      { title: cut(300, `${firstName} ${lastName.slice(0, 2)}`) },
      { title: cut(300, firstName.slice(0, 2)) },
      { title: `${'x'.repeat(295)} ${student.fullName.slice(0, 4)}` },
      { body: cut(1000, firstName) },
      { title: 'Meeting canceled', body: `Reason: exams.\n${firstName}\n${lastName}` },
      { title: `${firstName}  ${lastName} is away` },
    ];
    const others = [
      { title: cut(300, 'Someone else') },
      { title: cut(299, firstName) },
      { title: cut(300, `Un${firstName}`) },
      { body: `${lastName}\n${firstName}` },
    ];
    for (const { title = 'Title', body = '' } of [...about, ...others]) await writeAlert(mentor, title, body);
    await send('POST', student, student);
    later(31);
    await app.services.deletions.deleteDue();
    const left = await app.database.query(
      `SELECT title, body FROM alerts WHERE user_pk = $1 AND kind = 'a' ORDER BY pk`,
      [mentor.pk],
    );
    expect(left).toEqual(others.map(({ title = 'Title', body = '' }) => ({ title, body })));
  });

  it('deletes sent emails whose subject was cut inside the name', async () => {
    const { student, mentor } = family;
    const cut = (end: string) => `${'x'.repeat(MAX_SUBJECT - end.length - 2)} ${end}…`;
    const ends = [student.fullName.slice(0, -1), student.firstName, student.firstName.slice(0, 2)];
    const others = ['Someone else', `Un${student.firstName}`, student.firstName.slice(0, 1)];
    for (const end of [...ends, ...others]) {
      await app.database.query(
        `INSERT INTO mails (key, "to", subject, text, html, state) VALUES ($1, $2, $1, '', '', 'sent')`,
        [cut(end), mentor.email],
      );
    }
    await send('POST', student, student);
    later(31);
    await app.services.deletions.deleteDue();
    const left = await app.database.query('SELECT subject FROM mails WHERE "to" = $1 ORDER BY pk', [
      mentor.email,
    ]);
    expect(left).toEqual(others.map((end) => ({ subject: cut(end) })));
  });

  it('is announced to the person and their parents, and can be withdrawn by each of them', async () => {
    const { student, parent } = family;
    const staff = await staffWith('privacy.manage_data');
    for (const [index, viewer] of [student, parent, staff].entries()) {
      await send('POST', staff, student);
      await app.app.jobs.runDue();
      expect((await send('DELETE', viewer, student)).body.deletion).toBeNull();
      expect((await send('DELETE', viewer, student)).status).toBe(404);
      await app.app.jobs.runDue();
      later((index + 1) / 24);
    }
    await send('POST', staff, student);
    await app.app.jobs.runDue();
    for (const [viewer, title] of [
      [student, 'Your account will be deleted'],
      [parent, `The account of ${student.fullName} will be deleted`],
    ] as const) {
      const { body } = await (await app.as(viewer)).rest('GET', '/api/alerts/');
      expect(body.alerts[0]).toMatchObject({ title, path: `/users/${student.pk}/personal_data/` });
      const mails = await app.database.query<{ subject: string }>(
        'SELECT subject FROM mails WHERE "to" = $1 ORDER BY pk',
        [viewer.email],
      );
      expect(mails.at(-1)?.subject).toBe(title.replace(/account/, 'GoPath account'));
    }
    await send('DELETE', parent, student);
    later(31);
    await app.services.deletions.deleteDue();
    expect(await exists(student)).toBe(true);
  });

  it('says when in the time zone of each reader', async () => {
    const { student, parent } = family;
    app.clock.set(new Date('2027-03-02T03:30:00Z'));
    await app.database.query("UPDATE users SET time_zone = 'America/Los_Angeles' WHERE pk = $1", [
      student.pk,
    ]);
    await app.database.query("UPDATE users SET time_zone = 'Europe/Berlin' WHERE pk = $1", [parent.pk]);
    await send('POST', student, student);
    await app.app.jobs.runDue();
    for (const [viewer, moment] of [
      [student, 'March 31, 2027 at 8:30 PM PDT'],
      [parent, 'April 1, 2027 at 5:30 AM GMT+2'],
    ] as const) {
      const { body } = await (await app.as(viewer)).rest('GET', '/api/alerts/');
      expect(body.alerts[0].body).toBe(`You can keep it until ${moment}.`);
      const [mail] = await app.database.query<{ text: string }>('SELECT text FROM mails WHERE "to" = $1', [
        viewer.email,
      ]);
      expect(mail?.text).toContain(`On ${moment} the account and its data are deleted`);
    }
  });

  it('is refused for the last holder of a permission, also when two holders ask at the same time', async () => {
    await app.database.query('DELETE FROM user_permissions');
    const [one, two] = [await staffWith('users.disable_user'), await staffWith('users.disable_user')];
    const results = await Promise.all([send('POST', one, one), send('POST', two, two)]);
    expect(results.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    expect(results.find(({ status }) => status === 409)?.body.detail).toBe(
      'This is the last person with the permission users.disable_user. Give it to someone else first.',
    );
    const [leaving, staying] = results[0]?.status === 200 ? [one, two] : [two, one];
    // The other one loses the permission during the grace period.
    await app.database.query('DELETE FROM user_permissions WHERE user_pk = $1', [staying.pk]);
    later(31);
    await app.services.deletions.deleteDue();
    const emailOf = async () =>
      (await app.database.query<{ email: string }>('SELECT email FROM users WHERE pk = $1', [leaving.pk]))[0]
        ?.email;
    expect(await emailOf()).toBe(leaving.email);
    await staffWith('users.disable_user');
    await app.services.deletions.deleteDue();
    expect(await emailOf()).toBe(`person-${leaving.pk}@deleted.invalid`);
  });

  it('is hidden from others, who cannot request or withdraw it', async () => {
    const { student, mentor, otherStudent, otherParent } = family;
    for (const viewer of [mentor, otherStudent, otherParent]) {
      for (const method of ['POST', 'DELETE'] as const) {
        expect((await send(method, viewer, student)).status).toBe(404);
      }
      expect(
        (await (await app.as(viewer)).rest('GET', `/api/users/${student.pk}/personal_data/`)).status,
      ).toBe(404);
    }
  });
});

it('every table is declared with what happens to it', async () => {
  const tables = await app.database.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name NOT LIKE 'kysely_%'`,
  );
  expect(tables.map(({ name }) => name).sort()).toEqual([...DECLARED_TABLES].sort());
});
