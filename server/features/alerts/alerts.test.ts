import { describe, expect, it } from 'vitest';
import { createMeeting, createNote, richText } from '#tests/factories/notes.ts';
import { createFilledRoadmap } from '#tests/factories/roadmap.ts';
import { createList, createTask } from '#tests/factories/tasks.ts';
import { createFamily, createUser, relate } from '#tests/factories/users.ts';
import { app, feed, mailsTo, run, setDeadlines, startAlertTests } from '#tests/helpers/scenes/alert-scene.ts';
import { SWEEP_JOB, TICK_JOB } from './alerts.jobs.ts';
import type { Deadline } from './alerts.sources.ts';

startAlertTests();

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
  it('accept only the known frequencies, and require one for each alert that is on', async () => {
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
    for (const zone of ['Mars/Olympus', 'AGT', 'SystemV/PST8PDT']) {
      expect(await refusal({ time_zone: zone }), zone).toEqual(['time_zone']);
    }
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

  it('a mentor gets one alert about a student without a meeting for ten days, outside quiet hours', async () => {
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
    // The alerts are deleted, and the period without a meeting still lasts.
    expect(await titles('2027-10-09T18:00:00Z')).toHaveLength(1);
    expect(await titles('2027-11-09T18:00:00Z')).toEqual([]);
    expect(await titles('2027-11-10T18:00:00Z')).toEqual([]);
    await createMeeting(app.database, {
      provider: mentor,
      client: student,
      startsAt: new Date('2027-11-10T18:00:00Z'),
    });
    expect(await titles('2027-11-22T18:00:00Z')).toEqual(['No meeting with Ida Quist for 10 days']);
  });

  it('a mentor gets it once after turning alerts on, however long there was no meeting', async () => {
    const [ida, other] = [
      await createUser(app.database, { firstName: 'Ida', lastName: 'Quist' }),
      await createUser(app.database),
    ];
    const mentor = await createUser(app.database, { role: 'mentor' });
    const otherMentor = await createUser(app.database, { role: 'mentor' });
    await relate(app.database, ida, mentor);
    await relate(app.database, other, mentor);
    await relate(app.database, ida, otherMentor);
    await app.database.query('UPDATE relations SET created_at = $2 WHERE user_pk = ANY($1)', [
      [mentor.pk, otherMentor.pk],
      new Date('2026-10-01T18:00:00Z'),
    ]);
    app.clock.set(new Date('2027-04-12T15:00:00Z'));
    await createMeeting(app.database, {
      provider: mentor,
      client: other,
      startsAt: new Date('2027-04-10T18:00:00Z'),
    });
    const client = await app.as(mentor);
    const settings = (await client.rest('GET', '/api/alert_settings/')).body;
    const turn = async (isOn: boolean) => {
      await client.rest('PUT', '/api/alert_settings/', { ...settings, dynamic_alert_enabled: isOn });
      await run(SWEEP_JOB);
    };
    const titles = async (user = mentor) =>
      (await feed(await app.as(user))).body.alerts.map(({ title }) => title);
    await turn(true);
    expect(await titles()).toEqual([]);
    await turn(false);
    expect(await titles()).toEqual([]);
    await turn(true);
    expect(await titles()).toEqual(['No meeting with Ida Quist for 10 days']);
    await turn(false);
    await turn(true);
    expect(await titles()).toHaveLength(1);
    expect(await titles(otherMentor)).toEqual([]);
    // The alert is deleted, and the period without a meeting still lasts.
    app.clock.set(new Date('2027-10-10T15:00:00Z'));
    for (let sweep = 0; sweep < 2; sweep += 1) {
      await run(SWEEP_JOB);
      expect(await titles()).toEqual([]);
    }
  });

  it('tasks due soon share one email and an overdue one gets its own, outside quiet hours', async () => {
    const user = await createUser(app.database);
    const client = await app.as(user);
    const due = (title: string, at: string): Deadline => ({
      userPk: user.pk,
      key: `task:${title}`,
      title,
      path: '/tasks/',
      studentPk: null,
      at: new Date(at),
    });
    setDeadlines(due('Essay', '2027-05-02T16:00:00Z'), due('Form', '2027-05-02T17:00:00Z'));
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
    expect(mails.map(({ subject }) => subject)).toEqual(['You have 2 reminders', 'Overdue: Essay']);
    expect(mails[1]?.text).toContain('It was due Sunday, May 2, 2027 at 9:00 AM.');
    expect(mails[1]?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' });
    // No email at night; it arrives in the morning.
    setDeadlines(due('Night', '2027-05-03T06:00:00Z'));
    await sweepAt('2027-05-03T07:00:00Z');
    expect(await mailsTo(user)).toHaveLength(2);
    await sweepAt('2027-05-03T14:30:00Z');
    expect((await mailsTo(user)).map(({ subject }) => subject).at(-1)).toBe('Overdue: Night');
  });
});

it('a source that fails is reported, and the other sources still create their alerts', async () => {
  const { student: broken } = await createFamily(app.database);
  await createFilledRoadmap(app.database, broken);
  const setZone = (zone: string) =>
    app.database.query('UPDATE users SET time_zone = $2 WHERE pk = $1', [broken.pk, zone]);
  await app.database.query(
    `UPDATE colleges SET deadline = '2027-06-02'
    WHERE roadmap_pk = (SELECT pk FROM roadmaps WHERE student_pk = $1)`,
    [broken.pk],
  );
  const user = await createUser(app.database);
  const at = new Date('2027-06-02T20:00:00Z');
  setDeadlines({
    userPk: user.pk,
    key: 'task:still',
    title: 'Still due',
    path: '/tasks/',
    studentPk: null,
    at,
  });
  app.clock.set(new Date('2027-06-01T21:00:00Z'));
  await setZone('Mars/Olympus');
  await run(SWEEP_JOB);
  await setZone('UTC');
  const { alerts } = (await feed(await app.as(user))).body;
  expect(alerts.map(({ title }) => title)).toEqual(['Due soon: Still due']);
  const failed = await app.database.query<{ message: string }>(
    `SELECT output ->> 'message' AS message FROM pgboss.job WHERE name = $1 AND state = 'failed'`,
    [SWEEP_JOB],
  );
  expect(failed.map(({ message }) => message)).toEqual([expect.stringContaining('"Mars/Olympus"')]);
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
