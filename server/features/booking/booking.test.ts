import { describe, expect, it } from 'vitest';
import { payFor } from '#tests/factories/memberships.ts';
import { createMeeting } from '#tests/factories/notes.ts';
import { createUser, relate, type TestUser } from '#tests/factories/users.ts';
import {
  app,
  book,
  bookOne,
  CANCEL,
  failureOf,
  family,
  MOVE,
  NOW,
  pairInput,
  SLOTS,
  slots,
  startBookingTests,
} from '#tests/helpers/scenes/booking-scene.ts';
import { codeOf, type TestClient } from '#tests/helpers/server/test-client.ts';

startBookingTests();

describe('booking', () => {
  it('by the student, a parent or the mentor takes the slot and uses one of the meetings', async () => {
    const student = await app.as(family.student);
    expect(await slots(student)).toHaveLength(15);
    const meeting = await bookOne(student, '2027-06-03T10:00:00.000Z');
    expect(meeting).toMatchObject({
      name: 'Essay ideas',
      startsAt: '2027-06-03T10:00:00.000Z',
      endsAt: '2027-06-03T10:45:00.000Z',
      status: 'booked',
      sequence: 0,
      series: null,
      provider: { pk: family.mentor.pk },
      client: { pk: family.student.pk },
      permissions: ['view_meetingroom', 'change_bookedmeeting', 'cancel_bookedmeeting'],
    });
    expect(meeting.meetId).toMatch(/^[0-9a-f]{32}$/);
    for (const user of [family.student, family.parent, family.mentor]) {
      const free = await slots(await app.as(user));
      expect(free).toContain('09:00');
      expect(free).toContain('11:00');
      expect(free).not.toContain('09:30');
      expect(free).not.toContain('10:30');
    }
    await bookOne(await app.as(family.parent), '2027-06-03T12:00:00.000Z');
    const remaining = 'query ($student: ID!) { meetingsRemaining(student: $student) }';
    const { student: id } = pairInput();
    for (const user of [family.student, family.parent, family.coMentor]) {
      const answer = await (await app.as(user)).graphql(remaining, { student: id });
      expect(answer.data).toEqual({ meetingsRemaining: 0 });
    }
    expect(codeOf(await (await app.as(family.otherParent)).graphql(remaining, { student: id }))).toBe(
      'NOT_FOUND',
    );
    const pairs = '{ bookingPairs { hasHours mentor { pk } student { pk } } }';
    expect((await student.graphql(pairs)).data?.['bookingPairs']).toEqual(
      expect.arrayContaining([
        { hasHours: true, mentor: { pk: family.mentor.pk }, student: { pk: family.student.pk } },
        { hasHours: false, mentor: { pk: family.coMentor.pk }, student: { pk: family.student.pk } },
      ]),
    );
    const third = await book(await app.as(family.mentor), '2027-06-03T14:00:00.000Z');
    expect(failureOf(third)).toMatchObject({ message: 'No meetings left this month' });
    app.clock.set(new Date('2027-07-01T00:00:00.000Z'));
    await bookOne(await app.as(family.mentor), '2027-07-03T14:00:00.000Z');
  });

  it('of more meetings than are left is refused with the number that is left', async () => {
    const client = await app.as(family.parent);
    const refused = await book(client, [
      '2027-06-03T10:00:00.000Z',
      '2027-06-10T10:00:00.000Z',
      '2027-06-17T10:00:00.000Z',
    ]);
    expect(failureOf(refused)?.message).toBe('Only 2 meetings left this month. Choose at most 2.');
    await bookOne(client, '2027-06-03T10:00:00.000Z');
    const again = await book(client, ['2027-06-10T10:00:00.000Z', '2027-06-17T10:00:00.000Z']);
    expect(failureOf(again)?.message).toBe('Only 1 meeting left this month. Choose at most 1.');
  });

  it('is hidden from everyone else, and off without show_meetings', async () => {
    const at = '2027-06-03T10:00:00.000Z';
    for (const user of [family.coMentor, family.otherMentor, family.otherParent, family.otherStudent]) {
      const client = await app.as(user);
      expect(codeOf(await book(client, at))).toBe('NOT_FOUND');
      expect(await client.graphql(SLOTS, { ...pairInput(), from: at, to: at })).toMatchObject({
        errors: [{ extensions: { code: 'NOT_FOUND' } }],
      });
      const series = `query ($mentor: ID!, $student: ID!, $at: DateTime!) {
        seriesSlots(mentor: $mentor, student: $student, startsAt: $at, weeks: 1, times: 2) { isFree } }`;
      expect(codeOf(await client.graphql(series, { ...pairInput(), at }))).toBe('NOT_FOUND');
    }
    const student = await app.as(family.student);
    expect(codeOf(await book(student, at, {}, { mentor: family.otherMentor }))).toBe('NOT_FOUND');
    expect(codeOf(await book(student, at, {}, { mentor: family.parent }))).toBe('NOT_FOUND');
    await app.database.query('UPDATE users SET show_meetings = false WHERE pk = $1', [family.student.pk]);
    expect(codeOf(await book(student, at))).toBe('FORBIDDEN');
    expect((await student.graphql('{ bookingPairs { hasHours } }')).data).toEqual({ bookingPairs: [] });
  });

  it('says whether a cancellation returns the meeting, and does as it says', async () => {
    const [client, mentor] = [await app.as(family.student), await app.as(family.mentor)];
    const { student } = pairInput();
    const remaining = async () =>
      (await client.graphql('query ($student: ID!) { meetingsRemaining(student: $student) }', { student }))
        .data?.['meetingsRemaining'] as number;
    const list = 'query { bookedMeetings(first: 9) { edges { node { id sequence returnsToBalance } } } }';
    const returning = async (viewer: TestClient, id: string) => {
      const { data } = await viewer.graphql(list);
      const nodes = data?.['bookedMeetings'].edges.map((edge: { node: object }) => edge.node);
      return nodes.find((node: { id: string }) => node.id === id).returnsToBalance;
    };
    const cancel = async (id: string) => {
      const before = await remaining();
      const { errors } = await mentor.graphql(CANCEL, { input: { meeting: id, sequence: 0, reason: 'Ill' } });
      expect(errors).toBeUndefined();
      return (await remaining()) - before;
    };
    const counted = await bookOne(client, '2027-06-03T10:00:00.000Z');
    const imported = await createMeeting(app.database, {
      provider: family.mentor,
      client: family.student,
      startsAt: new Date('2027-06-04T10:00:00.000Z'),
    });
    for (const viewer of [client, mentor]) {
      expect(await returning(viewer, counted.id)).toBe(true);
      expect(await returning(viewer, imported.id)).toBe(false);
    }
    // In the last day the family cannot cancel, and the mentor's cancellation still returns it.
    app.clock.set(new Date('2027-06-03T09:00:00.000Z'));
    expect(await returning(client, counted.id)).toBeNull();
    expect(await returning(mentor, counted.id)).toBe(true);
    expect(await cancel(imported.id)).toBe(0);
    expect(await cancel(counted.id)).toBe(1);
  });

  it('says nothing about the return of a meeting without a limit', async () => {
    const { student } = family;
    await payFor(app.database, student.pk, { length: 'yearly', start: NOW, end: new Date('2028-06-01') });
    const client = await app.as(student);
    const { id } = await bookOne(client, '2027-06-03T10:00:00.000Z');
    const { data } = await client.graphql(
      'query ($id: ID!) { bookedMeeting(id: $id) { returnsToBalance } }',
      {
        id,
      },
    );
    expect(data?.['bookedMeeting']).toEqual({ returnsToBalance: null });
  });

  it('is not possible with a disabled mentor, and the family can cancel what is booked', async () => {
    const client = await app.as(family.student);
    const { id } = await bookOne(client, '2027-06-03T10:00:00.000Z');
    await app.database.query('UPDATE users SET disabled_at = now() WHERE pk = $1', [family.mentor.pk]);
    expect(codeOf(await book(client, '2027-06-03T12:00:00.000Z'))).toBe('NOT_FOUND');
    const at = '2027-06-03T00:00:00Z';
    expect(codeOf(await client.graphql(SLOTS, { ...pairInput(), from: at, to: at }))).toBe('NOT_FOUND');
    const { data } = await client.graphql('{ bookingPairs { mentor { pk } } }');
    expect(data?.['bookingPairs']).toEqual([{ mentor: { pk: family.coMentor.pk } }]);
    const canceled = await client.graphql(CANCEL, {
      input: { meeting: id, sequence: 0, reason: 'No mentor' },
    });
    expect(canceled.data?.['cancelMeeting'].meeting.status).toBe('canceled');
  });

  it('is refused for times that are not offered', async () => {
    const client = await app.as(family.student);
    for (const startsAt of [
      '2027-05-03T10:00:00.000Z',
      '2027-06-01T10:00:00.000Z',
      '2027-06-03T08:30:00.000Z',
      '2027-06-03T10:15:00.000Z',
      '2027-06-03T10:00:00.001Z',
      '2027-06-03T16:30:00.000Z',
      '2027-08-03T10:00:00.000Z',
      '9999-12-31T10:00:00.000Z',
    ]) {
      expect(failureOf(await book(client, startsAt))?.extensions, startsAt).toMatchObject({
        code: 'INVALID_INPUT',
        fields: { startsAt: expect.stringContaining('cannot be booked') },
      });
    }
    expect(codeOf(await book(client, []))).toBe('INVALID_INPUT');
    for (const topic of ['x'.repeat(101), 'Line\r\nATTENDEE:mailto:x@y.example', '\u202Eabc']) {
      const answer = await book(client, '2027-06-03T10:00:00.000Z', { topic });
      expect(failureOf(answer)?.extensions).toMatchObject({
        code: 'INVALID_INPUT',
        fields: { topic: expect.any(String) },
      });
    }
    expect(await slots(client)).toHaveLength(15);
    const tooLong = { ...pairInput(), from: '2027-06-01T00:00:00Z', to: '2027-09-01T00:00:00Z' };
    expect(codeOf(await client.graphql(SLOTS, tooLong))).toBe('INVALID_INPUT');
    expect(codeOf(await book(client, '2027-06-03T10:00:00.000Z', {}, { mentor: family.coMentor }))).toBe(
      'INVALID_INPUT',
    );
  });

  it('is refused in the hour that a clock change skips', async () => {
    await app.database.query(
      `UPDATE availabilities SET time_zone = 'Europe/Berlin', minutes = 15, window_days = 365 WHERE mentor_pk = $1`,
      [family.mentor.pk],
    );
    await app.database.query(
      'UPDATE availability_hours SET start_minute = 120, end_minute = 180 WHERE mentor_pk = $1',
      [family.mentor.pk],
    );
    app.clock.set(new Date('2027-03-26T00:00:00.000Z'));
    const client = await app.as(family.student);
    // From 2 to 3 AM on Saturday; on Sunday clocks go from 2 to 3 AM.
    expect(await slots(client, '2027-03-27')).toEqual(['01:00', '01:15', '01:30', '01:45']);
    expect(await slots(client, '2027-03-28')).toEqual([]);
    for (const startsAt of ['2027-03-28T00:00:00Z', '2027-03-28T00:30:00Z', '2027-03-28T01:00:00Z'])
      expect(codeOf(await book(client, startsAt)), startsAt).toBe('INVALID_INPUT');
    expect(codeOf(await book(client, '2027-03-27T01:30:00Z'))).toBeUndefined();
  });

  it('is refused when it overlaps another meeting by a millisecond', async () => {
    const student = await app.as(family.student);
    const taken = await createMeeting(app.database, {
      provider: family.coMentor,
      client: family.student,
      startsAt: new Date('2027-06-03T09:00:00.000Z'),
    });
    const endAt = (end: string) =>
      app.database.query('UPDATE booked_meetings SET ends_at = $2 WHERE pk = $1', [taken.pk, end]);
    await endAt('2027-06-03T10:00:00.001Z');
    expect(codeOf(await book(student, '2027-06-03T10:00:00.000Z'))).toBe('CONFLICT');
    await endAt('2027-06-03T10:00:00.000Z');
    expect(codeOf(await book(student, '2027-06-03T10:00:00.000Z'))).toBeUndefined();
  });

  it('counts meetings of the student with other mentors, and imported ones', async () => {
    await createMeeting(app.database, {
      provider: family.coMentor,
      client: family.student,
      startsAt: new Date('2027-06-03T09:00:00Z'),
    });
    await createMeeting(app.database, {
      provider: family.mentor,
      client: family.otherStudent,
      startsAt: new Date('2027-06-03T12:00:00Z'),
    });
    const free = await slots(await app.as(family.student));
    expect(free.slice(0, 3)).toEqual(['10:00', '10:30', '11:00']);
    expect(free).not.toContain('13:00');
    expect(free).toContain('13:30');
  });

  it('repeated with one key books once', async () => {
    const client = await app.as(family.student);
    const given = { idempotencyKey: crypto.randomUUID() };
    const [first, second] = await Promise.all([
      book(client, '2027-06-03T10:00:00.000Z', given),
      book(client, '2027-06-03T10:00:00.000Z', given),
    ]);
    expect(first?.errors).toBeUndefined();
    expect(second?.data).toEqual(first?.data);
  });

  it('repeated with its times written differently and in another order books once', async () => {
    const client = await app.as(family.student);
    const given = { idempotencyKey: crypto.randomUUID() };
    const booked = await book(client, ['2027-06-03T10:00:00Z', '2027-06-10T10:00:00Z'], given);
    expect(booked.data?.['bookMeetings'].meetings).toHaveLength(2);
    const same = ['2027-06-10T11:00:00+01:00', '2027-06-03T10:00:00.000Z'];
    expect(await book(client, same, given)).toEqual(booked);
    const other = await book(client, ['2027-06-03T10:00:00Z', '2027-06-10T10:00:00+01:00'], given);
    expect(failureOf(other)?.extensions?.fields).toHaveProperty('idempotencyKey');
  });

  it('books a series whose meetings are moved one by one', async () => {
    const client = await app.as(family.mentor);
    await createMeeting(app.database, {
      provider: family.mentor,
      client: family.otherStudent,
      startsAt: new Date('2027-06-10T10:00:00Z'),
    });
    const query = `query ($mentor: ID!, $student: ID!, $at: DateTime!, $times: Int!) {
      seriesSlots(mentor: $mentor, student: $student, startsAt: $at, weeks: 1, times: $times) { startsAt isFree } }`;
    const at = '2027-06-03T10:00:00.000Z';
    const planned = await client.graphql(query, { ...pairInput(), at, times: 3 });
    expect(planned.data?.['seriesSlots']).toEqual([
      { startsAt: at, isFree: true },
      { startsAt: '2027-06-10T10:00:00.000Z', isFree: false },
      { startsAt: '2027-06-17T10:00:00.000Z', isFree: true },
    ]);
    expect(codeOf(await client.graphql(query, { ...pairInput(), at, times: 13 }))).toBe('INVALID_INPUT');
    const refused = await book(client, [at, '2027-06-10T10:00:00.000Z']);
    expect(failureOf(refused)).toMatchObject({ message: 'That time was just taken' });
    const booked = await book(client, [at, '2027-06-17T10:00:00.000Z']);
    const [first, second] = (booked.data ?? {})['bookMeetings'].meetings;
    expect(first.series).toMatch(/^[0-9a-f-]{36}$/);
    expect(second.series).toBe(first.series);
    const moved = await client.graphql(MOVE, {
      input: { meeting: second.id, startsAt: '2027-06-18T12:00:00.000Z', sequence: 0 },
    });
    expect(moved.data?.['rescheduleMeeting'].meeting.startsAt).toBe('2027-06-18T12:00:00.000Z');
    expect(await slots(client, '2027-06-03')).not.toContain('10:00');
  });
});

