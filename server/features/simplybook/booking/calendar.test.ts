import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { payFor } from '#tests/factories/memberships.ts';
import { createUser } from '#tests/factories/users.ts';
import {
  book,
  bookedThere,
  change,
  LATER,
  NEXT,
  pair,
  SLOT,
  startSimplybookBookingTests,
} from '#tests/helpers/scenes/simplybook-booking-scene.ts';
import {
  addBooking,
  app,
  double,
  family,
  mailsTo,
  meetings,
  providerId,
  run,
} from '#tests/helpers/scenes/simplybook-scene.ts';

startSimplybookBookingTests();

it('shows mentors that their hours are set in SimplyBook', async () => {
  const { data } = await (await app.as(family.mentor)).graphql('{ availability { isSetInSimplybook } }');
  expect(data?.['availability'].isSetInSimplybook).toBe(true);
});

describe('booking with SimplyBook', () => {
  it('lists the free times of the linked mentor over a clock change', async () => {
    const { data } = await (
      await app.as(family.parent)
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
        await app.as(family.parent)
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
    await book(family.parent, [SLOT]);
    expect(await slots()).toEqual([[NEXT], [false, true]]);
    app.clock.set(new Date(NEXT));
    expect((await slots())[0]).toEqual([]);
  });

  it('books there first, as a client with the address of the student, then here', async () => {
    const { meetings: booked, error } = await book(family.parent, [SLOT]);
    expect(error).toBeUndefined();
    expect(booked).toMatchObject([
      { startsAt: SLOT, endsAt: '2026-11-02T18:15:00.000Z', sequence: 0, series: null },
    ]);
    expect(double.clients).toMatchObject([{ email: family.student.email }]);
    expect(double.bookings).toMatchObject([
      { id: booked[0].simplybookId, start_datetime: '2026-11-02 09:30:00', provider_id: providerId },
    ]);
    expect(await meetings()).toMatchObject([{ name: 'Essays', booked_by_pk: family.parent.pk }]);
    expect(await mailsTo(family.mentor)).toEqual([expect.stringMatching(/^Booked/)]);
    // The sync finds nothing new, and nobody is notified again.
    await run();
    expect(await mailsTo(family.mentor)).toHaveLength(1);
  });

  it('offers the next free times when a time was taken, before or during the booking', async () => {
    addBooking('2026-11-02 09:30:00', 1);
    const { error } = await book(family.student, [SLOT]);
    expect(error).toMatchObject({
      message: 'That time was just taken',
      extensions: { code: 'CONFLICT', current: { slots: [NEXT, LATER] } },
    });
    const results = await Promise.all([
      book(family.student, [NEXT]),
      book(family.parent, [NEXT]),
      book(family.mentor, [NEXT]),
    ]);
    expect(results.filter(({ meetings: booked }) => booked !== undefined)).toHaveLength(1);
    expect(results.filter((result) => result.error?.message === 'That time was just taken')).toHaveLength(2);
    expect(await meetings()).toHaveLength(1);
    expect((await book(family.student, ['2026-10-28T15:30:00.000Z'])).error?.extensions?.code).toBe(
      'INVALID_INPUT',
    );
  });

  it('adds one client for a student whose first bookings are simultaneous', async () => {
    // Long enough that every booking asks for the client before the first one is added.
    double.delayMs = 150;
    const results = await Promise.all([book(family.student, [NEXT]), book(family.parent, [LATER])]);
    expect(results.map(({ meetings: booked }) => booked?.length)).toEqual([1, 1]);
    expect(double.clients).toMatchObject([{ email: family.student.email }]);
  });

  it('books a series together, and cancels the first ones when a later one is taken', async () => {
    await payFor(app.database, family.student.pk, {
      length: 'monthly',
      start: new Date('2026-10-20T00:00:00Z'),
      end: new Date('2026-11-20T00:00:00Z'),
    });
    const given = { idempotencyKey: randomUUID() };
    const { meetings: booked } = await book(family.parent, [LATER, SLOT], given);
    expect((await book(family.parent, [SLOT, LATER], given)).meetings).toEqual(booked);
    expect(booked.map(({ startsAt }: { startsAt: string }) => startsAt)).toEqual([SLOT, LATER]);
    expect(booked[0].series).toBe(booked[1].series);
    expect(booked[0].series).not.toBeNull();
    await app.app.jobs.runDue();
    expect((await (await app.as(family.mentor)).rest('GET', '/api/alerts/')).body.alerts).toMatchObject([
      {
        title: `${family.parent.fullName} booked 2 meetings`,
        body: expect.stringMatching(/^Essays with .+, first on Mon, Nov 2, /),
      },
    ]);
    // The second is taken after the first was booked.
    double.takesAfterBooking = '2026-11-02 10:30';
    const { error } = await book(family.parent, ['2026-10-31T16:30:00.000Z', NEXT]);
    expect(error?.message).toBe('That time was just taken');
    await run();
    expect(await meetings()).toHaveLength(2);
    expect(
      double.bookings.filter(({ start_datetime: start }) => start.startsWith('2026-10-31')),
    ).toMatchObject([{ status: 'canceled' }]);
    expect(await mailsTo(family.mentor)).toHaveLength(2);
  });

  it('moves and cancels there and here, with the person and reason', async () => {
    const { meetings: booked } = await book(family.parent, [SLOT]);
    const { id } = booked[0];
    addBooking('2026-11-02 10:30:00', 1);
    const taken = await change(family.parent, 'rescheduleMeeting', {
      meeting: id,
      startsAt: NEXT,
      sequence: 0,
    });
    expect(taken.error?.message).toBe('That time was just taken');
    const moved = await change(family.parent, 'rescheduleMeeting', {
      meeting: id,
      startsAt: LATER,
      sequence: 0,
    });
    expect(moved.meeting).toMatchObject({ startsAt: LATER, sequence: 1 });
    expect(double.bookings[0]).toMatchObject({ start_datetime: '2026-11-09 09:30:00' });
    const old = await change(family.parent, 'cancelMeeting', { meeting: id, reason: 'Ill', sequence: 0 });
    expect(old.error?.extensions?.code).toBe('CONFLICT');
    const canceled = await change(family.parent, 'cancelMeeting', {
      meeting: id,
      reason: 'Ill',
      sequence: 1,
    });
    expect(canceled.meeting).toMatchObject({ status: 'canceled', cancelReason: 'Ill' });
    expect(double.bookings[0]).toMatchObject({ status: 'canceled' });
    await run();
    expect(await mailsTo(family.mentor)).toHaveLength(3);
  });

  it('says that the booking system is down, and books nothing', async () => {
    double.failWith = 503;
    const { error } = await book(family.parent, [SLOT]);
    expect(error).toMatchObject({
      message: 'The booking system does not answer. Try again in a few minutes.',
      extensions: { code: 'UNAVAILABLE' },
    });
    double.failWith = null;
    await run();
    expect([bookedThere(), (await meetings()).length]).toEqual([0, 0]);
  });

  it('never chooses between two clients with the address of the student', async () => {
    double.addClient(family.student.email);
    double.addClient(family.student.email);
    expect((await book(family.parent, [SLOT])).error?.extensions?.code).toBe('CONFLICT');
    expect(bookedThere()).toBe(0);
  });

  it('does not book more meetings than are left in parallel requests', async () => {
    expect((await book(family.parent, [SLOT])).meetings).toHaveLength(1);
    const results = await Promise.all([book(family.parent, [NEXT]), book(family.student, [LATER])]);
    expect(results.flatMap(({ error }) => error?.message ?? [])).toEqual(['No meetings left this month']);
    expect([bookedThere(), (await meetings()).length]).toEqual([2, 2]);
  });

  it('uses meetings of the plan, returns canceled ones, and refuses a booking when none is left', async () => {
    const left = async () =>
      (await (await app.as(family.student)).rest('GET', '/api/me/')).body.meetings_remaining;
    expect(await left()).toBe(2);
    const tooMany = await book(family.parent, [SLOT, LATER, NEXT]);
    expect(tooMany.error?.message).toBe('Only 2 meetings left this month. Choose at most 2.');
    const { meetings: booked } = await book(family.parent, [SLOT, LATER]);
    expect(await left()).toBe(0);
    expect((await book(family.parent, [NEXT])).error?.message).toBe('No meetings left this month');
    await change(family.parent, 'cancelMeeting', { meeting: booked[0].id, reason: 'Ill', sequence: 0 });
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
