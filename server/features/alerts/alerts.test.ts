import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Alert, AlertFeed } from '#shared/alerts/responses.ts';
import { createMeeting, createNote, richText } from '#tests/factories/notes.ts';
import { createList, createTask } from '#tests/factories/tasks.ts';
import { createFamily, createUser, relate, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp, type TestClient } from '#tests/helpers/test-app.ts';
import { SWEEP_JOB, TICK_JOB } from './alerts.jobs.ts';
import type { Deadline } from './alerts.sources.ts';

let app: TestApp;
/** The deadlines of the test's source. */
let deadlines: Deadline[] = [];

beforeAll(async () => {
  app = await startTestApp();
  app.services.alerts.registerAlertSource({
    kind: 'test_deadline',
    reason: 'You get this because the task is yours.',
    deadlines: async ({ from, to }, after) =>
      after === null ? deadlines.filter(({ at }) => at >= from && at <= to) : [],
    digest: async (userPk) => {
      const lines = deadlines
        .filter((item) => item.userPk === userPk)
        .map(({ title, path }) => ({ text: title, path }));
      return [{ title: 'Tasks', lines }];
    },
  });
  app.services.alerts.registerAlertSource({
    kind: 'test_event',
    reason: 'You get this because of a test.',
    alertsOf: async ({ userPks, name }: { userPks: number[]; name: string }) =>
      userPks.map((userPk) => ({ userPk, key: `test:${name}`, title: `Event ${name}`, path: '/notes/' })),
  });
});
beforeEach(() => {
  deadlines = [];
});
afterAll(() => app.close());

const noon = new Date('2027-03-10T20:00:00Z');

async function run(job: string) {
  await app.app.jobs.send(job, {});
  await app.app.jobs.runDue();
}

async function announce(name: string, ...users: TestUser[]) {
  await app.services.alerts.announce('test_event', { userPks: users.map(({ pk }) => pk), name });
  await app.app.jobs.runDue();
}

function feed(
  client: TestClient,
  search = '',
): Promise<{ status: number; body: AlertFeed; headers: Headers }> {
  return client.rest('GET', `/api/alerts/${search}`);
}

function mailsTo(user: TestUser) {
  return app.database.kysely
    .selectFrom('mails')
    .selectAll()
    .where('to', '=', user.email)
    .where('key', 'not like', 'meeting-note:%')
    .orderBy('pk')
    .execute();
}

