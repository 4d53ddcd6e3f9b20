/** What disabling a mentor or a student changes for their meetings. */
import { describe, expect, it } from 'vitest';
import { lockFor } from '#server/db/locks.ts';
import { createMeeting } from '#tests/factories/notes.ts';
import { createUser, type TestUser } from '#tests/factories/users.ts';
import { waitForLock } from '#tests/helpers/database/lock-waits.ts';
import { app, book, bookOne, family, NOW, startBookingTests } from '#tests/helpers/scenes/booking-scene.ts';

const HOUR = 3_600_000;

startBookingTests();

/** Disables or enables a person, as staff. */
async function changeState(action: 'disable' | 'enable', { pk }: TestUser) {
  const staff = await createUser(app.database, { role: 'mentor', permissions: ['users.disable_user'] });
  const client = await app.as(staff);
  const { status } = await client.rest('POST', `/api/users/change_state/${pk}/`, { action });
  expect(status).toBe(200);
  await app.app.jobs.runDue();
}

/** Creates a meeting that starts in some hours and lasts one. */
const meetIn = (hours: number, provider = family.mentor, client = family.student) =>
  createMeeting(app.database, {
    name: `In ${hours} hours`,
    provider,
    client,
    startsAt: new Date(NOW.getTime() + hours * HOUR),
  });

/** Reads the state of meetings, by start. */
const stored = () =>
  app.database.query<{ name: string; status: string; reason: string }>(
    `SELECT name, status, cancel_reason AS reason FROM booked_meetings
    WHERE client_pk IN ($1, $2) ORDER BY starts_at`,
    [family.student.pk, family.otherStudent.pk],
  );

const remaining = async (user: TestUser) =>
  (await (await app.as(user)).rest('GET', '/api/me/')).body.meetings_remaining;

/** Reads the texts of the emails and alerts about canceled meetings. */
async function textsTo({ pk, email }: TestUser) {
  const mails = await app.database.query<{ subject: string; text: string }>(
    `SELECT subject, text FROM mails WHERE "to" = $1 AND subject LIKE 'Canceled%' ORDER BY pk`,
    [email],
  );
  const alerts = await app.database.query<{ body: string }>(
    "SELECT body FROM alerts WHERE user_pk = $1 AND title = 'A meeting is canceled' ORDER BY pk DESC",
    [pk],
  );
  return { mails, alerts };
}

