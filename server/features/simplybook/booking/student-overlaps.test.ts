import { beforeEach, describe, expect, it } from 'vitest';
import { createAvailability } from '#tests/factories/booking.ts';
import { createMeeting } from '#tests/factories/notes.ts';
import { relate } from '#tests/factories/users.ts';
import {
  app,
  clientId,
  double,
  family,
  providerId,
  run,
  startSimplybookTests,
} from '#tests/helpers/scenes/simplybook-scene.ts';
import { toGlobalId } from '#shared/kernel/ids.ts';

const FIRST = '2026-11-02T17:30:00.000Z';
/** Overlaps the first one. */
const SECOND = '2026-11-02T17:45:00.000Z';
/** Overlaps the meeting with the other mentor. */
const OVERLAPPING = '2026-11-09T17:30:00.000Z';
/** Starts when the meeting with the other mentor ends. */
const AFTER = '2026-11-09T17:45:00.000Z';

/** The number of the other mentor there. */
let coProviderId: number;

startSimplybookTests();
beforeEach(async () => {
  await app.database.query('UPDATE users SET show_meetings = true');
  double.slots = ['2026-11-02 09:30', '2026-11-02 09:45', '2026-11-09 09:30', '2026-11-09 09:45'];
  coProviderId = double.addProvider(family.coMentor.email);
  double.addBooking({
    provider_id: coProviderId,
    client_id: clientId,
    start_datetime: '2026-11-09 09:00:00',
  });
  await run();
});

async function asParent(query: string, variables: Record<string, unknown>) {
  const { data, errors } = await (await app.as(family.parent)).graphql(query, variables);
  return { data, error: errors?.[0] };
}

const pair = () => ({
  mentor: toGlobalId('User', family.mentor.pk),
  student: toGlobalId('User', family.student.pk),
});
const book = (startsAt: string[], mentor = family.mentor) =>
  asParent(
    'mutation ($input: BookMeetingsInput!) { bookMeetings(input: $input) { meetings { id startsAt } } }',
    { input: { ...pair(), mentor: toGlobalId('User', mentor.pk), topic: 'Essays', startsAt } },
  );
const move = (input: { meeting: string; startsAt: string; sequence: number }) =>
  asParent(
    'mutation ($input: RescheduleMeetingInput!) { rescheduleMeeting(input: $input) { meeting { startsAt } } }',
    { input },
  );
/** The bookings of a mentor in SimplyBook. */
const bookedThere = (provider = providerId) =>
  double.bookings
    .filter((booking) => booking.provider_id === provider && booking.status === 'confirmed')
    .map(({ start_datetime: start }) => start);

describe('a student who has a meeting with another mentor', () => {
  it('sees the same free times in the list, in a series and when booking', async () => {
    const { data } = await asParent(
      `query ($mentor: ID!, $student: ID!) {
        freeSlots(mentor: $mentor, student: $student, from: "2026-10-28T00:00:00Z", to: "2026-11-10T00:00:00Z") { slots }
        seriesSlots(mentor: $mentor, student: $student, startsAt: "${FIRST}", weeks: 1, times: 2) { startsAt isFree }
      }`,
      pair(),
    );
    expect(data?.['freeSlots'].slots).toEqual([FIRST, SECOND, AFTER]);
    expect(data?.['seriesSlots']).toEqual([
      { startsAt: FIRST, isFree: true },
      { startsAt: OVERLAPPING, isFree: false },
    ]);
    for (const starts of [[OVERLAPPING], [FIRST, OVERLAPPING]]) {
      expect((await book(starts)).error).toMatchObject({
        message: 'That time was just taken',
        extensions: { code: 'CONFLICT', current: { slots: [AFTER] } },
      });
    }
    expect(bookedThere()).toEqual([]);
    expect((await book([AFTER])).error).toBeUndefined();
    expect(bookedThere()).toEqual(['2026-11-09 09:45:00']);
  });

  it('cannot move another meeting to that time, but can move one to a time that overlaps its own', async () => {
    const { data } = await book([FIRST]);
    const meeting: string = data?.['bookMeetings'].meetings[0].id;
    expect((await move({ meeting, startsAt: OVERLAPPING, sequence: 0 })).error).toMatchObject({
      message: 'That time was just taken',
      extensions: { current: { slots: [AFTER] } },
    });
    expect(bookedThere()).toEqual(['2026-11-02 09:30:00']);
    expect((await move({ meeting, startsAt: SECOND, sequence: 0 })).error).toBeUndefined();
    expect(bookedThere()).toEqual(['2026-11-02 09:45:00']);
  });
});

