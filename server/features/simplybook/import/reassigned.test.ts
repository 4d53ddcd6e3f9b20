import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createFamily, createUser, relate } from '#tests/factories/users.ts';
import { body, CREATE, NOTE } from '#tests/helpers/scenes/note-scene.ts';
import {
  addBooking,
  alertsOf,
  app,
  double,
  family,
  mailsTo,
  meetings,
  providerId,
  run,
  startSimplybookTests,
} from '#tests/helpers/scenes/simplybook-scene.ts';

startSimplybookTests();

const LATER = { start_datetime: '2026-11-05 09:30:00', end_datetime: '2026-11-05 10:15:00' };

it('notifies the previous mentor of the canceled meeting, and only the new people of the new one', async () => {
  await run();
  const booking = addBooking('2026-11-02 09:30:00');
  await run();
  const other = await createUser(app.database, { role: 'mentor' });
  Object.assign(booking, LATER, { provider_id: double.addProvider(other.email) });
  await run();
  const booked = (day: string) =>
    expect.stringMatching(new RegExp(`^The booking system booked a meeting: .*${day}`));
  const canceled = expect.stringMatching(
    /^The booking system canceled a meeting: .*Nov 2.*Reason: Canceled in the booking system$/,
  );
  expect(await alertsOf(family.mentor)).toEqual([booked('Nov 2'), canceled]);
  expect(await alertsOf(other)).toEqual([booked('Nov 5')]);
  // Sorted, because the jobs of one transaction run in any order.
  const ofStudent = (await alertsOf(family.student)).toSorted();
  expect(ofStudent).toEqual([booked('Nov 2'), booked('Nov 5'), canceled]);
});

it('keeps the topic, series and booker with another mentor of the student, and not with another student', async () => {
  await run();
  const booking = addBooking('2026-11-02 09:30:00');
  await run();
  const series = randomUUID();
  await app.database.query('UPDATE booked_meetings SET name = $1, series = $2, booked_by_pk = $3', [
    'UC essays, second draft',
    series,
    family.parent.pk,
  ]);
  const other = await createUser(app.database, { role: 'mentor' });
  booking.provider_id = double.addProvider(other.email);
  await run();
  const entered = async (status: string) =>
    app.database.query(
      'SELECT client_pk, name, series, booked_by_pk FROM booked_meetings WHERE status = $1',
      [status],
    );
  expect(await entered('booked')).toEqual([
    {
      client_pk: family.student.pk,
      name: 'UC essays, second draft',
      series,
      booked_by_pk: family.parent.pk,
    },
  ]);
  const { student } = await createFamily(app.database);
  booking.client_id = double.addClient(student.email);
  await run();
  expect(await entered('booked')).toEqual([
    { client_pk: student.pk, name: 'College counseling', series: null, booked_by_pk: null },
  ]);
});

it('leaves the unsent note with the family it is about, and lets the mentor write one for the new family', async () => {
  await run();
  const booking = addBooking('2026-11-02 09:30:00');
  await run();
  const mentor = await app.as(family.mentor);
  const input = { title: 'Plan', body: body('Words about the first student'), simplybookId: booking.id };
  const written = (await mentor.graphql(CREATE, { input })).data?.['createNote'].note;
  const other = await createFamily(app.database);
  await relate(app.database, other.student, family.mentor);
  booking.client_id = double.addClient(other.student.email);
  await run();

  const about = {
    title: 'Other plan',
    body: body('Words about the second student'),
    simplybookId: booking.id,
  };
  const { data, errors } = await mentor.graphql(CREATE, { input: about });
  expect(errors).toBeUndefined();
  expect(data?.['createNote'].note.student).toEqual({
    pk: other.student.pk,
    fullName: other.student.fullName,
  });
  expect((await mentor.graphql(NOTE, { id: written.id })).data?.['note'].body).toContain('first student');
  // What the dialog names for the booking.
  const named = `query ($id: Int) { meetingNoteRecipients(simplybookId: $id) { user { pk } } }`;
  const recipients = (await mentor.graphql(named, { id: booking.id })).data?.['meetingNoteRecipients'];
  const pks = recipients.map(({ user }: { user: { pk: number } }) => user.pk);
  expect(pks).toContain(other.student.pk);
  expect(pks).not.toContain(family.student.pk);
});

it('refuses the note that was typed for the meeting of the previous student', async () => {
  await run();
  const booking = addBooking('2026-11-02 09:30:00');
  await run();
  const mentor = await app.as(family.mentor);
  const find = `query ($id: Int) { bookedMeeting(simplybookId: $id) { id meetingNote { id } } }`;
  const meeting = async () => (await mentor.graphql(find, { id: booking.id })).data?.['bookedMeeting'];
  const typed = {
    title: 'Plan',
    body: body('Words about the first student'),
    simplybookId: booking.id,
    meetingId: (await meeting()).id,
  };
  const other = await createFamily(app.database);
  await relate(app.database, other.student, family.mentor);
  booking.client_id = double.addClient(other.student.email);
  await run();

  const { errors } = await mentor.graphql(CREATE, { input: typed });
  expect(errors).toEqual([
    expect.objectContaining({
      message: 'This text was typed for another meeting. Copy it before you discard it.',
      extensions: expect.objectContaining({ code: 'INVALID_INPUT' }),
    }),
  ]);
  const { id, meetingNote } = await meeting();
  expect(meetingNote).toBeNull();
  const { data } = await mentor.graphql(CREATE, { input: { ...typed, meetingId: id } });
  expect(data?.['createNote'].note.student.pk).toBe(other.student.pk);
});