describe('disabling a mentor', () => {
  it('cancels coming and running meetings, returns them to the plan, and tells the families', async () => {
    const { student, parent, mentor, otherStudent } = family;
    const left = await remaining(student);
    await meetIn(-1);
    await meetIn(-0.5);
    await bookOne(await app.as(student), '2027-06-03T10:00:00.000Z');
    await meetIn(80, mentor, otherStudent);
    expect(await remaining(student)).toBe(left - 1);
    await changeState('disable', mentor);

    expect(await remaining(student)).toBe(left);
    const reason = 'The mentor is not available.';
    expect(await stored()).toEqual([
      { name: 'In -1 hours', status: 'booked', reason: '' },
      { name: 'In -0.5 hours', status: 'canceled', reason },
      { name: 'Essay ideas', status: 'canceled', reason },
      { name: 'In 80 hours', status: 'canceled', reason },
    ]);
    for (const [user, others] of [
      [student, `with ${mentor.fullName}`],
      [parent, `for ${student.fullName} with ${mentor.fullName}`],
    ] as const) {
      const { mails, alerts } = await textsTo(user);
      const names = ['In -0.5 hours', 'Essay ideas'];
      expect(mails.map(({ subject }) => subject)).toEqual(names.map((name) => `Canceled: ${name} ${others}`));
      expect(alerts).toHaveLength(2);
      for (const [index, name] of names.entries()) {
        expect(alerts[index]?.body).toContain(`${name} ${others}`);
        expect(alerts[index]?.body).toContain(reason);
        expect(mails[index]?.text).toContain(`Reason: ${reason}`);
      }
      expect(JSON.stringify([mails, alerts])).not.toContain('disabled');
    }
    expect((await textsTo(otherStudent)).mails).toHaveLength(1);
    expect(await textsTo(mentor)).toEqual({ mails: [], alerts: [] });
  });

  it('once, and enabling brings no meeting back', async () => {
    const { student, mentor } = family;
    await meetIn(30);
    await changeState('disable', mentor);
    await changeState('disable', mentor);
    await changeState('enable', mentor);
    expect((await stored()).map(({ status }) => status)).toEqual(['canceled']);
    expect((await textsTo(student)).mails).toHaveLength(1);
    await bookOne(await app.as(student), '2027-06-03T10:00:00.000Z');
  });

  it('leaves no meeting that is booked at the same time', async () => {
    const { student, parent, mentor } = family;
    const [ofStudent, ofParent] = [await app.as(student), await app.as(parent)];
    await Promise.all([
      book(ofStudent, '2027-06-03T10:00:00.000Z'),
      book(ofParent, '2027-06-03T12:00:00.000Z'),
      changeState('disable', mentor),
      book(ofStudent, '2027-06-03T14:00:00.000Z'),
    ]);
    expect((await stored()).filter(({ status }) => status === 'booked')).toEqual([]);
  });

  it('waits for a booking that has begun, and cancels it', async () => {
    const { mentor, student } = family;
    const isLocked = Promise.withResolvers<void>();
    const isWaitedFor = Promise.withResolvers<void>();
    const booking = app.database.transaction(async () => {
      await lockFor(app.database, 'mentorBookings', mentor.pk);
      isLocked.resolve();
      await isWaitedFor.promise;
      // Its row refers to the mentor, and the other transaction has locked the row of the mentor.
      await app.database.query(
        `INSERT INTO booked_meetings (name, simplybook_id, meet_id, provider_pk, client_pk, starts_at, ends_at)
        VALUES ('Begun', nextval('own_meeting_numbers'), 'begun', $1, $2, $3, $3::timestamptz + interval '1 hour')`,
        [mentor.pk, student.pk, new Date(NOW.getTime() + 30 * HOUR)],
      );
    });
    await isLocked.promise;
    const change = changeState('disable', mentor);
    await waitForLock(app.database);
    isWaitedFor.resolve();
    await Promise.all([booking, change]);
    expect((await stored()).map(({ status }) => status)).toEqual(['canceled']);
  });

  it('changes nothing when the mentor stays', async () => {
    const { mentor } = family;
    await meetIn(30);
    await app.database.query("DELETE FROM user_permissions WHERE permission = 'users.disable_user'");
    await app.database.query(
      "INSERT INTO user_permissions (user_pk, permission) VALUES ($1, 'users.disable_user')",
      [mentor.pk],
    );
    const actor = { pk: family.coMentor.pk, permissions: ['users.disable_user'] } as never;
    const attempt = app.services.accountState.changeState(actor, mentor.pk, { action: 'disable' });
    await expect(attempt).rejects.toThrow('the last person who can disable accounts');
    expect((await stored()).map(({ status }) => status)).toEqual(['booked']);
  });
});

it('disabling a student cancels the meetings, and tells the mentors and parents', async () => {
  const { student, parent, mentor, coMentor, otherStudent } = family;
  await meetIn(30);
  await meetIn(50, coMentor);
  await meetIn(70, mentor, otherStudent);
  await changeState('disable', student);
  const reason = 'The student is not available.';
  expect(await stored()).toEqual([
    { name: 'In 30 hours', status: 'canceled', reason },
    { name: 'In 50 hours', status: 'canceled', reason },
    { name: 'In 70 hours', status: 'booked', reason: '' },
  ]);
  for (const [user, count] of [
    [mentor, 1],
    [coMentor, 1],
    [parent, 2],
    [student, 0],
  ] as const) {
    const { mails, alerts } = await textsTo(user);
    expect([mails.length, alerts.length]).toEqual([count, count]);
  }
  expect((await textsTo(mentor)).mails[0]?.subject).toBe(`Canceled: In 30 hours with ${student.fullName}`);
});

it('disabling a parent keeps the meetings of the child', async () => {
  await meetIn(30);
  await changeState('disable', family.parent);
  expect((await stored()).map(({ status }) => status)).toEqual(['booked']);
});