describe('a student who is being booked with another mentor', () => {
  it('gets one of two bookings that overlap', async () => {
    const results = await Promise.all([book([FIRST]), book([SECOND], family.coMentor)]);
    const errors = results.flatMap(({ error }) => error ?? []);
    expect(errors).toMatchObject([{ message: 'That time was just taken', extensions: { code: 'CONFLICT' } }]);
    const there = [...bookedThere(), ...bookedThere(coProviderId)];
    expect(there.filter((start) => start.startsWith('2026-11-02'))).toHaveLength(1);
  });

  it('gets both bookings when they do not overlap', async () => {
    const results = await Promise.all([book([FIRST]), book([AFTER], family.coMentor)]);
    expect(results.map(({ error }) => error)).toEqual([undefined, undefined]);
  });

  it('cannot be booked at that time before its booking is known, and is not offered it', async () => {
    let during: Awaited<ReturnType<typeof book>> | undefined;
    double.insteadOfBooking = async () => {
      during = await book([SECOND], family.coMentor);
    };
    expect((await book([FIRST])).error?.extensions?.code).toBe('UNAVAILABLE');
    expect(during?.error).toMatchObject({
      message: 'That time was just taken',
      extensions: { current: { slots: [AFTER] } },
    });
    // The booking that does not exist there is given up, and the time is free again.
    await app.database.query("UPDATE simplybook_requests SET created_at = now() - interval '10 minutes'");
    await run();
    expect((await book([SECOND], family.coMentor)).error).toBeUndefined();
  });
});

describe('a meeting of our own calendar', () => {
  it.each(['mentor', 'coMentor'] as const)(
    'cannot be moved to a time for which the student is being booked with the %s',
    async (who) => {
      await createAvailability(app.database, family.mentor, { timeZone: 'America/Los_Angeles' });
      const { id: meeting } = await createMeeting(app.database, {
        provider: family.mentor,
        client: family.student,
        startsAt: new Date(AFTER),
      });
      let during: Awaited<ReturnType<typeof move>> | undefined;
      double.insteadOfBooking = async () => {
        during = await move({ meeting, startsAt: FIRST, sequence: 0 });
      };
      expect((await book([FIRST], family[who])).error?.extensions?.code).toBe('UNAVAILABLE');
      // The booking ends at 18:15.
      const slots = ['18:30', '19:00', '19:30', '20:00', '20:30'].map((time) => `2026-11-02T${time}:00.000Z`);
      expect(during?.error).toMatchObject({
        message: 'That time was just taken',
        extensions: { code: 'CONFLICT', current: { slots } },
      });
      expect((await move({ meeting, startsAt: slots[0] as string, sequence: 0 })).error).toBeUndefined();
    },
  );
});

