/** What the removal of a mentor changes for the meetings with the student. */
import { describe, expect, it } from 'vitest';
import { createMeeting } from '#tests/factories/notes.ts';
import type { TestUser } from '#tests/factories/users.ts';
import { app, book, bookOne, family, NOW, startBookingTests } from '#tests/helpers/scenes/booking-scene.ts';
import { removeUser } from '#tests/helpers/scenes/remove-user.ts';

const REASON = 'The mentor no longer works with the student.';
const HOUR = 3_600_000;

startBookingTests();

const remove = (user: TestUser, target: TestUser) => removeUser(app, user, target);

/** Creates a meeting of the student that starts in some hours and lasts one. */
const meetIn = (hours: number, provider = family.mentor) =>
  createMeeting(app.database, {
    name: `In ${hours} hours`,
    provider,
    client: family.student,
    startsAt: new Date(NOW.getTime() + hours * HOUR),
  });

/** Reads a person's meetings of a period, latest first. */
async function meetingsOf(user: TestUser, period: 'NOW' | 'UPCOMING' | 'PAST' | 'CANCELED') {
  const { data } = await (
    await app.as(user)
  ).graphql(
    `query ($period: BookedMeetingPeriod) { bookedMeetings(first: 9, period: $period) {
      edges { node { id cancelReason canceledBy { pk } permissions } } } }`,
    { period },
  );
  return data?.['bookedMeetings'].edges.map(({ node }: { node: object }) => node) as {
    id: string;
    cancelReason: string;
    permissions: string[];
  }[];
}

const idsOf = async (...args: Parameters<typeof meetingsOf>) =>
  (await meetingsOf(...args)).map(({ id }) => id);
const remaining = async (user: TestUser) =>
  (await (await app.as(user)).rest('GET', '/api/me/')).body.meetings_remaining;
const mailsTo = async ({ email }: TestUser) =>
  (
    await app.database.query<{ subject: string; text: string }>(
      'SELECT subject, text FROM mails WHERE "to" = $1 ORDER BY pk',
      [email],
    )
  ).filter(({ subject }) => subject.startsWith('Canceled'));

describe('the removal of a mentor', () => {
  it('cancels coming and running meetings with the student, and returns them to the plan', async () => {
    const { student, parent, mentor } = family;
    const left = await remaining(student);
    const coming = await bookOne(await app.as(student), '2027-06-03T10:00:00.000Z');
    const running = await meetIn(-0.5);
    const past = await meetIn(-1);
    expect(await remaining(student)).toBe(left - 1);
    await remove(student, mentor);
    await app.app.jobs.runDue();

    expect(await remaining(student)).toBe(left);
    for (const user of [student, parent, mentor]) {
      expect(await idsOf(user, 'UPCOMING')).toEqual([]);
      expect(await idsOf(user, 'NOW')).toEqual([]);
      expect(await idsOf(user, 'PAST')).toEqual([past.id]);
      const canceled = { cancelReason: REASON, canceledBy: null, permissions: [] };
      expect(await meetingsOf(user, 'CANCELED')).toEqual([
        { id: coming.id, ...canceled },
        { id: running.id, ...canceled },
      ]);
      const withOthers = {
        [student.pk]: `with ${mentor.fullName}`,
        [parent.pk]: `for ${student.fullName} with ${mentor.fullName}`,
        [mentor.pk]: `with ${student.fullName}`,
      }[user.pk];
      const mails = await mailsTo(user);
      expect(mails.map(({ subject }) => subject)).toEqual([
        `Canceled: In -0.5 hours ${withOthers}`,
        `Canceled: Essay ideas ${withOthers}`,
      ]);
      for (const { text } of mails) expect(text).toContain(`Reason: ${REASON}`);
      const { body } = await (await app.as(user)).rest('GET', '/api/alerts/');
      const alerts = body.alerts.filter(({ title }: { title: string }) => title === 'A meeting is canceled');
      expect(alerts).toHaveLength(2);
      expect(alerts[0]).toMatchObject({
        body: expect.stringContaining(REASON),
        path: '/meetings/?show=canceled',
      });
    }
  });

  it('lists the alerts about its canceled meetings by start, and sends the emails in that order', async () => {
    const { student, mentor } = family;
    for (const hours of [50, 30, 40]) await meetIn(hours);
    await remove(student, mentor);
    await app.app.jobs.runDue();
    const names = ['In 30 hours', 'In 40 hours', 'In 50 hours'];
    expect((await mailsTo(student)).map(({ subject }) => subject)).toEqual(
      names.map((name) => `Canceled: ${name} with ${mentor.fullName}`),
    );
    const { body } = await (await app.as(student)).rest('GET', '/api/alerts/');
    const canceled = body.alerts.filter(({ title }: { title: string }) => title === 'A meeting is canceled');
    expect(canceled.map((alert: { body: string }) => alert.body.split(',')[0])).toEqual(
      names.map((name) => `${name} with ${mentor.fullName}`),
    );
  });

  it('cancels the same meetings when the student is removed from the mentor, and only once', async () => {
    const { student, mentor } = family;
    await meetIn(30);
    await remove(mentor, student);
    await remove(mentor, student);
    expect(await idsOf(student, 'CANCELED')).toHaveLength(1);
    expect(await mailsTo(student)).toHaveLength(1);
  });

  it('keeps the meetings of other mentors and students, and so does the removal of a parent', async () => {
    const { student, parent, mentor, coMentor, otherStudent } = family;
    const ofOthers = [
      await meetIn(30, coMentor),
      await createMeeting(app.database, {
        provider: mentor,
        client: otherStudent,
        startsAt: new Date(NOW.getTime() + 40 * HOUR),
      }),
    ];
    await remove(student, mentor);
    expect(await idsOf(student, 'UPCOMING')).toEqual([ofOthers[0]?.id]);
    expect(await idsOf(mentor, 'UPCOMING')).toEqual([ofOthers[1]?.id]);
    await remove(student, parent);
    expect(await idsOf(student, 'UPCOMING')).toEqual([ofOthers[0]?.id]);
    expect(await mailsTo(student)).toEqual([]);
  });

  it('leaves no meeting that is booked at the same time', async () => {
    const { student, parent, mentor } = family;
    const [ofStudent, ofParent, ofMentor] = [
      await app.as(student),
      await app.as(parent),
      await app.as(mentor),
    ];
    await Promise.all([
      book(ofStudent, '2027-06-03T10:00:00.000Z'),
      book(ofParent, '2027-06-03T12:00:00.000Z'),
      remove(student, mentor),
      book(ofMentor, '2027-06-03T14:00:00.000Z'),
    ]);
    expect(await idsOf(student, 'UPCOMING')).toEqual([]);
  });
});
