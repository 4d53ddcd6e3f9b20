/** What the deletion of an account changes for others: meetings and the subscription at the payment provider. */
import ICAL from 'ical.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { createAvailability } from '#tests/factories/booking.ts';
import { createMeeting } from '#tests/factories/notes.ts';
import { createFamily, createUser, type TestUser } from '#tests/factories/users.ts';
import type { DoubleEvent } from '#tests/helpers/doubles/stripe-double.ts';
import { app, startPaymentTests, stripe } from '#tests/helpers/scenes/payment-scene.ts';
import { addMonths } from '#shared/memberships/billing.ts';
import { MEMBERSHIP_MESSAGES } from '#shared/memberships/schema.ts';
import { requirePk, toGlobalId } from '#shared/kernel/ids.ts';

const NOW = new Date('2027-06-01T00:00:00.000Z');
const DAY_MS = 86_400_000;

let family: Awaited<ReturnType<typeof createFamily>>;
startPaymentTests();
beforeEach(async () => {
  app.clock.set(NOW);
  stripe.isDown = false;
  family = await createFamily(app.database);
});

const later = (days: number) => app.clock.set(new Date(NOW.getTime() + days * DAY_MS));
const remaining = async (user: TestUser) =>
  (await (await app.as(user)).rest('GET', '/api/me/')).body.meetings_remaining;

async function requestDeletion(user: TestUser) {
  const client = await app.as(user);
  expect((await client.rest('POST', `/api/users/${user.pk}/deletion/`)).status).toBe(200);
}

async function exists({ pk }: TestUser): Promise<boolean> {
  return (await app.database.query('SELECT FROM users WHERE pk = $1', [pk])).length > 0;
}

const topicOf = () => `Essay ideas of ${family.student.fullName} and ${family.mentor.fullName}`;

/** Books a meeting, by default with a topic that names both people. @returns its id */
async function book(startsAt: string, topic = topicOf()): Promise<string> {
  const client = await app.as(family.student);
  const { data, errors } = await client.graphql(
    'mutation ($input: BookMeetingsInput!) { bookMeetings(input: $input) { meetings { id } } }',
    {
      input: {
        mentor: toGlobalId('User', family.mentor.pk),
        student: toGlobalId('User', family.student.pk),
        startsAt: [startsAt],
        topic,
      },
    },
  );
  expect(errors).toBeUndefined();
  return data?.['bookMeetings'].meetings[0].id;
}

/** Returns the newest email to a person, with its calendar event. */
async function newestMail({ email }: TestUser) {
  const [mail] = await app.database.query<{ subject: string; text: string; calendar: { content: string } }>(
    'SELECT subject, text, calendar FROM mails WHERE "to" = $1 ORDER BY pk DESC LIMIT 1',
    [email],
  );
  const calendar = mail?.calendar && new ICAL.Component(ICAL.parse(mail.calendar.content));
  const event = calendar?.getFirstSubcomponent('vevent');
  return {
    subject: mail?.subject,
    text: mail?.text,
    method: calendar?.getFirstPropertyValue('method'),
    uid: event?.getFirstPropertyValue('uid'),
    sequence: event?.getFirstPropertyValue('sequence'),
  };
}

const newestAlert = async (user: TestUser) =>
  (await (await app.as(user)).rest('GET', '/api/alerts/')).body.alerts[0];

/** Books a meeting of the student with the mentor, and deletes the student before it begins. */
async function bookAndDeleteStudent() {
  const { student, mentor } = family;
  later(29);
  await createAvailability(app.database, mentor);
  await book('2027-07-10T10:00:00.000Z');
  app.clock.set(NOW);
  await requestDeletion(student);
  later(31);
  await app.services.deletions.deleteDue();
  expect(await exists(student)).toBe(false);
}

