import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { payFor } from '#tests/factories/memberships.ts';
import { createFamily, createUser, relate, type TestUser } from '#tests/factories/users.ts';
import { SimplybookDouble } from '#tests/helpers/doubles/simplybook-double.ts';
import { removeUser } from '#tests/helpers/scenes/remove-user.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';
import { toGlobalId } from '#shared/kernel/ids.ts';

let app: TestApp;
let double: SimplybookDouble;
let mentor: TestUser;
let student: TestUser;
let parent: TestUser;
let providerId: number;
beforeEach(async () => {
  double = await new SimplybookDouble().start();
  app = await startTestApp({ env: double.env() });
  app.clock.set(new Date('2026-10-28T16:00:00Z'));
  ({ mentor, student, parent } = await createFamily(app.database));
  await app.database.query('UPDATE users SET show_meetings = true');
  providerId = double.addProvider(mentor.email);
  double.slots = ['2026-10-31 09:30', '2026-11-02 09:30', '2026-11-02 10:30', '2026-11-09 09:30'];
  await run();
  double.calls = [];
});
afterEach(async () => {
  await app.close();
  await double.stop();
});

const SLOT = '2026-11-02T17:30:00.000Z';
const NEXT = '2026-11-02T18:30:00.000Z';
const LATER = '2026-11-09T17:30:00.000Z';

/** Fills the token bucket, so that tests do not wait for it. */
const refill = () => app.database.query('UPDATE simplybook_connections SET tokens = 5');

async function run() {
  await refill();
  await app.app.jobs.send('simplybook.sync', {});
  await app.app.jobs.runDue();
}

const pair = () => ({ mentor: toGlobalId('User', mentor.pk), student: toGlobalId('User', student.pk) });
const meetings = () =>
  app.database.query<{
    pk: number;
    simplybook_id: number;
    name: string;
    status: string;
    booked_by_pk: number | null;
  }>('SELECT pk, simplybook_id, name, status, booked_by_pk FROM booked_meetings ORDER BY starts_at, pk');
const mailsTo = async (user: TestUser) =>
  (
    await app.database.query<{ subject: string }>('SELECT subject FROM mails WHERE "to" = $1', [user.email])
  ).map(({ subject }) => subject);
const bookedThere = () => double.bookings.filter(({ status }) => status === 'confirmed').length;

async function book(
  user: TestUser,
  startsAt: string[],
  given: { topic?: string; idempotencyKey?: string } = {},
) {
  await refill();
  const { data, errors } = await (
    await app.as(user)
  ).graphql(
    `mutation ($input: BookMeetingsInput!) {
      bookMeetings(input: $input) { meetings { id simplybookId startsAt endsAt sequence series } }
    }`,
    { input: { ...pair(), startsAt, topic: 'Essays', ...given } },
  );
  return { meetings: data?.['bookMeetings']?.meetings, error: errors?.[0] };
}

