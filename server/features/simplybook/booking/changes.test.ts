import { beforeEach, describe, expect, it } from 'vitest';
import { createAvailability } from '#tests/factories/booking.ts';
import { createMeeting } from '#tests/factories/notes.ts';
import type { TestUser } from '#tests/factories/users.ts';
import { change } from '#tests/helpers/scenes/simplybook-booking-scene.ts';
import {
  addBooking,
  alertsOf,
  app,
  clientId,
  double,
  family,
  mailsTo,
  run,
  startSimplybookTests,
} from '#tests/helpers/scenes/simplybook-scene.ts';
import { BOOKING_MESSAGES } from '#shared/booking/schema.ts';
import { toGlobalId } from '#shared/kernel/ids.ts';

const FIRST = '2026-11-03T17:30:00.000Z';
const SECOND = '2026-11-04T17:30:00.000Z';
const CHANGED = { message: BOOKING_MESSAGES.changed, extensions: { code: 'CONFLICT' } };

let booking: ReturnType<typeof addBooking>;

startSimplybookTests();
beforeEach(async () => {
  await app.database.query('UPDATE users SET show_meetings = true');
  double.slots = ['2026-11-02 09:30', '2026-11-03 09:30', '2026-11-04 09:30'];
  booking = addBooking('2026-11-02 09:30:00');
  await run();
});

const stored = async () => {
  const [meeting] = await app.database.query<{ pk: number; startsAt: Date; status: string; byPk: number }>(
    'SELECT pk, starts_at AS "startsAt", status, canceled_by_pk AS "byPk" FROM booked_meetings',
  );
  return { ...meeting!, startsAt: meeting!.startsAt.toISOString() };
};

async function changeMeeting(user: TestUser, mutation: 'rescheduleMeeting' | 'cancelMeeting', input: object) {
  const meeting = toGlobalId('BookedMeeting', (await stored()).pk);
  return (await change(user, mutation, { meeting, sequence: 0, ...input })).error;
}

const move = (user: TestUser, startsAt: string, given: object = {}) =>
  changeMeeting(user, 'rescheduleMeeting', { startsAt, ...given });
const cancel = (user: TestUser) => changeMeeting(user, 'cancelMeeting', { reason: 'Ill' });

/** Moves the meeting to the first time there, and loses the answer. */
async function loseMove() {
  double.insteadOfMove = async () => {
    Object.assign(booking, { start_datetime: '2026-11-03 09:30:00', end_datetime: '2026-11-03 10:15:00' });
    double.failWith = 503;
  };
  const error = await move(family.parent, FIRST);
  double.failWith = null;
  return error;
}

/** The time that is kept for a move. */
const kept = () =>
  app.database.query('SELECT moving_to FROM simplybook_bookings WHERE moving_to IS NOT NULL');

describe('two people who change a meeting in SimplyBook at the same time', () => {
  it('cannot both move it', async () => {
    let during: Awaited<ReturnType<typeof move>>;
    double.insteadOfMove = async () => {
      during = await move(family.student, SECOND);
    };
    expect(await move(family.parent, FIRST)).toBeUndefined();
    expect(during).toMatchObject(CHANGED);
    expect(booking.start_datetime).toBe('2026-11-03 09:30:00');
    expect(await stored()).toMatchObject({ startsAt: FIRST });
    expect(await move(family.student, SECOND)).toMatchObject(CHANGED);
    expect(await move(family.student, SECOND, { sequence: 1 })).toBeUndefined();
  });

  it('cannot both cancel it, and the person and reason of the first one stay', async () => {
    let during: Awaited<ReturnType<typeof cancel>>;
    double.beforeCancelAnswer = async () => {
      during = await cancel(family.student);
    };
    expect(await cancel(family.parent)).toBeUndefined();
    expect(during).toMatchObject(CHANGED);
    expect(await stored()).toMatchObject({ status: 'canceled', byPk: family.parent.pk });
  });

  it('cannot move and cancel it', async () => {
    const during: unknown[] = [];
    double.insteadOfMove = async () => {
      during.push(await cancel(family.student));
    };
    double.beforeCancelAnswer = async () => {
      during.push(await move(family.student, SECOND, { sequence: 1 }));
    };
    expect(await move(family.parent, FIRST)).toBeUndefined();
    expect(
      await changeMeeting(family.parent, 'cancelMeeting', { reason: 'Ill', sequence: 1 }),
    ).toBeUndefined();
    expect(during).toMatchObject([CHANGED, { message: BOOKING_MESSAGES.over }]);
    expect([booking.status, (await stored()).status]).toEqual(['canceled', 'canceled']);
  });

  it('can change it again after SimplyBook was down', async () => {
    double.failWith = 503;
    expect(await move(family.parent, FIRST)).toMatchObject({ extensions: { code: 'UNAVAILABLE' } });
    expect(await cancel(family.parent)).toMatchObject({ extensions: { code: 'UNAVAILABLE' } });
    double.failWith = null;
    expect(await move(family.student, SECOND)).toBeUndefined();
  }, 60_000);

  it('can change it again after a crash during a change', async () => {
    await app.database.query(
      "UPDATE simplybook_bookings SET changing_until = clock_timestamp() + interval '1 minute'",
    );
    expect(await move(family.student, SECOND)).toMatchObject(CHANGED);
    await app.database.query('UPDATE simplybook_bookings SET changing_until = clock_timestamp()');
    expect(await move(family.student, SECOND)).toBeUndefined();
  });
});

