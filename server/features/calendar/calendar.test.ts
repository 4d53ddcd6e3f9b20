import ICAL from 'ical.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMeeting } from '#tests/factories/notes.ts';
import { createRoadmap } from '#tests/factories/roadmap.ts';
import { createList, createTask } from '#tests/factories/tasks.ts';
import { createFamily, type TestUser } from '#tests/factories/users.ts';
import { TEST_PUBLIC_URL } from '#tests/helpers/server/public-url.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

let app: TestApp;
let family: Awaited<ReturnType<typeof createFamily>>;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  family = await createFamily(app.database);
});

/** Creates a person's feed. @returns its path */
async function makeFeed(user: TestUser, titlesOnly = false): Promise<string> {
  const answer = await (await app.as(user)).rest('POST', '/api/calendar_feed/', { titles_only: titlesOnly });
  expect(answer.status).toBe(201);
  expect(answer.body.address.startsWith(`${TEST_PUBLIC_URL}/calendar/`)).toBe(true);
  return answer.body.address.slice(TEST_PUBLIC_URL.length);
}

/** Parses the feed like a calendar program. */
async function events(path: string) {
  const response = await app.anonymous.fetch(path);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  const text = await response.text();
  const calendar = new ICAL.Component(ICAL.parse(text));
  return calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component));
}