describe('parallel bookings', () => {
  const students = async (count: number) => {
    const clients: { client: TestClient; student: TestUser }[] = [];
    for (let index = 0; index < count; index += 1) {
      const student = await createUser(app.database, { role: 'student' });
      await relate(app.database, student, family.mentor);
      clients.push({ client: await app.as(student), student });
    }
    return clients;
  };

  it('50 of one slot create one; the others get the next free times', async () => {
    const at = '2027-06-03T10:00:00.000Z';
    const answers = await Promise.all(
      (await students(50)).map(({ client, student }) => book(client, at, {}, { student })),
    );
    const failures = answers.filter((answer) => answer.errors !== undefined).map(failureOf);
    expect(failures).toHaveLength(49);
    for (const failure of failures) {
      expect(failure).toMatchObject({
        message: 'That time was just taken',
        extensions: { code: 'CONFLICT', current: { slots: expect.any(Array) } },
      });
      expect(failure?.extensions?.current?.slots[0]).toBe('2027-06-03T11:00:00.000Z');
    }
  });

  it('100 over 10 slots create exactly 10', async () => {
    const starts = ['2027-06-03', '2027-06-04'].flatMap((day) =>
      ['09', '10', '11', '12', '13'].map((hour) => `${day}T${hour}:00:00.000Z`),
    );
    const answers = await Promise.all(
      (await students(100)).map(({ client, student }, index) =>
        book(client, starts[index % 10] as string, {}, { student }),
      ),
    );
    expect(answers.filter((answer) => answer.errors === undefined)).toHaveLength(10);
    const rows = await app.database.query<{ start: Date }>(
      'SELECT starts_at AS start FROM booked_meetings WHERE provider_pk = $1 ORDER BY starts_at',
      [family.mentor.pk],
    );
    expect(rows.map(({ start }) => start.toISOString())).toEqual(starts);
  });

  it('beyond the daily limit or the quota are refused', async () => {
    await app.database.query('UPDATE availabilities SET daily_limit = 3 WHERE mentor_pk = $1', [
      family.mentor.pk,
    ]);
    const hours = ['09', '10', '11', '12', '13', '14'];
    const answers = await Promise.all(
      (await students(6)).map(({ client, student }, index) =>
        book(client, `2027-06-03T${hours[index]}:00:00.000Z`, {}, { student }),
      ),
    );
    expect(answers.filter((answer) => answer.errors === undefined)).toHaveLength(3);
    const client = await app.as(family.student);
    const own = await Promise.all(
      ['04', '05', '06', '07'].map((day) => book(client, `2027-06-${day}T10:00:00.000Z`)),
    );
    expect(own.filter((answer) => answer.errors === undefined)).toHaveLength(2);
  });

  it('the database itself refuses an overlap of a mentor or a student', async () => {
    const insert = (provider: TestUser, client: TestUser, start: string) =>
      app.database.query(
        `INSERT INTO booked_meetings (name, simplybook_id, meet_id, provider_pk, client_pk, starts_at, ends_at, busy)
        VALUES ('Overlap', nextval('own_meeting_numbers'), gen_random_uuid()::text, $1, $2, $3::timestamptz,
          $3::timestamptz + interval '45 minutes',
          tstzrange($3::timestamptz, $3::timestamptz + interval '55 minutes'))`,
        [provider.pk, client.pk, start],
      );
    await insert(family.mentor, family.student, '2027-06-03T10:00:00Z');
    await expect(
      insert(family.mentor, family.otherStudent, '2027-06-03T10:54:59.999Z'),
    ).rejects.toMatchObject({
      code: '23P01',
    });
    await expect(insert(family.coMentor, family.student, '2027-06-03T10:44:59.999Z')).rejects.toMatchObject({
      code: '23P01',
    });
    await insert(family.mentor, family.otherStudent, '2027-06-03T10:55:00Z');
  });
});