describe('the deletion of an account cancels future meetings', () => {
  it('of a mentor: the family is notified without the name, and gets the meeting back', async () => {
    const { student, parent, mentor, coMentor } = family;
    // The free meetings of a month are counted from the 15th: no period ends between the days of this test.
    await app.database.query(
      `UPDATE memberships SET billing_anchor = '2026-01-15T00:00:00Z' WHERE student_pk = $1`,
      [student.pk],
    );
    later(29);
    await createAvailability(app.database, mentor);
    const before = await remaining(student);
    const id = await book('2027-07-10T10:00:00.000Z');
    const other = await createMeeting(app.database, {
      provider: coMentor,
      client: student,
      startsAt: new Date('2027-07-11T10:00:00Z'),
    });
    expect(await remaining(student)).toBe(before - 1);
    app.clock.set(NOW);
    await requestDeletion(mentor);
    later(31);
    await app.services.deletions.deleteDue();
    await app.app.jobs.runDue();

    expect(await remaining(student)).toBe(before);
    for (const [user, meeting] of [
      [student, 'Meeting with your former mentor'],
      [parent, `Meeting for ${student.fullName} with your former mentor`],
    ] as const) {
      const mail = await newestMail(user);
      expect(mail).toMatchObject({
        subject: `Canceled: ${meeting}`,
        method: 'CANCEL',
        uid: expect.stringContaining(`meeting-${requirePk('BookedMeeting', id)}@`),
        sequence: 1,
      });
      expect(mail.text).toContain('Reason: The mentor has left GoPath.');
      expect(mail.text).not.toContain(mentor.fullName);
      expect(await newestAlert(user)).toMatchObject({
        title: 'A meeting is canceled',
        body: expect.stringMatching(
          new RegExp(String.raw`^${meeting}, Sat, Jul 10, .* The mentor has left GoPath\.$`),
        ),
        path: '/meetings/?show=canceled',
      });
    }
    const { data } = await (
      await app.as(student)
    ).graphql(
      `{ bookedMeetings(first: 9, period: CANCELED) { edges { node { id name cancelReason provider { fullName } } } }
        upcoming: bookedMeetings(first: 9, period: UPCOMING) { edges { node { id } } } }`,
    );
    expect(data).toEqual({
      bookedMeetings: {
        edges: [
          {
            node: {
              id,
              name: 'Meeting',
              cancelReason: 'The mentor has left GoPath.',
              provider: { fullName: 'Former mentor' },
            },
          },
        ],
      },
      upcoming: { edges: [{ node: { id: other.id } }] },
    });
  });

  it('of a student: mentors and parents are notified, and nothing of the student stays', async () => {
    const { student, parent, mentor } = family;
    await bookAndDeleteStudent();
    await app.app.jobs.runDue();
    expect(await newestMail(mentor)).toMatchObject({
      subject: 'Canceled: Meeting with a former student',
      method: 'CANCEL',
    });
    expect(await newestMail(parent)).toMatchObject({
      subject: `Canceled: Meeting for a former student with ${mentor.fullName}`,
      method: 'CANCEL',
    });
    for (const user of [mentor, parent]) {
      const alert = await newestAlert(user);
      expect(alert).toMatchObject({ title: 'A meeting is canceled' });
      expect(JSON.stringify([alert, await newestMail(user)])).not.toContain(student.fullName);
    }
    const mails = await app.database.query('SELECT FROM mails WHERE "to" = $1', [student.email]);
    expect(mails).toEqual([]);
  });
});

