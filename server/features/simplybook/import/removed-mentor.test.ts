import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createFamily, createUser, relate } from '#tests/factories/users.ts';
import {
  addBooking,
  alertsOf,
  app,
  clientId,
  double,
  family,
  mailsTo,
  meetings,
  providerId,
  run,
  startSimplybookTests,
} from '#tests/helpers/scenes/simplybook-scene.ts';
import { waitForLock } from '#tests/helpers/database/lock-waits.ts';
import { removeUser } from '#tests/helpers/scenes/remove-user.ts';
import { DEPARTURE_REASONS } from '#shared/booking/schema.ts';
import { toGlobalId } from '#shared/kernel/ids.ts';
import { SimplybookBookingsRepository } from '../repositories/bookings.repository.ts';

startSimplybookTests();

/** Books meetings as the student. @returns the code of the error */
async function book(startsAt: readonly string[]): Promise<string | undefined> {
  await app.database.query('UPDATE users SET show_meetings = true');
  const { errors } = await (
    await app.as(family.student)
  ).graphql('mutation ($input: BookMeetingsInput!) { bookMeetings(input: $input) { meetings { id } } }', {
    input: {
      mentor: toGlobalId('User', family.mentor.pk),
      student: toGlobalId('User', family.student.pk),
      startsAt,
      topic: 'Essays',
      idempotencyKey: randomUUID(),
    },
  });
  return errors?.[0]?.extensions?.code;
}

it('gives the canceled meeting of a removed mentor to no sibling while it is still booked there', async () => {
  double.addBooking({
    provider_id: providerId,
    client_id: double.addClient(family.parent.email),
    start_datetime: '2026-11-02 09:30:00',
  });
  await run();
  const sibling = await createUser(app.database);
  await relate(app.database, sibling, family.parent);
  await relate(app.database, sibling, family.mentor);
  await removeUser(app, family.student, family.mentor);
  double.failWith = 503;
  await app.app.jobs.runDue();
  double.failWith = null;
  await run();
  expect(await meetings()).toMatchObject([{ status: 'canceled', client_pk: family.student.pk }]);
  expect([await mailsTo(sibling), await alertsOf(sibling)]).toEqual([[], []]);
});

it('cancels a booking there, and books nothing here, when the mentor is removed during the booking', async () => {
  double.slots = ['2026-11-02 09:30', '2026-11-09 09:30'];
  await run();
  // The answer of the first one is lost.
  double.insteadOfBooking = async () => {
    addBooking('2026-11-02 09:30:00');
    await removeUser(app, family.student, family.mentor);
  };
  expect(await book(['2026-11-02T17:30:00.000Z', '2026-11-09T17:30:00.000Z'])).toBe('NOT_FOUND');
  await run();
  expect(double.bookings.map(({ status }) => status)).toEqual(['canceled', 'canceled']);
  expect(await meetings()).toEqual([]);
  expect([await mailsTo(family.mentor), await mailsTo(family.student)]).toEqual([[], []]);
  expect(await app.database.query('SELECT FROM simplybook_requests')).toEqual([]);
});

it('cancels an abandoned booking there, and books nothing here, when the mentor was removed', async () => {
  double.slots = ['2026-11-02 09:30'];
  await run();
  // The answer is lost, and SimplyBook is down for the search: the same state as after a crash.
  double.dropsNextBooking = true;
  const attempt = book(['2026-11-02T17:30:00.000Z']);
  while (double.bookings.length === 0) await new Promise(setImmediate);
  double.failWith = 503;
  expect(await attempt).toBe('UNAVAILABLE');
  double.failWith = null;
  await removeUser(app, family.student, family.mentor);
  // The sync reads it before it counts as abandoned.
  await app.database.query('UPDATE simplybook_requests SET created_at = now()');
  await run();
  expect([await meetings(), double.bookings[0]?.status]).toEqual([[], 'confirmed']);
  await app.database.query("UPDATE simplybook_requests SET created_at = now() - interval '10 minutes'");
  await run();
  expect([await meetings(), double.bookings[0]?.status]).toEqual([[], 'canceled']);
  expect([await mailsTo(family.mentor), await mailsTo(family.student)]).toEqual([[], []]);
});

it('keeps a booking that was given to another mentor before the removal, and tells that mentor', async () => {
  await run();
  const booking = addBooking('2026-11-02 09:30:00');
  await run();
  const other = await createUser(app.database, { role: 'mentor' });
  await relate(app.database, family.student, other);
  booking.provider_id = double.addProvider(other.email);
  await removeUser(app, family.student, family.mentor);
  await app.app.jobs.runDue();
  expect(booking.status).toBe('confirmed');
  expect(await meetings()).toMatchObject([
    { status: 'canceled', provider_pk: family.mentor.pk },
    { status: 'booked', provider_pk: other.pk, client_pk: family.student.pk, simplybook_id: booking.id },
  ]);
  expect(await mailsTo(other)).toEqual([expect.stringMatching(/^Booked/)]);
});

it('keeps a booking that was given to another student before the removal', async () => {
  await run();
  const booking = addBooking('2026-11-02 09:30:00');
  await run();
  const other = await createFamily(app.database);
  booking.client_id = double.addClient(other.student.email);
  await removeUser(app, family.student, family.mentor);
  await app.app.jobs.runDue();
  expect(booking.status).toBe('confirmed');
  expect(await meetings()).toMatchObject([
    { status: 'canceled', client_pk: family.student.pk },
    { status: 'booked', client_pk: other.student.pk },
  ]);
});

it('cancels a booking that another client of the same student has', async () => {
  const booking = addBooking('2026-11-02 09:30:00', double.addClient(family.parent.email));
  await run();
  booking.client_id = clientId;
  await removeUser(app, family.student, family.mentor);
  await app.app.jobs.runDue();
  expect(booking.status).toBe('canceled');
});

it('cancels a booking whose cancellation the previous version queued', async () => {
  await run();
  const booking = addBooking('2026-11-02 09:30:00');
  await run();
  await app.app.jobs.send('simplybook.cancel', { id: booking.id });
  await app.app.jobs.runDue();
  expect(booking.status).toBe('canceled');
});

it('finds the relation gone after waiting for the removal of the mentor', async () => {
  await run();
  const { id } = addBooking('2026-11-02 09:30:00');
  await run();
  const bookings = new SimplybookBookingsRepository(app.database, 'gopath');
  const canceled = Promise.withResolvers<void>();
  const commit = Promise.withResolvers<void>();
  const removal = app.database.transaction(async () => {
    await app.database.query(
      "UPDATE booked_meetings SET status = 'canceled', canceled_at = now(), cancel_reason = $1",
      [DEPARTURE_REASONS.relation],
    );
    canceled.resolve();
    await commit.promise;
    await app.database.query('DELETE FROM relations WHERE user_pk = $1', [family.mentor.pk]);
  });
  await canceled.promise;
  const found = app.database.transaction(() => bookings.findLocked(id));
  await waitForLock(app.database);
  commit.resolve();
  await removal;
  expect(await found).toMatchObject({ status: 'canceled', endedByDeparture: true });
});