it('a repeated create returns the note of the previous student, with or without its meeting', async () => {
  await run();
  const booking = addBooking('2026-11-02 09:30:00');
  await run();
  const mentor = await app.as(family.mentor);
  const find = `query ($id: Int) { bookedMeeting(simplybookId: $id) { id } }`;
  const typed = {
    title: 'Plan',
    body: body('Words about the first student'),
    simplybookId: booking.id,
    idempotencyKey: randomUUID(),
  };
  const meetingId = (await mentor.graphql(find, { id: booking.id })).data?.['bookedMeeting'].id;
  await mentor.graphql(CREATE, { input: { ...typed, meetingId } });
  const other = await createFamily(app.database);
  await relate(app.database, other.student, family.mentor);
  booking.client_id = double.addClient(other.student.email);
  await run();
  for (const input of [{ ...typed, meetingId }, typed]) {
    const { data } = await mentor.graphql(CREATE, { input });
    expect(data?.['createNote'].note.student.pk).toBe(family.student.pk);
  }
});

it('cancels the meeting of a booking that is given to a provider who is not in GoPath', async () => {
  await run();
  const booking = addBooking('2026-11-02 09:30:00');
  await run();
  Object.assign(booking, LATER, { provider_id: double.addProvider('nobody@elsewhere.example') });
  await run();
  expect(await meetings()).toMatchObject([
    { status: 'canceled', starts_at: new Date('2026-11-02T17:30:00Z'), provider_pk: family.mentor.pk },
  ]);
  for (const person of [family.mentor, family.student, family.parent]) {
    expect(await mailsTo(person)).toEqual([
      expect.stringMatching(/^Booked/),
      expect.stringMatching(/^Canceled/),
    ]);
  }
  // Given back.
  booking.provider_id = providerId;
  await run();
  await run();
  expect(await meetings()).toMatchObject([
    { status: 'booked', starts_at: new Date('2026-11-05T17:30:00Z'), provider_pk: family.mentor.pk },
  ]);
});

it('cancels the meeting of a booking that is given to an unknown client, until the client is known', async () => {
  await run();
  const booking = addBooking('2026-11-02 09:30:00');
  await run();
  const clientOfStranger = double.addClient('stranger@elsewhere.example');
  Object.assign(booking, LATER, { client_id: clientOfStranger });
  await run();
  await run();
  expect(await meetings()).toMatchObject([{ status: 'canceled', client_pk: family.student.pk }]);
  expect(await mailsTo(family.student)).toEqual([
    expect.stringMatching(/^Booked/),
    expect.stringMatching(/^Canceled/),
  ]);

  const stranger = await createUser(app.database, { role: 'student' });
  await app.database.query(`INSERT INTO simplybook_people VALUES ('gopath', 'client', $1, $2, now())`, [
    clientOfStranger,
    stranger.pk,
  ]);
  await run();
  expect(await meetings()).toMatchObject([
    { status: 'canceled', client_pk: family.student.pk },
    { status: 'booked', client_pk: stranger.pk, simplybook_id: booking.id },
  ]);
  expect(await mailsTo(family.student)).toHaveLength(2);
});

it('keeps the student when the client stays a parent who now has several children with the mentor', async () => {
  const booking = addBooking('2026-11-02 09:30:00', double.addClient(family.parent.email));
  await run();
  const sibling = await createUser(app.database);
  await relate(app.database, sibling, family.parent);
  await relate(app.database, sibling, family.mentor);
  Object.assign(booking, LATER);
  await run();
  expect(await meetings()).toMatchObject([
    { status: 'booked', client_pk: family.student.pk, starts_at: new Date('2026-11-05T17:30:00Z') },
  ]);
});

it('keeps the student when the client stays a parent and the new mentor has only a sibling', async () => {
  const booking = addBooking('2026-11-02 09:30:00', double.addClient(family.parent.email));
  await run();
  const sibling = await createUser(app.database);
  await relate(app.database, sibling, family.parent);
  const other = await createUser(app.database, { role: 'mentor' });
  await relate(app.database, sibling, other);
  booking.provider_id = double.addProvider(other.email);
  await run();
  expect(await meetings()).toMatchObject([
    { status: 'canceled', provider_pk: family.mentor.pk, client_pk: family.student.pk },
    { status: 'booked', provider_pk: other.pk, client_pk: family.student.pk },
  ]);
  expect(await mailsTo(sibling)).toEqual([]);
});

it('keeps the student of a meeting whose client was not stored yet', async () => {
  addBooking('2026-11-02 09:30:00', double.addClient(family.parent.email));
  await run();
  await app.database.query('UPDATE simplybook_bookings SET client_id = NULL');
  const sibling = await createUser(app.database);
  await relate(app.database, sibling, family.parent);
  await relate(app.database, sibling, family.mentor);
  await run();
  expect(await meetings()).toMatchObject([{ status: 'booked', client_pk: family.student.pk }]);
});