describe('people with the same name as a deleted student', () => {
  /** Gives both a name that is short enough for one line of a calendar file. */
  const giveSameName = (user: TestUser) =>
    app.database.query(`UPDATE users SET first_name = 'Al', last_name = 'Li' WHERE pk IN ($1, $2)`, [
      family.student.pk,
      user.pk,
    ]);

  it('get the email that a meeting with the student is canceled', async () => {
    const { parent, mentor } = family;
    await giveSameName(parent);
    await bookAndDeleteStudent();
    expect(await newestMail(parent)).toMatchObject({
      subject: `Canceled: Meeting for a former student with ${mentor.fullName}`,
      method: 'CANCEL',
    });
  });

  it('and the people they meet get the emails that their own meetings are canceled', async () => {
    const { student, otherStudent, mentor } = family;
    await giveSameName(otherStudent);
    const { pk } = await createMeeting(app.database, {
      provider: mentor,
      client: otherStudent,
      startsAt: new Date('2027-07-11T10:00:00Z'),
    });
    await requestDeletion(student);
    later(31);
    const { errors } = await (
      await app.as(mentor)
    ).graphql(
      'mutation ($input: CancelMeetingInput!) { cancelMeeting(input: $input) { clientMutationId } }',
      { input: { meeting: toGlobalId('BookedMeeting', pk), sequence: 0, reason: 'I am ill' } },
    );
    expect(errors).toBeUndefined();
    await app.services.deletions.deleteDue();
    expect(await exists(student)).toBe(false);
    for (const user of [otherStudent, mentor]) {
      expect(await newestMail(user)).toMatchObject({
        subject: expect.stringMatching(/^Canceled: /),
        method: 'CANCEL',
      });
    }
  });
});

it('the deletion of a student deletes the topics of meetings in alerts and emails of others', async () => {
  const { student, mentor } = family;
  const topic = 'Panic before exams';
  later(28);
  await createAvailability(app.database, mentor);
  await book('2027-06-30T10:00:00.000Z', topic);
  await app.app.jobs.runDue();
  later(28.75);
  await app.app.jobs.send('alerts.sweep', {});
  await app.app.jobs.runDue();
  const quoting = async () =>
    Promise.all([
      app.database.query('SELECT kind, title FROM alerts WHERE strpos(alerts::text, $1) > 0', [topic]),
      app.database.query('SELECT "to", subject FROM mails WHERE strpos(mails::text, $1) > 0', [topic]),
    ]);
  const [alerts, mails] = await quoting();
  expect(alerts).toContainEqual(expect.objectContaining({ kind: 'meeting_reminder' }));
  expect(mails).toHaveLength(3);
  app.clock.set(NOW);
  await requestDeletion(student);
  later(31);
  await app.services.deletions.deleteDue();
  expect(await quoting()).toEqual([[], []]);
});

