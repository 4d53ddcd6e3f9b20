import { describe, expect, it } from 'vitest';
import type { Alert, AlertFeed } from '#shared/alerts/responses.ts';
import { FEED_PAGE_SIZE } from '#shared/alerts/schema.ts';
import { createUser, type TestUser } from '#tests/factories/users.ts';
import {
  announce,
  app,
  feed,
  run,
  setDeadlines,
  startAlertTests,
} from '#tests/helpers/scenes/alert-scene.ts';
import { SWEEP_JOB, TICK_JOB } from './alerts.jobs.ts';

startAlertTests();

const noon = new Date('2027-03-10T20:00:00Z');

describe('the feed', () => {
  it.each(['student', 'parent', 'mentor'] as const)(
    "is a %s's own, and so are the settings",
    async (role) => {
      const [user, other] = [
        await createUser(app.database, { role }),
        await createUser(app.database, { role }),
      ];
      await announce(`own ${role}`, user);
      expect((await feed(await app.as(user))).body.alerts).toHaveLength(1);
      expect((await feed(await app.as(other))).body.alerts).toEqual([]);
      expect((await (await app.as(user)).rest('GET', '/api/alert_settings/')).status).toBe(200);
      expect((await app.anonymous.rest('GET', '/api/alert_settings/')).status).toBe(401);
      expect((await app.anonymous.rest('PUT', '/api/alert_settings/', {})).status).toBe(401);
      expect((await app.anonymous.rest('POST', '/api/alerts/read_all/', {})).status).toBe(401);
    },
  );

  it('alerts each person once for a repeated cause, also from several processes', async () => {
    const [one, two] = [await createUser(app.database), await createUser(app.database)];
    await Promise.all(Array.from({ length: 5 }, () => announce('parallel', one, two)));
    for (const user of [one, two]) {
      const { body } = await feed(await app.as(user));
      expect(body.alerts.map(({ title, reason }) => [title, reason])).toEqual([
        ['Event parallel', 'You get this because of a test.'],
      ]);
      expect(body.unread_count).toBe(1);
    }
  });

  it('is answered 304 until something changes, then with the changes only', async () => {
    const user = await createUser(app.database);
    const client = await app.as(user);
    await announce('first', user);
    const first = await feed(client);
    const etag = first.headers.get('etag') as string;
    expect(first.headers.get('x-poll-interval')).toBe('60');
    const poll = (since: string, tag: string) =>
      client.fetch(`/api/alerts/?since=${since}`, { headers: { 'if-none-match': tag } });
    const idle = await poll(first.body.cursor, etag);
    expect([idle.status, await idle.text()]).toEqual([304, '']);
    await announce('second', user);
    const changed = await poll(first.body.cursor, etag);
    expect(changed.status).toBe(200);
    const next = (await changed.json()) as AlertFeed;
    expect(next).toMatchObject({ unread_count: 2, has_more: false });
    expect(next.alerts.map(({ title }) => title)).toEqual(['Event second']);
    expect((await poll(next.cursor, changed.headers.get('etag') as string)).status).toBe(304);
    // Read elsewhere: this surface gets the change.
    await client.rest('POST', `/api/alerts/${next.alerts[0]?.pk}/read/`);
    const read = (await feed(client, `?since=${next.cursor}`)).body;
    expect(read.alerts).toMatchObject([{ title: 'Event second', read_at: expect.any(String) }]);
    expect(read.unread_count).toBe(1);
  });

  it('is never 304 for people who lost access', async () => {
    for (const end of ['disabled', 'revoked'] as const) {
      const user = await createUser(app.database);
      const client = await app.as(user);
      await announce(`before ${end}`, user);
      const { body, headers } = await feed(client);
      const init = { headers: { 'if-none-match': headers.get('etag') as string } };
      const path = `/api/alerts/?since=${body.cursor}`;
      expect((await client.fetch(path, init)).status).toBe(304);
      // Polls at the same time share a statement; each person gets their own response.
      const other = await app.as(await createUser(app.database));
      const both = await Promise.all([client.fetch(path, init), other.fetch(path, init)]);
      expect(both.map(({ status }) => status)).toEqual([304, 422]);
      if (end === 'disabled') {
        await app.database.query('UPDATE users SET disabled_at = now() WHERE pk = $1', [user.pk]);
      } else {
        await client.rest('POST', '/api/session/revoke/');
      }
      expect((await client.fetch(path, init)).status).toBe(401);
    }
    expect((await app.anonymous.rest('GET', '/api/alerts/?since=nonsense')).status).toBe(401);
  });

  it('pages through many changes and through old alerts without losing one', async () => {
    const user = await createUser(app.database);
    const client = await app.as(user);
    await announce('start', user);
    let { cursor } = (await feed(client)).body;
    for (let count = 0; count < 3; count += 1) {
      await app.database.transaction(async () => {
        const keys = Array.from({ length: 40 }, (_, index) => `${count}-${index}`);
        for (const key of keys)
          await app.services.alerts.announce('test_event', { userPks: [user.pk], name: key });
      });
    }
    await app.app.jobs.runDue();
    const seen: Alert[] = [];
    for (let more = true; more;) {
      const { body } = await feed(client, `?since=${cursor}`);
      seen.push(...body.alerts);
      ({ cursor } = body);
      more = body.has_more;
    }
    expect(new Set(seen.map(({ pk }) => pk)).size).toBe(120);
    const old: Alert[] = [];
    for (let search = '', more = true; more;) {
      const { body } = await feed(client, search);
      old.push(...body.alerts);
      search = `?before=${body.older}`;
      more = body.has_more;
      expect(body.older === null).toBe(!more);
    }
    expect(old).toHaveLength(121);
    expect(new Set(old.map(({ pk }) => pk)).size).toBe(121);
  });

  it('shows an alert that returned from its snooze above newer ones, on every page', async () => {
    const user = await createUser(app.database);
    const client = await app.as(user);
    app.clock.set(noon);
    await announce('returning', user);
    const [alert] = (await feed(client)).body.alerts;
    const until = new Date(noon.getTime() + 3_600_000).toISOString();
    await client.rest('POST', `/api/alerts/${alert?.pk}/snooze/`, { until });
    app.clock.set(new Date(noon.getTime() + 60_000));
    // More than a page.
    for (let count = 1; count <= FEED_PAGE_SIZE; count += 1) await announce(`newer ${count}`, user);
    const before = (await feed(client)).body;
    expect([before.has_more, before.older]).toEqual([false, null]);
    app.clock.set(new Date(noon.getTime() + 3_660_000));
    await run(TICK_JOB);
    const first = (await feed(client)).body;
    expect(first.alerts.slice(0, 2).map(({ title }) => title)).toEqual([
      'Event returning',
      `Event newer ${FEED_PAGE_SIZE}`,
    ]);
    expect(first.alerts[0]).toMatchObject({
      created_at: noon.toISOString(),
      appeared_at: app.clock.now().toISOString(),
    });
    const second = (await feed(client, `?before=${first.older}`)).body;
    expect(second.alerts.map(({ title }) => title)).toEqual(['Event newer 1']);
    expect([second.has_more, second.older]).toEqual([false, null]);
  });

  it('sorts alerts that were created together by their order', async () => {
    const user = await createUser(app.database);
    app.clock.set(noon);
    const names = Array.from({ length: FEED_PAGE_SIZE + 5 }, (_, index) => `Task ${index}`);
    setDeadlines(
      ...names.map((title) => ({
        userPk: user.pk,
        key: `task:${title}`,
        title,
        path: '/tasks/',
        studentPk: null,
        at: noon,
      })),
    );
    await run(SWEEP_JOB);
    const client = await app.as(user);
    const first = (await feed(client)).body;
    const second = (await feed(client, `?before=${first.older}`)).body;
    expect([...first.alerts, ...second.alerts].map(({ title }) => title)).toEqual(
      names.map((title) => `Overdue: ${title}`).toReversed(),
    );
  });

  it('marks the shown alerts as read, and snoozes one until a time', async () => {
    const user = await createUser(app.database);
    const client = await app.as(user);
    app.clock.set(noon);
    await announce('a', user);
    await announce('b', user);
    const shown = (await feed(client)).body;
    await announce('c', user);
    expect((await client.rest('POST', '/api/alerts/read_all/', { cursor: shown.cursor })).body).toEqual({
      unread_count: 1,
    });
    const [c] = (await feed(client)).body.alerts;
    const until = new Date(noon.getTime() + 3_600_000).toISOString();
    const snoozed = await client.rest('POST', `/api/alerts/${c?.pk}/snooze/`, { until });
    expect(snoozed).toMatchObject({ status: 200, body: { unread_count: 0 } });
    expect((await feed(client)).body.alerts.map(({ title }) => title)).toEqual(['Event b', 'Event a']);
    const { cursor } = (await feed(client)).body;
    await run(TICK_JOB);
    expect((await feed(client, `?since=${cursor}`)).body.alerts).toEqual([]);
    app.clock.set(new Date(noon.getTime() + 3_660_000));
    await run(TICK_JOB);
    expect((await feed(client, `?since=${cursor}`)).body).toMatchObject({
      unread_count: 1,
      alerts: [{ title: 'Event c', snoozed_until: null, read_at: null }],
    });
    for (const wrong of ['yesterday', noon.toISOString(), '2027-06-01T00:00:00Z']) {
      expect((await client.rest('POST', `/api/alerts/${c?.pk}/snooze/`, { until: wrong })).status).toBe(422);
    }
  });

  it('does not count alerts that were deleted for their age', async () => {
    const [user, other] = [await createUser(app.database), await createUser(app.database)];
    app.clock.set(noon);
    await announce('old', user);
    await announce('old too', user);
    app.clock.set(new Date('2027-08-10T20:00:00Z'));
    await announce('recent', user, other);
    const read = async (person: TestUser) => feed(await app.as(person));
    const [before, otherBefore] = [await read(user), await read(other)];
    expect(before.body.unread_count).toBe(3);
    app.clock.set(new Date('2027-09-10T20:00:00Z'));
    await run(SWEEP_JOB);
    const [after, otherAfter] = [await read(user), await read(other)];
    expect(after.body.alerts.map(({ title }) => title)).toEqual(['Event recent']);
    expect(after.body.unread_count).toBe(1);
    expect(after.headers.get('etag'), 'the next poll gets the new count').not.toBe(
      before.headers.get('etag'),
    );
    expect(otherAfter.body.unread_count).toBe(1);
    expect(otherAfter.headers.get('etag')).toBe(otherBefore.headers.get('etag'));
  });

  it('keeps an alert that returned from a snooze after the retention period', async () => {
    const user = await createUser(app.database);
    const client = await app.as(user);
    app.clock.set(noon);
    await announce('late', user);
    const [alert] = (await feed(client)).body.alerts;
    app.clock.set(new Date('2027-09-01T20:00:00Z'));
    await client.rest('POST', `/api/alerts/${alert?.pk}/snooze/`, { until: '2027-09-20T20:00:00Z' });
    const titlesAt = async (now: string) => {
      app.clock.set(new Date(now));
      await run(TICK_JOB);
      await run(SWEEP_JOB);
      return (await feed(client)).body.alerts.map(({ title }) => title);
    };
    expect(await titlesAt('2027-09-20T20:00:30Z')).toEqual(['Event late']);
    expect(await titlesAt('2028-03-18T20:00:00Z')).toEqual(['Event late']);
    expect(await titlesAt('2028-03-19T20:00:00Z')).toEqual([]);
  });

  it('refuses invented cursors, and cursors and alerts of other people', async () => {
    const [user, other] = [await createUser(app.database), await createUser(app.database)];
    await announce('mine', user);
    const mine = (await feed(await app.as(user))).body;
    const client = await app.as(other);
    const ahead = Buffer.from(JSON.stringify([other.pk, 99, 1])).toString('base64url');
    const invalid = { status: 422, body: { code: 'INVALID_INPUT' } };
    for (const cursor of [mine.cursor, ahead, 'nonsense', 'W10', `${'x'.repeat(300)}`]) {
      expect(await client.rest('GET', `/api/alerts/?since=${cursor}`)).toMatchObject(invalid);
      expect(await client.rest('GET', `/api/alerts/?before=${cursor}`)).toMatchObject(invalid);
    }
    const pk = mine.alerts[0]?.pk;
    for (const path of [`${pk}/read/`, `${pk}/snooze/`, '0/read/', '99999999999/read/', 'x/read/']) {
      const until = new Date(app.clock.now().getTime() + 60_000).toISOString();
      expect(await client.rest('POST', `/api/alerts/${path}`, { until })).toMatchObject({ status: 404 });
    }
    expect((await feed(client)).body).toMatchObject({ unread_count: 0, alerts: [] });
    expect((await app.anonymous.rest('GET', '/api/alerts/')).status).toBe(401);
  });

  it('leaves out people who turned dynamic alerts off', async () => {
    const user = await createUser(app.database);
    const client = await app.as(user);
    const settings = (await client.rest('GET', '/api/alert_settings/')).body;
    delete settings.quiet_hours_start;
    await client.rest('PUT', '/api/alert_settings/', { ...settings, dynamic_alert_enabled: false });
    await announce('unwanted', user);
    expect((await feed(client)).body.alerts).toEqual([]);
  });
});
