import { describe, expect, it } from 'vitest';
import { createEssay } from '#tests/factories/essays.ts';
import { createList, createTask } from '#tests/factories/tasks.ts';
import { createUser, type TestUser } from '#tests/factories/users.ts';
import {
  announce,
  app,
  feed,
  mailsTo,
  run,
  setDeadlines,
  startAlertTests,
} from '#tests/helpers/scenes/alert-scene.ts';
import { TICK_JOB } from './alerts.jobs.ts';
import { unsubscribePath } from './alerts.mails.ts';
import { AlertSettingsRepository } from './alert-settings.repository.ts';

startAlertTests();

describe('digests', () => {
  async function digestOf(user: TestUser, frequency: number) {
    const client = await app.as(user);
    const settings = (await client.rest('GET', '/api/alert_settings/')).body;
    const answer = await client.rest('PUT', '/api/alert_settings/', {
      ...settings,
      task_digest_frequency: frequency,
    });
    expect(answer.status).toBe(200);
    return client;
  }

  it('are sent once per period at 8 AM, across a clock change and with parallel jobs', async () => {
    const user = await createUser(app.database);
    setDeadlines({
      userPk: user.pk,
      key: 'task:1',
      title: 'Read <b>Emma</b>',
      path: '/tasks/',
      studentPk: null,
      at: new Date(),
    });
    app.clock.set(new Date('2027-03-12T20:00:00Z'));
    await digestOf(user, 24);
    const tickAt = async (now: string) => {
      app.clock.set(new Date(now));
      await Promise.all([run(TICK_JOB), run(TICK_JOB), run(TICK_JOB)]);
      return (await mailsTo(user)).length;
    };
    expect(await tickAt('2027-03-13T15:59:00Z')).toBe(0);
    expect(await tickAt('2027-03-13T16:00:00Z')).toBe(1);
    expect(await tickAt('2027-03-13T20:00:00Z')).toBe(1);
    expect(await tickAt('2027-03-14T14:59:00Z')).toBe(1);
    // Daylight saving time started in this night.
    expect(await tickAt('2027-03-14T15:00:00Z')).toBe(2);
    // The server was down for three days: one digest, not three.
    expect(await tickAt('2027-03-17T15:30:00Z')).toBe(3);
    expect(await tickAt('2027-03-17T16:30:00Z')).toBe(3);
    const [mail] = await mailsTo(user);
    expect(mail?.subject).toBe('Your day on GoPath: 1 thing');
    expect(mail?.html).toContain('Read &lt;b&gt;Emma&lt;/b&gt;');
    expect(mail?.text).toContain('* Read <b>Emma</b>\n  https://gopath.test/tasks/');
  });

  it('count everything due and unread, and list at most 15 lines of a section', async () => {
    const student = await createUser(app.database);
    const list = await createList(app.database, student);
    app.clock.set(new Date('2027-05-01T20:00:00Z'));
    await digestOf(student, 24);
    for (let count = 1; count <= 17; count += 1) {
      await createTask(app.database, list, {
        name: `Late ${count}`,
        dueAt: new Date('2027-04-20T20:00:00Z'),
      });
      await createEssay(app.database, student, { title: `Late ${count}`, dueOn: '2027-04-20' });
    }
    await createTask(app.database, list, { name: 'Soon', dueAt: new Date('2027-05-05T20:00:00Z') });
    await createEssay(app.database, student, { title: 'Soon', dueOn: '2027-05-05' });
    await app.database.transaction(async () => {
      for (let count = 0; count < 60; count += 1) {
        await app.services.alerts.announce('test_event', { userPks: [student.pk], name: `unread ${count}` });
      }
    });
    await app.app.jobs.runDue();
    app.clock.set(new Date('2027-05-02T15:00:00Z'));
    await run(TICK_JOB);
    const [mail] = await mailsTo(student);
    expect(mail?.subject).toBe('Your day on GoPath: 96 things');
    const sections = new Map(
      mail?.text.split('\n\n').map((section) => {
        const [title = '', ...lines] = section.split('\n').filter((line) => !line.includes('https://'));
        return [title, { listed: lines.filter((line) => line.startsWith('* ')).length, end: lines.at(-1) }];
      }),
    );
    expect(sections.get('Overdue')).toEqual({ listed: 15, end: '  and 2 more' });
    expect(sections.get('Due within a week')).toEqual({ listed: 1, end: '* Soon' });
    expect(sections.get('Missed deadlines')).toEqual({ listed: 15, end: '  and 2 more' });
    expect(sections.get('Deadlines within a week')).toEqual({ listed: 1, end: '* Essay: Soon' });
    expect(sections.get('Unread alerts')).toEqual({ listed: 15, end: '  and 45 more' });
  });

  it('list an alert that returned from a snooze', async () => {
    const user = await createUser(app.database);
    app.clock.set(new Date('2026-11-26T18:00:00Z'));
    const client = await digestOf(user, 24);
    await announce('Snoozed', user);
    const [alert] = (await feed(client)).body.alerts;
    await client.rest('POST', `/api/alerts/${alert?.pk}/snooze/`, { until: '2026-11-27T20:00:00Z' });
    // 8 AM on Friday, when it is snoozed; noon, when it returns; 8 AM on Saturday and Sunday.
    for (const time of [
      '2026-11-27T16:00:30Z',
      '2026-11-27T20:00:30Z',
      '2026-11-28T16:00:30Z',
      '2026-11-29T16:00:30Z',
    ]) {
      app.clock.set(new Date(time));
      await run(TICK_JOB);
    }
    const mails = await mailsTo(user);
    expect(mails.map(({ text }) => text.includes('Event Snoozed'))).toEqual([true]);
  });

  it('come at 8 AM of a time zone that was changed in the profile', async () => {
    const user = await createUser(app.database);
    setDeadlines({
      userPk: user.pk,
      key: 'task:1',
      title: 'Read',
      path: '/tasks/',
      studentPk: null,
      at: new Date(),
    });
    app.clock.set(new Date('2026-11-26T20:00:00Z'));
    const client = await app.as(user);
    const { body: settings } = await client.rest('GET', '/api/alert_settings/');
    const all = { task_digest_frequency: 24, quiet_hours_start: 0, quiet_hours_end: 0 };
    await client.rest('PUT', '/api/alert_settings/', { ...settings, ...all });
    const etag = (await client.fetch('/api/alerts/')).headers.get('etag') as string;
    const profile = { first_name: 'A', last_name: 'B', time_zone: 'Asia/Tokyo' };
    await client.rest('PUT', '/api/me/profile/', profile);
    // Polls read the new time zone of the quiet hours.
    expect((await client.fetch('/api/alerts/', { headers: { 'if-none-match': etag } })).status).toBe(200);
    app.clock.set(new Date('2026-11-26T23:00:30Z'));
    await run(TICK_JOB);
    expect(await mailsTo(user)).toHaveLength(1);
  });

  it('are planned for active people only', async () => {
    const repository = new AlertSettingsRepository(app.database);
    const setDisabled = ({ pk }: TestUser) =>
      app.database.query('UPDATE users SET disabled_at = now() WHERE pk = $1', [pk]);
    const [active, disabled] = [await createUser(app.database), await createUser(app.database)];
    await repository.createMissing();
    const withoutSettings = await createUser(app.database);
    await setDisabled(disabled);
    await setDisabled(withoutSettings);
    await repository.createMissing();
    const planned = await repository.peopleWithoutNextDigest();
    expect(planned).toContain(active.pk);
    expect(planned).not.toContain(disabled.pk);
    const settings = await app.database.query<{ userPk: number }>(
      'SELECT user_pk AS "userPk" FROM alert_settings WHERE user_pk = ANY($1::int[])',
      [[disabled.pk, withoutSettings.pk]],
    );
    expect(settings).toEqual([{ userPk: disabled.pk }]);
  });

  it('are not sent when empty; one click unsubscribes, opening the link does not', async () => {
    const user = await createUser(app.database);
    app.clock.set(new Date('2027-06-01T20:00:00Z'));
    const client = await digestOf(user, 24);
    app.clock.set(new Date('2027-06-02T16:00:00Z'));
    await run(TICK_JOB);
    expect(await mailsTo(user)).toHaveLength(0);
    await announce('news', user);
    app.clock.set(new Date('2027-06-03T16:00:00Z'));
    await run(TICK_JOB);
    const [mail] = await mailsTo(user);
    const url = /<https:\/\/gopath\.test(\/[^>]+)>/.exec(
      mail?.headers['List-Unsubscribe'] ?? '',
    )?.[1] as string;
    const look = await app.anonymous.rest('GET', url);
    expect([look.status, look.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const isOn = async () => (await client.rest('GET', '/api/alert_settings/')).body.task_digest_enabled;
    expect(await isOn()).toBe(true);
    expect(await (await app.anonymous.fetch(url)).text()).toContain('the summary of what’s due and unread');
    const click = await app.anonymous.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(click.status).toBe(200);
    expect(await isOn()).toBe(false);
    app.clock.set(new Date('2027-06-04T16:00:00Z'));
    await announce('more', user);
    await run(TICK_JOB);
    expect(await mailsTo(user)).toHaveLength(1);
    for (const wrong of [
      `/api/alerts/unsubscribe/${'0'.repeat(64)}/digest/`,
      '/api/alerts/unsubscribe/x/digest/',
    ]) {
      expect((await app.anonymous.rest('GET', wrong)).status).toBe(404);
      expect((await app.anonymous.fetch(wrong, { method: 'POST' })).status).toBe(404);
    }
  });

  it('are unsubscribed from by every form of a mail program', async () => {
    const user = await createUser(app.database);
    const client = await digestOf(user, 24);
    const settings = (await client.rest('GET', '/api/alert_settings/')).body;
    const [row] = await app.database.query<{ token: string }>(
      'SELECT unsubscribe_token AS token FROM alert_settings WHERE user_pk = $1',
      [user.pk],
    );
    const url = unsubscribePath(row?.token ?? '', 'digest');
    const post = async (body: BodyInit | null) =>
      (await app.anonymous.fetch(url, { method: 'POST', body })).status;
    const form = new FormData();
    form.set('List-Unsubscribe', 'One-Click');
    for (const body of [form, new URLSearchParams('List-Unsubscribe=One-Click'), 'One-Click', null]) {
      await client.rest('PUT', '/api/alert_settings/', settings);
      expect(await post(body)).toBe(200);
      expect((await client.rest('GET', '/api/alert_settings/')).body.task_digest_enabled).toBe(false);
    }
    expect(await post('x'.repeat(5000))).toBe(413);
  });
});