describe('the deletion of a student ends the subscription', () => {
  /** Opens a payment page. @returns a function that pays there */
  async function openCheckout(student: TestUser) {
    const client = await app.as(student);
    const path = `/api/memberships/${student.pk}/checkout/`;
    expect((await client.rest('POST', path, { membership_length: 'monthly' })).status).toBe(200);
    const { id } = [...stripe.checkouts.values()].at(-1)!;
    return () => stripe.pay(id, NOW, addMonths(NOW, 1));
  }

  async function subscribe(student: TestUser) {
    const { subscription, events } = (await openCheckout(student))();
    for (const event of events) await stripe.deliver(app.address, event);
    return subscription;
  }

  async function deleteStudent(student: TestUser) {
    await requestDeletion(student);
    later(31);
    await app.services.deletions.deleteDue();
    expect(await exists(student)).toBe(false);
  }

  /** Delivers events and runs the jobs that they cause. */
  async function deliver(events: readonly DoubleEvent[]) {
    for (const event of events) expect(await stripe.deliver(app.address, event)).toBe(200);
    await app.app.jobs.runDue();
  }

  it('at once; while the payment provider is down it waits, and other deletions continue', async () => {
    const { student, otherStudent } = family;
    const subscription = await subscribe(student);
    await requestDeletion(student);
    await requestDeletion(otherStudent);
    expect(subscription.status).toBe('active');
    later(31);
    stripe.isDown = true;
    await expect(app.services.deletions.deleteDue()).rejects.toThrow(MEMBERSHIP_MESSAGES.down);
    expect([await exists(student), await exists(otherStudent)]).toEqual([true, false]);
    expect(subscription.status).toBe('active');
    stripe.isDown = false;
    await app.services.deletions.deleteDue();
    expect(await exists(student)).toBe(false);
    expect(subscription.status).toBe('canceled');
    // The provider reports the end afterwards.
    const ended = stripe.event('customer.subscription.deleted', {
      id: subscription.id,
      object: 'subscription',
    });
    expect(await stripe.deliver(app.address, ended)).toBe(200);
  });

  it('only when it happens: a last holder of a permission keeps it', async () => {
    const { student } = family;
    const subscription = await subscribe(student);
    await requestDeletion(student);
    await app.database.query(
      "INSERT INTO user_permissions (user_pk, permission) VALUES ($1, 'users.disable_user')",
      [student.pk],
    );
    later(31);
    await app.services.deletions.deleteDue();
    expect([await exists(student), subscription.status]).toEqual([true, 'active']);
    await app.database.query('DELETE FROM user_permissions WHERE user_pk = $1', [student.pk]);
    await app.services.deletions.deleteDue();
    expect([await exists(student), subscription.status]).toEqual([false, 'canceled']);
  });

  it('without an error if it has ended, and keeps it when the deletion is withdrawn', async () => {
    const { student } = family;
    const subscription = await subscribe(student);
    await requestDeletion(student);
    const client = await app.as(student);
    expect((await client.rest('DELETE', `/api/users/${student.pk}/deletion/`)).status).toBe(200);
    later(31);
    await app.services.deletions.deleteDue();
    expect(subscription.status).toBe('active');
    app.clock.set(NOW);
    await requestDeletion(student);
    subscription.status = 'canceled';
    later(31);
    await app.services.deletions.deleteDue();
    expect(await exists(student)).toBe(false);
  });

  it('once, with a refund and an email to staff, if it is paid later', async () => {
    const { student } = family;
    const staff = await createUser(app.database, {
      role: 'mentor',
      permissions: ['memberships.manage_membership'],
    });
    const pay = await openCheckout(student);
    await deleteStudent(student);
    const { subscription, events } = pay();
    await deliver([...events, ...events]);
    expect(subscription.status).toBe('canceled');
    expect(stripe.firstCharge(subscription)).toMatchObject({ refunded: true });
    // The provider reports the end and the refund, and the payment again.
    await deliver([
      stripe.changed(subscription, {}),
      stripe.refund(stripe.firstCharge(subscription)),
      stripe.invoicePaid(subscription, 'subscription_create'),
    ]);
    const audited = await app.database.query(
      `SELECT actor_pk FROM security_events WHERE kind = 'deleted_student_subscription_ended' AND subject_pk = $1`,
      [student.pk],
    );
    expect(audited).toEqual([{ actor_pk: null }]);
    const mails = await app.database.query('SELECT subject FROM mails WHERE "to" = $1', [staff.email]);
    expect(mails).toEqual([{ subject: 'A family paid for a deleted GoPath account' }]);
  });

  it('without a refund if a payment from before is reported again', async () => {
    const { student } = family;
    const subscription = await subscribe(student);
    await deleteStudent(student);
    expect(subscription.status).toBe('canceled');
    await deliver([stripe.invoicePaid(subscription, 'subscription_create')]);
    expect(stripe.firstCharge(subscription)).toMatchObject({ refunded: false });
  });

  it('but not one of an unknown student or of another installation', async () => {
    const { student, otherStudent } = family;
    const [pay, payThere] = [await openCheckout(student), await openCheckout(otherStudent)];
    await deleteStudent(otherStudent);
    const unknown = pay();
    unknown.subscription.metadata['student_pk'] = '999999999';
    const there = payThere();
    there.subscription.metadata['public_url'] = 'https://other.example';
    await deliver([...unknown.events, ...there.events]);
    for (const { subscription } of [unknown, there]) {
      expect(subscription.status).toBe('active');
      expect(stripe.firstCharge(subscription)).toMatchObject({ refunded: false });
    }
  });
});