describe('alert settings', () => {
  const all = {
    task_individual_enabled: true,
    task_digest_enabled: true,
    dynamic_alert_enabled: false,
    task_digest_frequency: 730,
    task_individual_frequency: 168,
  };

  // covers: ALRT-004 ALRT-005 ALRT-010 ALRT-011
  it('are read and written, and other settings keep their values', async () => {
    const client = await app.as(await createUser(app.database));
    const before = await client.rest('GET', '/api/alert_settings/');
    expect(before).toMatchObject({
      status: 200,
      body: { task_digest_frequency: 168, quiet_hours_start: 21 },
    });
    expect(await client.rest('PUT', '/api/alert_settings/', { ...all, quiet_hours_start: 22 })).toMatchObject(
      {
        status: 200,
        body: { ...all, quiet_hours_start: 22, quiet_hours_end: 7, time_zone: 'America/Los_Angeles' },
      },
    );
    const zone = await client.rest('PUT', '/api/alert_settings/', { ...all, time_zone: 'Europe/Berlin' });
    expect(zone.body).toMatchObject({ quiet_hours_start: 22, time_zone: 'Europe/Berlin' });
    expect((await client.rest('GET', '/api/alert_settings/')).body).toEqual(zone.body);
  });

  // covers: ALRT-006 ALRT-007 ALRT-008 ALRT-009
  it('take only the known frequencies, and need one for what is on', async () => {
    const client = await app.as(await createUser(app.database));
    const refusal = async (change: object) => {
      const { status, body } = await client.rest('PUT', '/api/alert_settings/', { ...all, ...change });
      expect(status).toBe(422);
      return Object.keys(body.fields ?? {});
    };
    expect(await refusal({ task_digest_frequency: 48 })).toEqual(['task_digest_frequency']);
    expect(await refusal({ task_individual_frequency: 730 })).toEqual(['task_individual_frequency']);
    expect(await refusal({ task_digest_frequency: null })).toEqual(['task_digest_frequency']);
    expect(await refusal({ task_individual_frequency: undefined })).toEqual(['task_individual_frequency']);
    expect(await refusal({ time_zone: 'Mars/Olympus' })).toEqual(['time_zone']);
    expect(await refusal({ quiet_hours_end: 24 })).toEqual(['quiet_hours_end']);
    expect(await refusal({ extra: 1 })).not.toEqual([]);
    for (const frequency of [24, 168, 730]) {
      const answer = await client.rest('PUT', '/api/alert_settings/', {
        ...all,
        task_digest_frequency: frequency,
      });
      expect(answer.status).toBe(200);
    }
    const off = { ...all, task_digest_enabled: false, task_digest_frequency: null };
    expect((await client.rest('PUT', '/api/alert_settings/', off)).status).toBe(200);
  });
});

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
    for (let before: number | undefined, more = true; more; before = old.at(-1)?.pk) {
      const { body } = await feed(client, before === undefined ? '' : `?before=${before}`);
      old.push(...body.alerts);
      more = body.has_more;
    }
    expect(new Set(old.map(({ pk }) => pk)).size).toBe(121);
  });

  it('reads all that was shown, and puts off until a time', async () => {
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

  it("refuses foreign and invented cursors, and other people's alerts", async () => {
    const [user, other] = [await createUser(app.database), await createUser(app.database)];
    await announce('mine', user);
    const mine = (await feed(await app.as(user))).body;
    const client = await app.as(other);
    const ahead = Buffer.from(JSON.stringify([other.pk, 99, 1])).toString('base64url');
    for (const cursor of [mine.cursor, ahead, 'nonsense', 'W10', `${'x'.repeat(300)}`]) {
      expect(await client.rest('GET', `/api/alerts/?since=${cursor}`)).toMatchObject({
        status: 422,
        body: { code: 'INVALID_INPUT' },
      });
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

describe('the alerts', () => {
  it('a meeting note goes to its recipients, not to its author', async () => {
    const { student, parent, mentor, coMentor, otherMentor } = await createFamily(app.database);
    const meeting = await createMeeting(app.database, { provider: mentor, client: student });
    const note = await createNote(app.database, { author: mentor, meeting, title: 'Plans' });
    const send = `mutation ($id: ID!) { sendMeetingNote(input: { meetingNoteId: $id }) { meetingNote { sent } } }`;
    const answer = await (await app.as(mentor)).graphql(send, { id: note.meetingNoteId });
    expect(answer.errors).toBeUndefined();
    await app.app.jobs.runDue();
    for (const reader of [student, parent, coMentor]) {
      expect((await feed(await app.as(reader))).body.alerts).toMatchObject([
        { kind: 'meeting_note_received', title: 'Meeting note: Plans', path: `/notes/${note.pk}/` },
      ]);
    }
    for (const other of [mentor, otherMentor]) {
      expect((await feed(await app.as(other))).body.alerts).toEqual([]);
    }
  });

  it('a mentor hears once of a student not met for ten days, and not at night', async () => {
    const student = await createUser(app.database, { firstName: 'Ida', lastName: 'Quist' });
    const mentor = await createUser(app.database, { role: 'mentor' });
    await relate(app.database, student, mentor);
    const met = new Date('2027-04-01T18:00:00Z');
    await app.database.kysely
      .updateTable('relations')
      .set({ createdAt: met })
      .where('userPk', '=', mentor.pk)
      .execute();
    const client = await app.as(mentor);
    const titles = async (now: string) => {
      app.clock.set(new Date(now));
      await run(SWEEP_JOB);
      return (await feed(client)).body.alerts.map(({ title }) => title);
    };
    expect(await titles('2027-04-11T17:00:00Z')).toEqual([]);
    // 10 PM in Los Angeles.
    expect(await titles('2027-04-12T05:00:00Z')).toEqual([]);
    expect(await titles('2027-04-12T15:00:00Z')).toEqual(['No meeting with Ida Quist for 10 days']);
    expect(await titles('2027-04-13T15:00:00Z')).toHaveLength(1);
    await createMeeting(app.database, {
      provider: mentor,
      client: student,
      startsAt: new Date('2027-04-13T16:00:00Z'),
    });
    expect(await titles('2027-04-20T16:00:00Z')).toHaveLength(1);
    expect(await titles('2027-04-24T18:00:00Z')).toHaveLength(2);
  });

  it('a task near its due date and an overdue one are announced, with one email each, outside quiet hours', async () => {
    const user = await createUser(app.database);
    const client = await app.as(user);
    const due = (title: string, at: string): Deadline => ({
      userPk: user.pk,
      key: `task:${title}`,
      title,
      path: '/tasks/',
      at: new Date(at),
    });
    deadlines = [due('Essay', '2027-05-02T16:00:00Z'), due('Form', '2027-05-02T17:00:00Z')];
    const sweepAt = async (now: string) => {
      app.clock.set(new Date(now));
      await Promise.all([run(SWEEP_JOB), run(SWEEP_JOB)]);
      return (await feed(client)).body.alerts.map(({ title }) => title);
    };
    expect(await sweepAt('2027-05-01T15:30:00Z')).toEqual([]);
    expect((await sweepAt('2027-05-01T18:00:00Z')).toSorted()).toEqual(['Due soon: Essay', 'Due soon: Form']);
    expect(await sweepAt('2027-05-01T19:00:00Z')).toHaveLength(2);
    expect((await sweepAt('2027-05-02T16:30:00Z'))[0]).toBe('Overdue: Essay');
    const mails = await mailsTo(user);
    expect(mails.map(({ subject }) => subject)).toEqual(['2 tasks need you', 'Overdue: Essay']);
    expect(mails[1]?.text).toContain('It was due Sunday, May 2, 2027 at 9:00 AM.');
    expect(mails[1]?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' });
    // No email at night; it arrives in the morning.
    deadlines = [due('Night', '2027-05-03T06:00:00Z')];
    await sweepAt('2027-05-03T07:00:00Z');
    expect(await mailsTo(user)).toHaveLength(2);
    await sweepAt('2027-05-03T14:30:00Z');
    expect((await mailsTo(user)).map(({ subject }) => subject).at(-1)).toBe('Overdue: Night');
  });
});

describe('tasks', () => {
  it('of private lists are announced only to their owner, and only while open', async () => {
    const { student, parent, mentor } = await createFamily(app.database);
    const list = await createList(app.database, student, { private: true });
    const dueAt = new Date('2027-07-02T20:00:00Z');
    const task = await createTask(app.database, list, { name: 'Surprise', dueAt });
    await createTask(app.database, list, { name: 'Done', dueAt, completedAt: dueAt });
    app.clock.set(new Date('2027-07-02T18:00:00Z'));
    await run(SWEEP_JOB);
    expect((await feed(await app.as(student))).body.alerts).toMatchObject([
      { kind: 'task_due', title: 'Due soon: Surprise', path: `/tasks/${list.slug}/${task.pk}/` },
    ]);
    expect((await mailsTo(student)).map(({ subject }) => subject)).toEqual(['Due soon: Surprise']);
    for (const other of [parent, mentor]) {
      const { alerts } = (await feed(await app.as(other))).body;
      expect(alerts.filter(({ kind }) => kind === 'task_due')).toEqual([]);
      expect(await mailsTo(other)).toEqual([]);
    }
    app.clock.set(new Date('2027-07-05T16:00:00Z'));
    await run(TICK_JOB);
    app.clock.set(new Date('2027-07-12T16:00:00Z'));
    await run(TICK_JOB);
    const digest = (await mailsTo(student)).at(-1);
    expect(digest?.subject).toMatch(/^Your week on GoPath/);
    expect(digest?.text).toContain('Overdue\n* Surprise');
    expect(digest?.text).not.toContain('Done');
  });

  it('alert the student when a mentor adds them, not when the student does', async () => {
    const { student, mentor } = await createFamily(app.database);
    const list = await createList(app.database, student);
    const add = `mutation ($list: ID!, $name: String!, $body: String!) {
      createTask(input: { containingListId: $list, name: $name, body: $body, htmlBody: "" }) { task { pk } } }`;
    for (const [who, name] of [
      [mentor, 'From mentor'],
      [student, 'Own'],
    ] as const) {
      const answer = await (
        await app.as(who)
      ).graphql(add, {
        list: list.id,
        name,
        body: JSON.stringify(richText(name)),
      });
      expect(answer.errors).toBeUndefined();
    }
    await app.app.jobs.runDue();
    expect((await feed(await app.as(student))).body.alerts).toMatchObject([
      { kind: 'task_added', title: 'New task: From mentor', body: `${mentor.fullName} added it for you.` },
    ]);
  });
});

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
    deadlines = [
      { userPk: user.pk, key: 'task:1', title: 'Read <b>Emma</b>', path: '/tasks/', at: new Date() },
    ];
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