it('a person does not replace the time that a meeting got in SimplyBook since the last sync', async () => {
  Object.assign(booking, { start_datetime: '2026-11-03 09:30:00', end_datetime: '2026-11-03 10:15:00' });
  expect(await move(family.parent, SECOND)).toMatchObject(CHANGED);
  expect(booking.start_datetime).toBe('2026-11-03 09:30:00');
  expect(await stored()).toMatchObject({ startsAt: FIRST });
});

it('a meeting can be moved whose booking waits for a confirmation again', async () => {
  booking.status = 'pending';
  await run();
  expect(await move(family.parent, FIRST)).toBeUndefined();
  expect(await stored()).toMatchObject({ startsAt: FIRST });
});

describe('a move whose answer was lost', () => {
  const ofBookingSystem = expect.stringMatching(/^The booking system moved a meeting: /);

  it('is announced as the move of its person when the sync finds it, and keeps the time no longer', async () => {
    const before = await alertsOf(family.parent);
    expect(await loseMove()).toMatchObject({ extensions: { code: 'UNAVAILABLE' } });
    expect(await kept()).toHaveLength(1);
    await run();
    expect(await stored()).toMatchObject({ startsAt: FIRST });
    expect(await alertsOf(family.mentor)).toContainEqual(
      expect.stringContaining(`${family.parent.fullName} moved a meeting: `),
    );
    expect(await alertsOf(family.parent)).toEqual(before);
    expect((await mailsTo(family.mentor)).filter((subject) => subject.startsWith('Moved'))).toHaveLength(1);
    expect(await kept()).toEqual([]);
  });

  it('is the move of the booking system when it is found much later', async () => {
    await loseMove();
    await app.database.query("UPDATE simplybook_bookings SET moving_until = now() - interval '1 second'");
    await run();
    expect(await alertsOf(family.parent)).toContainEqual(ofBookingSystem);
    expect(await kept()).toEqual([]);
  });

  it('does not count for another time that the meeting got there', async () => {
    await loseMove();
    Object.assign(booking, { start_datetime: '2026-11-04 09:30:00', end_datetime: '2026-11-04 10:15:00' });
    await run();
    expect(await alertsOf(family.parent)).toContainEqual(ofBookingSystem);
  });

  it('succeeds when the person repeats it', async () => {
    await loseMove();
    expect(await move(family.parent, FIRST)).toBeUndefined();
    expect(await stored()).toMatchObject({ startsAt: FIRST });
    expect(await kept()).toEqual([]);
    await run();
    expect((await mailsTo(family.mentor)).filter((subject) => subject.startsWith('Moved'))).toHaveLength(1);
  });
});

describe('the times to which a meeting can be moved', () => {
  /** Returns the free times of a day for moving a meeting, as HH:mm in UTC. */
  async function slots(meeting: string, day: string): Promise<string[]> {
    const { data } = await (
      await app.as(family.parent)
    ).graphql(
      `query ($mentor: ID!, $student: ID!, $from: DateTime!, $to: DateTime!, $meeting: ID) {
        freeSlots(mentor: $mentor, student: $student, from: $from, to: $to, meeting: $meeting) { slots }
      }`,
      {
        mentor: toGlobalId('User', family.mentor.pk),
        student: toGlobalId('User', family.student.pk),
        from: `${day}T08:00:00Z`,
        to: `${day}T23:59:59Z`,
        meeting,
      },
    );
    return data?.['freeSlots'].slots.map((slot: string) => slot.slice(11, 16));
  }

  it('exclude other meetings of the student, and not the time of the meeting itself', async () => {
    // The first one overlaps the meeting itself, the last one the meeting with the other mentor.
    double.slots = ['2026-11-02 09:45', '2026-11-02 11:00', '2026-11-02 12:30'];
    double.addBooking({
      provider_id: double.addProvider(family.coMentor.email),
      client_id: clientId,
      start_datetime: '2026-11-02 12:00:00',
    });
    await run();
    const [meeting] = await app.database.query<{ pk: number }>(
      'SELECT pk FROM booked_meetings WHERE provider_pk = $1',
      [family.mentor.pk],
    );
    expect(await slots(toGlobalId('BookedMeeting', meeting!.pk), '2026-11-02')).toEqual(['17:45', '19:00']);
  });

  it('are those of our own calendar for a meeting that was booked there', async () => {
    await createAvailability(app.database, family.mentor, { timeZone: 'America/Los_Angeles' });
    const { id } = await createMeeting(app.database, {
      provider: family.mentor,
      client: family.student,
      startsAt: new Date('2026-11-05T18:00:00Z'),
      minutes: 45,
    });
    // The booking in SimplyBook is from 17:30 to 18:15, and the mentor has 10 minutes after it.
    const sameDay = await slots(id, '2026-11-02');
    expect(sameDay.slice(0, 2)).toEqual(['18:30', '19:00']);
    expect(await slots(id, '2026-11-05')).toEqual(expect.arrayContaining(['17:30', '18:00', '18:30']));
    for (const [sequence, time] of sameDay.slice(0, 2).entries()) {
      const { errors } = await (
        await app.as(family.parent)
      ).graphql(
        'mutation ($input: RescheduleMeetingInput!) { rescheduleMeeting(input: $input) { meeting { id } } }',
        { input: { meeting: id, startsAt: `2026-11-02T${time}:00.000Z`, sequence } },
      );
      expect(errors).toBeUndefined();
    }
  });
});