describe('the calendar feed', () => {
  it('holds due tasks and meetings, as a calendar program reads them', async () => {
    const list = await createList(app.database, family.student, { name: 'Essays; drafts, more' });
    const dueAt = new Date(Math.floor(Date.now() / 1000) * 1000 + DAY);
    const name = 'Write, "quote"; and\\slash — naïve 🎓';
    const task = await createTask(app.database, list, { name, dueAt, points: 20 });
    await createTask(app.database, list, { name: 'No date' });
    await createTask(app.database, list, { name: 'Done', dueAt, completedAt: new Date() });
    await createMeeting(app.database, {
      provider: family.mentor,
      client: family.student,
      startsAt: new Date(Date.now() + 2 * DAY),
    });
    const found = await events(await makeFeed(family.student));
    expect(found.map((event) => event.summary)).toEqual([name, 'Mentoring session']);
    const { student, mentor, parent } = family;
    for (const [user, people] of [
      [student, `With ${mentor.fullName}`],
      [mentor, `With ${student.fullName}`],
      [parent, `${student.fullName} with ${mentor.fullName}`],
    ] as const) {
      expect((await events(await makeFeed(user))).at(-1)?.description).toBe(people);
    }
    const [first] = found;
    expect(first?.startDate.toJSDate()).toEqual(dueAt);
    expect(first?.uid).toBe(`task-${task.pk}@gopath.test`);
    expect(first?.description).toContain('Essays; drafts, more, 20 points');
    expect(first?.component.getFirstPropertyValue('url')).toContain(`/tasks/${list.slug}/${task.pk}/`);
  });

  it('holds every meeting of the last 30 and next 400 days, over all pages of the list', async () => {
    const { mentor, student } = family;
    await app.database.query(
      `INSERT INTO booked_meetings (name, simplybook_id, meet_id, provider_pk, client_pk, starts_at, ends_at)
      SELECT 'Day ' || day, nextval('own_meeting_numbers'), 'meet-' || day, $1, $2, starts_at, starts_at + interval '1 hour'
      FROM (SELECT day, $3::timestamptz + day * interval '24 hours' AS starts_at
        FROM generate_series(-31, 401) AS day) AS days`,
      [mentor.pk, student.pk, new Date(Date.now() - 30 * MINUTE)],
    );
    const expected = Array.from({ length: 430 }, (_, index) => `Day ${index - 29}`);
    const summaries = (await events(await makeFeed(mentor))).map((event) => event.summary);
    expect(summaries.toSorted()).toEqual(expected.toSorted());
  });

  it('holds exams whose day is known, for the student and the parents', async () => {
    const { pk: roadmapPk } = await createRoadmap(app.database, family.student);
    const takenAt = new Date(Date.now() + 20 * DAY).toISOString().slice(0, 10);
    await app.database.kysely.insertInto('satScores').values({ roadmapPk, takenAt }).execute();
    const [own] = await events(await makeFeed(family.student));
    expect(own?.summary).toBe('SAT');
    expect(own?.startDate).toMatchObject({ isDate: true });
    expect(own?.startDate.toString()).toBe(takenAt);
    expect(own?.component.getFirstPropertyValue('url')).toContain('/roadmap/standardized_tests/');
    const [childs] = await events(await makeFeed(family.parent));
    expect(childs?.summary).toBe(`${family.student.fullName}: SAT`);
    expect(await events(await makeFeed(family.mentor))).toEqual([]);
  });

  it('holds titles only when asked to', async () => {
    const list = await createList(app.database, family.student, { name: 'Name of the list' });
    await createTask(app.database, list, { name: 'Title', dueAt: new Date(Date.now() + DAY) });
    const path = await makeFeed(family.student, true);
    const text = await (await app.anonymous.fetch(path)).text();
    expect(text).toContain('SUMMARY:Title');
    expect(text).not.toMatch(/DESCRIPTION|URL:|Name of the list/);
    const client = await app.as(family.student);
    await client.rest('PUT', '/api/calendar_feed/', { titles_only: false });
    expect(await (await app.anonymous.fetch(path)).text()).toContain('Name of the list');
  });

  it('never shows private lists of others', async () => {
    const shared = await createList(app.database, family.student, { name: 'Shared' });
    const hidden = await createList(app.database, family.student, { name: 'Hidden', private: true });
    const dueAt = new Date(Date.now() + DAY);
    await createTask(app.database, shared, { name: 'Open task', dueAt });
    await createTask(app.database, hidden, { name: 'Secret task', dueAt });
    await app.database.kysely
      .insertInto('favoriteLists')
      .values(
        [shared, hidden].map((list) => ({
          userPk: family.mentor.pk,
          listPk: list.pk,
          createdAt: new Date(),
        })),
      )
      .execute();
    const summaries = async (user: TestUser) =>
      (await events(await makeFeed(user))).map((event) => event.summary);
    const named = `${family.student.fullName}: Open task`;
    expect(await summaries(family.student)).toEqual(['Open task', 'Secret task']);
    expect(await summaries(family.parent)).toEqual([named]);
    // A mentor's calendar contains the favorite lists, not the tasks of all their students.
    expect(await summaries(family.mentor)).toEqual([named]);
    expect(await summaries(family.coMentor)).toEqual([]);
    expect(await summaries(family.otherMentor)).toEqual([]);
  });

  it('answers 304 while nothing changed', async () => {
    const list = await createList(app.database, family.student);
    await createTask(app.database, list, { dueAt: new Date(Date.now() + DAY) });
    const path = await makeFeed(family.student);
    const etag = (await app.anonymous.fetch(path)).headers.get('etag') as string;
    const again = () => app.anonymous.fetch(path, { headers: { 'if-none-match': `W/"x", ${etag}` } });
    expect((await again()).status).toBe(304);
    await createTask(app.database, list, { dueAt: new Date(Date.now() + DAY) });
    expect((await again()).status).toBe(200);
  });

  it('stops working when its link is replaced or revoked, or its owner is disabled', async () => {
    const client = await app.as(family.student);
    expect((await client.rest('GET', '/api/calendar_feed/')).body).toMatchObject({ active: false });
    expect(await client.rest('PUT', '/api/calendar_feed/', { titles_only: true })).toMatchObject({
      status: 404,
    });
    const first = await makeFeed(family.student);
    const second = await makeFeed(family.student);
    const status = async (path: string) => (await app.anonymous.fetch(path)).status;
    expect(await status(first)).toBe(404);
    expect(await status(second)).toBe(200);
    expect((await client.rest('GET', '/api/calendar_feed/')).body).toMatchObject({
      active: true,
      address: null,
    });
    const setDisabled = (disabledAt: Date | null) =>
      app.database.kysely
        .updateTable('users')
        .set({ disabledAt })
        .where('pk', '=', family.student.pk)
        .execute();
    await client.rest('DELETE', '/api/calendar_feed/');
    expect(await status(second)).toBe(404);
    const third = await makeFeed(family.student);
    expect(await status(third)).toBe(200);
    await setDisabled(new Date());
    expect(await status(third)).toBe(404);
    await setDisabled(null);
    expect(await status(third)).toBe(404);
    for (const path of ['/calendar/x.ics', '/calendar/', `/calendar/${'a'.repeat(43)}.ics`]) {
      expect(await status(path)).toBe(404);
    }
    expect(await app.anonymous.rest('GET', '/api/calendar_feed/')).toMatchObject({ status: 401 });
  });
});
