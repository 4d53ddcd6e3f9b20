import { describe, expect, it } from 'vitest';
import { createUser, type TestUser } from '#tests/factories/users.ts';
import {
  announce,
  app,
  mailsTo,
  run,
  setDeadlines,
  startAlertTests,
} from '#tests/helpers/scenes/alert-scene.ts';
import { TICK_JOB } from './alerts.jobs.ts';

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

  it('are one mail a period, at eight in the morning over a change of the clock, also with two at work', async () => {
    const user = await createUser(app.database);
    setDeadlines({
      userPk: user.pk,
      key: 'task:1',
      title: 'Read <b>Emma</b>',
      path: '/tasks/',
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

  it('are not sent empty, and stop by one click in the mail, which looking at the link is not', async () => {
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
});