async function change(user: TestUser, mutation: string, input: object) {
  await refill();
  const name = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input`;
  const { data, errors } = await (
    await app.as(user)
  ).graphql(
    `mutation ($input: ${name}!) { ${mutation}(input: $input) { meeting { startsAt status sequence cancelReason } } }`,
    { input },
  );
  return { meeting: data?.[mutation]?.meeting, error: errors?.[0] };
}

it('shows mentors that their hours are set in SimplyBook', async () => {
  const { data } = await (await app.as(mentor)).graphql('{ availability { isSetInSimplybook } }');
  expect(data?.['availability'].isSetInSimplybook).toBe(true);
});

describe('booking with SimplyBook', () => {
  it('lists the free times of the linked mentor over a clock change', async () => {
    const { data } = await (
      await app.as(parent)
    ).graphql(
      `query ($mentor: ID!, $student: ID!) {
        bookingPairs { hasHours }
        freeSlots(mentor: $mentor, student: $student, from: "2026-10-28T00:00:00Z", to: "2026-11-10T00:00:00Z") {
          timeZone minutes slots
        }
        seriesSlots(mentor: $mentor, student: $student, startsAt: "${SLOT}", weeks: 1, times: 3) { startsAt isFree }
      }`,
      pair(),
    );
    expect(data?.['bookingPairs']).toEqual([{ hasHours: true }, { hasHours: false }]);
    expect(data?.['freeSlots']).toEqual({
      timeZone: 'America/Los_Angeles',
      minutes: 45,
      slots: ['2026-10-31T16:30:00.000Z', SLOT, NEXT, LATER],
    });
    expect(data?.['seriesSlots'].map(({ isFree }: { isFree: boolean }) => isFree)).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('lists the first time of the period, not its end, and no time that was just booked', async () => {
    const slots = async () => {
      const { data } = await (
        await app.as(parent)
      ).graphql(
        `query ($mentor: ID!, $student: ID!) {
          freeSlots(mentor: $mentor, student: $student, from: "${SLOT}", to: "${LATER}") { slots }
          seriesSlots(mentor: $mentor, student: $student, startsAt: "${SLOT}", weeks: 1, times: 2) { isFree }
        }`,
        pair(),
      );
      return [data?.['freeSlots'].slots, data?.['seriesSlots'].map((one: { isFree: boolean }) => one.isFree)];
    };
    expect(await slots()).toEqual([
      [SLOT, NEXT],
      [true, true],
    ]);
    await book(parent, [SLOT]);
    expect(await slots()).toEqual([[NEXT], [false, true]]);
    app.clock.set(new Date(NEXT));
    expect((await slots())[0]).toEqual([]);
  });

  it('books there first, as a client with the address of the student, then here', async () => {
    const { meetings: booked, error } = await book(parent, [SLOT]);
    expect(error).toBeUndefined();
    expect(booked).toMatchObject([
      { startsAt: SLOT, endsAt: '2026-11-02T18:15:00.000Z', sequence: 0, series: null },
    ]);
    expect(double.clients).toMatchObject([{ email: student.email }]);
    expect(double.bookings).toMatchObject([
      { id: booked[0].simplybookId, start_datetime: '2026-11-02 09:30:00', provider_id: providerId },
    ]);
    expect(await meetings()).toMatchObject([{ name: 'Essays', booked_by_pk: parent.pk }]);
    expect(await mailsTo(mentor)).toEqual([expect.stringMatching(/^Booked/)]);
    // The sync finds nothing new, and nobody is notified again.
    await run();
    expect(await mailsTo(mentor)).toHaveLength(1);
  });

  it('books once for a repeated and for two concurrent requests with one key', async () => {
    const idempotencyKey = randomUUID();
    const both = await Promise.all([
      book(parent, [SLOT], { idempotencyKey }),
      book(parent, [SLOT], { idempotencyKey }),
    ]);
    expect(both.some(({ meetings: booked }) => booked?.length === 1)).toBe(true);
    const again = await book(parent, [SLOT], { idempotencyKey });
    expect(again.meetings).toHaveLength(1);
    expect([double.bookings.length, (await meetings()).length]).toEqual([1, 1]);
    const other = await book(parent, [NEXT], { idempotencyKey });
    expect(other.error?.extensions?.code).toBe('INVALID_INPUT');
  });

  it('offers the next free times when a time was taken, before or during the booking', async () => {
    double.addBooking({ provider_id: providerId, client_id: 1, start_datetime: '2026-11-02 09:30:00' });
    const { error } = await book(student, [SLOT]);
    expect(error).toMatchObject({
      message: 'That time was just taken',
      extensions: { code: 'CONFLICT', current: { slots: [NEXT, LATER] } },
    });
    const results = await Promise.all([book(student, [NEXT]), book(parent, [NEXT]), book(mentor, [NEXT])]);
    expect(results.filter(({ meetings: booked }) => booked !== undefined)).toHaveLength(1);
    expect(results.filter((result) => result.error?.message === 'That time was just taken')).toHaveLength(2);
    expect(await meetings()).toHaveLength(1);
    expect((await book(student, ['2026-10-28T15:30:00.000Z'])).error?.extensions?.code).toBe('INVALID_INPUT');
  });

  it('adds one client for a student whose first bookings are simultaneous', async () => {
    // Long enough that every booking asks for the client before the first one is added.
    double.delayMs = 150;
    const results = await Promise.all([book(student, [NEXT]), book(parent, [LATER])]);
    expect(results.map(({ meetings: booked }) => booked?.length)).toEqual([1, 1]);
    expect(double.clients).toMatchObject([{ email: student.email }]);
  });

  it('finds a booking whose response was lost', async () => {
    double.dropsNextBooking = true;
    const { meetings: booked } = await book(parent, [SLOT]);
    expect(booked).toHaveLength(1);
    expect([double.bookings.length, (await meetings()).length]).toEqual([1, 1]);
  });

  it('does not claim the booking of someone else for the same student and time when a response was lost', async () => {
    const idempotencyKey = randomUUID();
    double.insteadOfBooking = async () => {
      expect((await book(student, [SLOT])).meetings).toHaveLength(1);
    };
    expect((await book(parent, [SLOT], { idempotencyKey })).error?.extensions?.code).toBe('UNAVAILABLE');
    expect((await book(parent, [SLOT], { idempotencyKey })).error?.message).toBe('That time was just taken');
    // The student's answer is still on its way: it is unknown whose booking it is.
    const rivalKey = randomUUID();
    double.insteadOfBooking = async () => {
      double.addBooking({
        provider_id: providerId,
        client_id: double.clients[0]!.id,
        start_datetime: '2026-11-02 10:30:00',
      });
      await app.database.query(
        `INSERT INTO simplybook_requests (company, actor_pk, key, position, input_hash, mentor_pk, student_pk,
          provider_id, client_id, starts_at, topic, created_at, claimed_until)
        SELECT company, $1, $2, position, input_hash, mentor_pk, student_pk, provider_id, client_id, starts_at, topic,
          created_at, now() + interval '1 minute'
        FROM simplybook_requests WHERE actor_pk = $3 AND state = 'open'`,
        [student.pk, rivalKey, parent.pk],
      );
    };
    const contested = randomUUID();
    for (const times of [1, 2]) {
      const { error } = await book(parent, [NEXT], { idempotencyKey: contested });
      expect(error?.extensions?.code, `try ${times}`).toBe('UNAVAILABLE');
    }
    // The sync does not give it to the parent either.
    await run();
    await app.database.query('UPDATE simplybook_requests SET booking_id = $2 WHERE key = $1', [
      rivalKey,
      double.bookings.at(-1)!.id,
    ]);
    const { error } = await book(parent, [NEXT], { idempotencyKey: contested });
    expect(error?.message).toBe('That time was just taken');
    expect(await meetings()).toMatchObject([{ booked_by_pk: student.pk }]);
    expect(bookedThere()).toBe(2);
  }, 60_000);

  it('completes a booking after a crash between the response and our meeting, and a retry books nothing twice', async () => {
    const idempotencyKey = randomUUID();
    // The answer is lost, and SimplyBook is down for the search: the same state as after a crash.
    double.dropsNextBooking = true;
    const attempt = book(parent, [SLOT], { idempotencyKey });
    while (double.bookings.length === 0) await new Promise(setImmediate);
    double.failWith = 503;
    expect((await attempt).error?.extensions?.code).toBe('UNAVAILABLE');
    expect([double.bookings.length, (await meetings()).length]).toEqual([1, 0]);
    double.failWith = null;
    await app.database.query("UPDATE simplybook_requests SET created_at = now() - interval '10 minutes'");
    await run();
    expect(await meetings()).toMatchObject([{ name: 'Essays', booked_by_pk: parent.pk }]);
    expect(await mailsTo(mentor)).toEqual([expect.stringMatching(/^Booked/)]);
    expect((await book(parent, [SLOT], { idempotencyKey })).meetings).toHaveLength(1);
    expect(double.bookings).toHaveLength(1);
  }, 60_000);

  it('cancels an abandoned booking, and syncs, although an older one cannot be completed', async () => {
    const keys = [randomUUID(), randomUUID()] as const;
    for (const [index, idempotencyKey] of keys.entries()) {
      double.insteadOfBooking = () => Promise.resolve();
      const { error } = await book(parent, [[SLOT, NEXT][index] as string], { idempotencyKey });
      expect(error?.extensions?.code).toBe('UNAVAILABLE');
    }
    // Searching for the first one fails.
    await app.database.query(
      `UPDATE simplybook_requests SET created_at = now() - interval '10 minutes',
        starts_at = CASE WHEN key = $1 THEN 'infinity' ELSE starts_at END`,
      [keys[0]],
    );
    const { id } = double.addBooking({
      provider_id: providerId,
      client_id: double.clients[0]!.id,
      start_datetime: '2026-11-09 09:30:00',
    });
    await run();
    const requests = 'SELECT key, claimed_until AS "claimedUntil" FROM simplybook_requests';
    expect(await app.database.query(requests)).toEqual([{ key: keys[0], claimedUntil: null }]);
    expect((await meetings()).map((meeting) => meeting.simplybook_id)).toEqual([id]);
  });

  it('books a series together, and cancels the first ones when a later one is taken', async () => {
    await payFor(app.database, student.pk, {
      length: 'monthly',
      start: new Date('2026-10-20T00:00:00Z'),
      end: new Date('2026-11-20T00:00:00Z'),
    });
    const given = { idempotencyKey: randomUUID() };
    const { meetings: booked } = await book(parent, [LATER, SLOT], given);
    expect((await book(parent, [SLOT, LATER], given)).meetings).toEqual(booked);
    expect(booked.map(({ startsAt }: { startsAt: string }) => startsAt)).toEqual([SLOT, LATER]);
    expect(booked[0].series).toBe(booked[1].series);
    expect(booked[0].series).not.toBeNull();
    await app.app.jobs.runDue();
    expect((await (await app.as(mentor)).rest('GET', '/api/alerts/')).body.alerts).toMatchObject([
      {
        title: `${parent.fullName} booked 2 meetings`,
        body: expect.stringMatching(/^Essays, first on Mon, Nov 2, /),
      },
    ]);
    // The second is taken after the first was booked.
    double.takesAfterBooking = '2026-11-02 10:30';
    const { error } = await book(parent, ['2026-10-31T16:30:00.000Z', NEXT]);
    expect(error?.message).toBe('That time was just taken');
    await run();
    expect(await meetings()).toHaveLength(2);
    expect(
      double.bookings.filter(({ start_datetime: start }) => start.startsWith('2026-10-31')),
    ).toMatchObject([{ status: 'canceled' }]);
    expect(await mailsTo(mentor)).toHaveLength(2);
  });

  it('moves and cancels there and here, with the person and reason', async () => {
    const { meetings: booked } = await book(parent, [SLOT]);
    const { id } = booked[0];
    double.addBooking({ provider_id: providerId, client_id: 1, start_datetime: '2026-11-02 10:30:00' });
    const taken = await change(parent, 'rescheduleMeeting', { meeting: id, startsAt: NEXT, sequence: 0 });
    expect(taken.error?.message).toBe('That time was just taken');
    const moved = await change(parent, 'rescheduleMeeting', { meeting: id, startsAt: LATER, sequence: 0 });
    expect(moved.meeting).toMatchObject({ startsAt: LATER, sequence: 1 });
    expect(double.bookings[0]).toMatchObject({ start_datetime: '2026-11-09 09:30:00' });
    const old = await change(parent, 'cancelMeeting', { meeting: id, reason: 'Ill', sequence: 0 });
    expect(old.error?.extensions?.code).toBe('CONFLICT');
    const canceled = await change(parent, 'cancelMeeting', { meeting: id, reason: 'Ill', sequence: 1 });
    expect(canceled.meeting).toMatchObject({ status: 'canceled', cancelReason: 'Ill' });
    expect(double.bookings[0]).toMatchObject({ status: 'canceled' });
    await run();
    expect(await mailsTo(mentor)).toHaveLength(3);
  });

  it('says that the booking system is down, and books nothing', async () => {
    double.failWith = 503;
    const { error } = await book(parent, [SLOT]);
    expect(error).toMatchObject({
      message: 'The booking system does not answer. Try again in a few minutes.',
      extensions: { code: 'UNAVAILABLE' },
    });
    double.failWith = null;
    await run();
    expect([bookedThere(), (await meetings()).length]).toEqual([0, 0]);
  });

  it('never chooses between two clients with the address of the student', async () => {
    double.addClient(student.email);
    double.addClient(student.email);
    expect((await book(parent, [SLOT])).error?.extensions?.code).toBe('CONFLICT');
    expect(bookedThere()).toBe(0);
  });

  it('uses meetings of the plan, returns canceled ones, and refuses a booking when none is left', async () => {
    const left = async () => (await (await app.as(student)).rest('GET', '/api/me/')).body.meetings_remaining;
    expect(await left()).toBe(2);
    const tooMany = await book(parent, [SLOT, LATER, NEXT]);
    expect(tooMany.error?.message).toBe('Only 2 meetings left this month. Choose at most 2.');
    const { meetings: booked } = await book(parent, [SLOT, LATER]);
    expect(await left()).toBe(0);
    expect((await book(parent, [NEXT])).error?.message).toBe('No meetings left this month');
    await change(parent, 'cancelMeeting', { meeting: booked[0].id, reason: 'Ill', sequence: 0 });
    expect(await left()).toBe(1);

    // Given to another mentor in SimplyBook, the other meeting still counts, until it is canceled.
    const other = await createUser(app.database, { role: 'mentor' });
    const moved = double.bookings.find(({ status }) => status === 'confirmed')!;
    moved.provider_id = double.addProvider(other.email);
    await run();
    expect(await left()).toBe(1);
    moved.status = 'canceled';
    await run();
    expect(await left()).toBe(2);
  });
});

it('the removal of a mentor cancels the bookings with the student in SimplyBook, and no sync brings them back', async () => {
  expect((await book(parent, [SLOT])).meetings).toHaveLength(1);
  double.addBooking({
    provider_id: providerId,
    client_id: double.addClient(parent.email),
    start_datetime: '2026-11-09 09:30:00',
  });
  await run();
  expect(await meetings()).toHaveLength(2);
  const stored = async () => (await meetings()).map(({ status }) => status);
  await removeUser(app, student, mentor);
  double.failWith = 503;
  await app.app.jobs.runDue();
  double.failWith = null;
  // Still booked there.
  await run();
  expect([await stored(), bookedThere()]).toEqual([['canceled', 'canceled'], 2]);
  await app.database.query("UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'");
  await run();
  expect([await stored(), bookedThere()]).toEqual([['canceled', 'canceled'], 0]);

  // Restored there, for people who are related again.
  for (const booking of double.bookings) Object.assign(booking, { status: 'confirmed' });
  await run();
  expect(await stored()).toEqual(['canceled', 'canceled']);
  await relate(app.database, student, mentor);
  await run();
  expect(await stored()).toEqual(['booked', 'booked']);
}, 60_000);

describe('the deletion of an account cancels its bookings in SimplyBook', () => {
  async function deleteAccount(user: TestUser) {
    expect((await (await app.as(user)).rest('POST', `/api/users/${user.pk}/deletion/`)).status).toBe(200);
    app.clock.set(new Date('2026-12-01T16:00:00Z'));
    await app.services.deletions.deleteDue();
  }

  it.each(['student', 'mentor'] as const)(
    'of a %s, and again when SimplyBook was down',
    async (role) => {
      double.slots.push('2026-12-10 09:30');
      expect((await book(parent, ['2026-12-10T17:30:00.000Z'])).meetings).toHaveLength(1);
      expect((await book(parent, [SLOT])).meetings).toHaveLength(1);
      await deleteAccount(role === 'student' ? student : mentor);
      double.failWith = 503;
      await app.app.jobs.runDue();
      double.failWith = null;
      // Until it is canceled there, the sync does not bring it back.
      await run();
      expect((await meetings()).filter(({ status }) => status === 'booked')).toEqual([]);
      expect(bookedThere()).toBe(2);
      await app.database.query("UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'");
      await run();
      // Past bookings stay as they are.
      expect(
        double.bookings.map(({ start_datetime: start, status }) => [start.slice(0, 10), status]),
      ).toEqual([
        ['2026-12-10', 'canceled'],
        ['2026-11-02', 'confirmed'],
      ]);
    },
    60_000,
  );
});
