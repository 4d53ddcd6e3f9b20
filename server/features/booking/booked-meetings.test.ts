import { describe, expect, it } from 'vitest';
import type { TestUser } from '#tests/factories/users.ts';
import {
  app,
  bookOne,
  CANCEL,
  failureOf,
  family,
  MOVE,
  NOW,
  pairInput,
  SLOTS,
  startBookingTests,
} from '#tests/helpers/scenes/booking-scene.ts';
import { codeOf, type TestClient } from '#tests/helpers/server/test-client.ts';
import { SWEEP_JOB } from '../alerts/alerts.jobs.ts';

const HOUR = 3_600_000;

startBookingTests();

describe('a booked meeting', () => {
  const move = (client: TestClient, meeting: string, startsAt: string, sequence = 0) =>
    client.graphql(MOVE, { input: { meeting, startsAt, sequence } });
  const cancel = (client: TestClient, meeting: string, sequence = 0, reason = 'I am ill') =>
    client.graphql(CANCEL, { input: { meeting, sequence, reason } });

  it('can be moved by everyone invited, also to a time that overlaps its own', async () => {
    const client = await app.as(family.parent);
    const { id } = await bookOne(client, '2027-06-03T10:00:00.000Z');
    const again = await client.graphql(SLOTS, {
      ...pairInput(),
      from: '2027-06-03T00:00:00Z',
      to: '2027-06-04T00:00:00Z',
      meeting: id,
    });
    expect(again.data?.['freeSlots'].slots).toContain('2027-06-03T10:30:00.000Z');
    const moved = await move(client, id, '2027-06-03T10:30:00.000Z');
    expect(moved.data?.['rescheduleMeeting'].meeting).toMatchObject({
      startsAt: '2027-06-03T10:30:00.000Z',
      endsAt: '2027-06-03T11:15:00.000Z',
      sequence: 1,
    });
    expect(codeOf(await move(client, id, '2027-06-03T12:30:00.000Z'))).toBe('CONFLICT');
    expect(codeOf(await move(client, id, '2027-06-03T10:15:00.000Z', 1))).toBe('INVALID_INPUT');
    await bookOne(await app.as(family.mentor), '2027-06-03T14:00:00.000Z');
    expect(failureOf(await move(client, id, '2027-06-03T14:00:00.000Z', 1))?.message).toBe(
      'That time was just taken',
    );
    for (const user of [family.coMentor, family.otherParent]) {
      expect(codeOf(await move(await app.as(user), id, '2027-06-03T15:00:00.000Z', 1))).toBe('NOT_FOUND');
      expect(codeOf(await cancel(await app.as(user), id, 1))).toBe('NOT_FOUND');
    }
  });

  it('can be changed from the start on that the free times name, which is later for the family', async () => {
    const changeableFrom = async (user: TestUser) => {
      const { data } = await (
        await app.as(user)
      ).graphql(
        `query ($mentor: ID!, $student: ID!) { freeSlots(mentor: $mentor, student: $student,
          from: "2027-06-02T00:00:00Z", to: "2027-06-03T00:00:00Z") { changeableFrom } }`,
        pairInput(),
      );
      return data?.['freeSlots'].changeableFrom;
    };
    const mentor = await app.as(family.mentor);
    const parent = await app.as(family.parent);
    app.clock.set(new Date('2027-06-02T10:00:00.000Z'));
    expect(await changeableFrom(family.student)).toBe('2027-06-03T10:00:00.000Z');
    expect(await changeableFrom(family.parent)).toBe('2027-06-03T10:00:00.000Z');
    expect(await changeableFrom(family.mentor)).toBe('2027-06-02T10:00:00.001Z');
    const before = await bookOne(parent, '2027-06-03T09:00:00.000Z');
    const from = await bookOne(parent, '2027-06-03T10:00:00.000Z');
    expect(codeOf(await cancel(parent, before.id))).toBe('FORBIDDEN');
    expect(codeOf(await cancel(parent, from.id))).toBeUndefined();
    expect(codeOf(await cancel(mentor, before.id))).toBeUndefined();
  });

  it('is canceled with a reason until the cut-off, and later by its mentor; its slot and quota are free again', async () => {
    const student = await app.as(family.student);
    const mentor = await app.as(family.mentor);
    const first = await bookOne(student, '2027-06-03T10:00:00.000Z');
    const second = await bookOne(student, '2027-06-04T10:00:00.000Z');
    expect(codeOf(await cancel(student, first.id, 0, ' '))).toBe('INVALID_INPUT');
    expect(codeOf(await cancel(student, first.id, 0, 'x'.repeat(501)))).toBe('INVALID_INPUT');
    const canceled = await cancel(student, first.id);
    expect(canceled.data?.['cancelMeeting'].meeting).toEqual({
      status: 'canceled',
      cancelReason: 'I am ill',
      sequence: 1,
      permissions: [],
      canceledBy: { pk: family.student.pk },
    });
    expect(codeOf(await cancel(student, first.id, 1))).toBe('CONFLICT');
    expect(codeOf(await move(student, first.id, '2027-06-05T10:00:00.000Z', 1))).toBe('CONFLICT');
    await bookOne(student, '2027-06-03T10:00:00.000Z');

    app.clock.set(new Date('2027-06-03T10:00:00.001Z'));
    expect(codeOf(await cancel(student, second.id))).toBe('FORBIDDEN');
    expect(codeOf(await move(student, second.id, '2027-06-05T10:00:00.000Z'))).toBe('FORBIDDEN');
    expect((await cancel(mentor, second.id)).errors).toBeUndefined();
    const list = `query ($period: BookedMeetingPeriod) { bookedMeetings(first: 9, period: $period) {
      edges { node { id } } } }`;
    const ids = async (period: string) =>
      (await student.graphql(list, { period })).data?.['bookedMeetings'].edges.map(
        ({ node }: { node: { id: string } }) => node.id,
      );
    expect(await ids('CANCELED')).toEqual([second.id, first.id]);
    expect(await ids('UPCOMING')).toEqual([]);
    expect(await ids('NOW')).toHaveLength(1);
  });

  it('appears in the alerts with the reader’s local time and its people, and has two reminders', async () => {
    const setZone = (user: TestUser, zone: string) =>
      app.database.query('UPDATE users SET time_zone = $2 WHERE pk = $1', [user.pk, zone]);
    await setZone(family.parent, 'Asia/Tokyo');
    await setZone(family.mentor, 'UTC');
    await bookOne(await app.as(family.student), '2027-06-04T10:00:00.000Z');
    await app.app.jobs.runDue();
    const alertsOf = async (user: TestUser) =>
      (await (await app.as(user)).rest('GET', '/api/alerts/')).body.alerts.map(
        ({ title, body }: { title: string; body: string }) => `${title} ${body}`,
      ) as string[];
    const both = `${family.student.fullName} with ${family.mentor.fullName}`;
    const [ofParent] = await alertsOf(family.parent);
    expect(ofParent).toBe(
      `${family.student.fullName} booked a meeting Essay ideas for ${both}, Fri, Jun 4, 7:00 PM GMT+9.`,
    );
    expect(await alertsOf(family.student)).toEqual([]);
    for (const at of [
      '2027-06-03T10:30:00Z',
      '2027-06-03T11:00:00Z',
      '2027-06-04T09:10:00Z',
      '2027-06-04T09:20:00Z',
    ]) {
      app.clock.set(new Date(at));
      await app.app.jobs.send(SWEEP_JOB, {});
      await app.app.jobs.runDue();
    }
    const remindersOf = async (user: TestUser) =>
      (await alertsOf(user)).filter((text) => text.startsWith('Meeting on'));
    expect(await remindersOf(family.mentor)).toEqual([
      `Meeting on Fri, Jun 4, 10:00 AM UTC: ${family.student.fullName} Essay ideas. It starts in less than an hour.`,
      `Meeting on Fri, Jun 4, 10:00 AM UTC: ${family.student.fullName} Essay ideas. It starts in less than a day.`,
    ]);
    expect((await remindersOf(family.parent))[0]).toMatch(`Meeting on Fri, Jun 4, 7:00 PM GMT+9: ${both} `);
  });
});

it('a cancellation returns the meeting to the plan before the month ends', async () => {
  const client = await app.as(family.student);
  const { id } = await bookOne(client, new Date(NOW.getTime() + 58 * HOUR).toISOString());
  const left = async () => (await client.rest('GET', '/api/me/')).body.meetings_remaining;
  expect(await left()).toBe(1);
  await client.graphql(CANCEL, { input: { meeting: id, reason: 'Ill', sequence: 0 } });
  expect(await left()).toBe(2);
});