describe('a mentor with a meeting of our own calendar', () => {
  let meeting: string;
  beforeEach(async () => {
    await createAvailability(app.database, family.mentor, { timeZone: 'America/Los_Angeles' });
    await relate(app.database, family.otherStudent, family.mentor);
    ({ id: meeting } = await createMeeting(app.database, {
      provider: family.mentor,
      client: family.otherStudent,
      startsAt: new Date(FIRST),
      minutes: 15,
    }));
  });

  it('cannot be booked at that time with another student', async () => {
    expect((await book([FIRST])).error).toMatchObject({
      message: 'That time was just taken',
      extensions: { code: 'CONFLICT', current: { slots: [SECOND, AFTER] } },
    });
    expect((await book([SECOND])).error).toBeUndefined();
    expect(bookedThere()).toEqual(['2026-11-02 09:45:00']);
  });

  it('cannot have it moved to a time for which another student is being booked', async () => {
    const other = await app.as(family.otherParent);
    let during: Awaited<ReturnType<typeof other.graphql>> | undefined;
    double.insteadOfBooking = async () => {
      during = await other.graphql(
        'mutation ($input: RescheduleMeetingInput!) { rescheduleMeeting(input: $input) { meeting { id } } }',
        { input: { meeting, startsAt: AFTER, sequence: 0 } },
      );
    };
    await book([AFTER]);
    expect(during?.errors?.[0]?.message).toBe('That time was just taken');
  });
});

describe('a student whose meeting is being moved', () => {
  /** Books a meeting of the student with the mentor on another day. */
  const bookLater = async (): Promise<string> => (await book([AFTER])).data?.['bookMeetings'].meetings[0].id;

  it('cannot be booked at its new time with another mentor', async () => {
    const meeting = await bookLater();
    let during: Awaited<ReturnType<typeof book>> | undefined;
    double.insteadOfMove = async () => {
      during = await book([SECOND], family.coMentor);
    };
    expect((await move({ meeting, startsAt: FIRST, sequence: 0 })).error).toBeUndefined();
    expect(during?.error).toMatchObject({
      message: 'That time was just taken',
      extensions: { code: 'CONFLICT', current: { slots: [] } },
    });
    expect(bookedThere(coProviderId)).toEqual(['2026-11-09 09:00:00']);
  });

  it('gets one of a move and a booking that overlap', async () => {
    const meeting = await bookLater();
    const results = await Promise.all([
      move({ meeting, startsAt: FIRST, sequence: 0 }),
      book([SECOND], family.coMentor),
    ]);
    const errors = results.flatMap(({ error }) => error ?? []);
    expect(errors).toMatchObject([{ message: 'That time was just taken', extensions: { code: 'CONFLICT' } }]);
    const there = [...bookedThere(), ...bookedThere(coProviderId)];
    expect(there.filter((start) => start.startsWith('2026-11-02'))).toHaveLength(1);
  });

  it('can be booked at a time that SimplyBook refused', async () => {
    const meeting = await bookLater();
    double.slots = ['2026-11-02 09:45'];
    expect((await move({ meeting, startsAt: FIRST, sequence: 0 })).error?.extensions?.code).toBe('CONFLICT');
    expect((await book([SECOND], family.coMentor)).error).toBeUndefined();
  });

  it('can be booked at a time that the meeting had for a while', async () => {
    const meeting = await bookLater();
    expect((await move({ meeting, startsAt: FIRST, sequence: 0 })).error).toBeUndefined();
    expect((await move({ meeting, startsAt: AFTER, sequence: 1 })).error).toBeUndefined();
    expect((await book([FIRST], family.coMentor)).error).toBeUndefined();
  });

  it('cannot be booked at its new time for a while when the answer about the move was lost', async () => {
    const meeting = await bookLater();
    double.insteadOfMove = async () => {
      double.failWith = 503;
    };
    const moved = await move({ meeting, startsAt: FIRST, sequence: 0 });
    expect(moved.error?.extensions?.code).toBe('UNAVAILABLE');
    double.failWith = null;
    expect((await book([SECOND], family.coMentor)).error?.extensions?.code).toBe('CONFLICT');
    await app.database.query("UPDATE simplybook_bookings SET moving_until = now() - interval '1 second'");
    expect((await book([SECOND], family.coMentor)).error).toBeUndefined();
  });
});
