import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '#shared/kernel/dates.ts';
import { requirePk } from '#shared/kernel/ids.ts';
import { createEssay } from '#tests/factories/essays.ts';
import { createFilledRoadmap } from '#tests/factories/roadmap.ts';
import { createFamily, type TestUser } from '#tests/factories/users.ts';
import { SWEEP_JOB } from '../alerts/alerts.jobs.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const UPCOMING = `query ($studentPk: Int) { upcomingDeadlines(studentPk: $studentPk) {
  kind title dueOn done student { fullName } } }`;
const UPDATE = `mutation ($input: UpdateCollegeInput!) { updateCollege(input: $input) {
  college { deadline requirements } } }`;

const ask = async (viewer: TestUser, document: string, variables: object) =>
  (await app.as(viewer)).graphql(document, variables);
const today = new Date().toISOString().slice(0, 10);

/** A family whose student has a college with a deadline in ten days. */
async function createScene() {
  const family = await createFamily(app.database);
  const { collegeId } = await createFilledRoadmap(app.database, family.student);
  const change = (viewer: TestUser, input: object) =>
    ask(viewer, UPDATE, { input: { id: collegeId, ...input } });
  await change(family.student, { deadline: addDays(today, 10) });
  const titles = async (viewer: TestUser, studentPk: number | null = null) =>
    (await ask(viewer, UPCOMING, { studentPk })).data?.['upcomingDeadlines'].map(
      ({ title }: { title: string }) => title,
    );
  return { ...family, collegeId, change, titles };
}

describe('the deadline of a college', () => {
  it('is set by the student and mentors with the checklist, and removed with null', async () => {
    const { student, mentor, parent, change } = await createScene();
    const { data } = await change(mentor, { requirements: ['transcript', 'fee'] });
    expect(data?.['updateCollege'].college).toEqual({
      deadline: addDays(today, 10),
      requirements: ['transcript', 'fee'],
    });
    expect((await change(parent, { deadline: today })).errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
    expect((await change(student, { deadline: null })).data?.['updateCollege'].college.deadline).toBeNull();
  });

  it('is listed until the application is submitted', async () => {
    const { student, parent, mentor, otherMentor, change, titles } = await createScene();
    const [college] = await titles(student);
    expect(await titles(parent)).toEqual([college]);
    expect(await titles(mentor, student.pk)).toEqual([college]);
    expect(await titles(mentor)).toEqual([]);
    const hidden = await ask(otherMentor, UPCOMING, { studentPk: student.pk });
    expect(hidden.errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
    await change(student, { deadline: addDays(today, 31) });
    expect(await titles(student)).toEqual([]);
    await change(student, { deadline: addDays(today, -1) });
    expect(await titles(student)).toEqual([college]);
    await change(student, { requirements: ['submitted'] });
    expect(await titles(student)).toEqual([]);
  });

  it('applies to its essays without a date; parents see only shared ones', async () => {
    const { student, parent, collegeId, titles } = await createScene();
    const collegePk = requirePk('College', collegeId);
    await createEssay(app.database, student, { title: 'Why us', collegePk });
    await createEssay(app.database, student, { title: 'Shared', collegePk, isShared: true });
    await createEssay(app.database, student, { title: 'Sooner', collegePk, dueOn: addDays(today, 5) });
    await createEssay(app.database, student, { title: 'Finished', collegePk, status: 'DONE' });
    const [first, college, ...rest] = await titles(student);
    expect([first, ...rest]).toEqual(['Sooner', 'Why us', 'Shared']);
    expect(await titles(parent)).toEqual([college, 'Shared']);
  });

  it('no longer applies to its essays once the application is submitted; their own dates do', async () => {
    const { student, collegeId, change, titles } = await createScene();
    const collegePk = requirePk('College', collegeId);
    await createEssay(app.database, student, { title: 'Why us', collegePk });
    await createEssay(app.database, student, {
      title: 'Honors college',
      collegePk,
      dueOn: addDays(today, 5),
    });
    await change(student, { deadline: addDays(today, -2) });
    expect(await titles(student)).toContain('Why us');
    await change(student, { requirements: ['submitted'] });
    expect(await titles(student)).toEqual(['Honors college']);
  });

  it('is in the calendar of the student, and reminds the student', async () => {
    const { student, titles } = await createScene();
    const [college] = await titles(student);
    const client = await app.as(student);
    const feed = await client.rest('POST', '/api/calendar_feed/', { titles_only: true });
    const { pathname } = new URL(feed.body.address as string);
    const calendar = await (await app.anonymous.fetch(pathname)).text();
    expect(calendar.replaceAll('\r\n ', '')).toContain(`SUMMARY:Application due: ${college}`);
    app.clock.set(new Date(`${addDays(today, 10)}T20:00:00Z`));
    await app.app.jobs.send(SWEEP_JOB, {});
    await app.app.jobs.runDue();
    const { alerts } = (await client.rest('GET', '/api/alerts/')).body;
    expect(alerts).toMatchObject([
      { title: `Due soon: Application to ${college}`, path: '/roadmap/colleges/' },
    ]);
    app.clock.set(new Date());
  });
});
