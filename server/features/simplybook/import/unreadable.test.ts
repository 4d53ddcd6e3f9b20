import { expect, it } from 'vitest';
import {
  addBooking,
  app,
  bookingsWith,
  clientId,
  connection,
  double,
  family,
  meetings,
  providerId,
  run,
  startSimplybookTests,
} from '#tests/helpers/scenes/simplybook-scene.ts';
import { SimplybookBookingsRepository } from '../repositories/bookings.repository.ts';

startSimplybookTests();

/** Adds bookings from November 1 on, twelve a day. */
const addBookings = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const day = String(1 + Math.floor(index / 12)).padStart(2, '0');
    return addBooking(`2026-11-${day} ${String(8 + (index % 12)).padStart(2, '0')}:00:00`);
  });

it('syncs the other bookings and the memberships when a booking cannot be read', async () => {
  // Two pages.
  const all = addBookings(101);
  const [first, last] = [all[0]!, all.at(-1)!];
  for (const booking of all.slice(1, -1)) booking.status = 'pending';
  await run();
  Object.assign(last, { client_id: null });
  await run();
  // Canceled on the first page, and the callback is lost.
  first.status = 'canceled';
  double.memberships.push({
    id: 1,
    client_id: clientId,
    rest: 7,
    count: 10,
    period_end: '2026-12-31',
    status: 'active',
    membership: { id: 1, name: 'Ten meetings' },
  });
  app.clock.set(new Date('2026-10-28T16:05:00Z'));
  await run();
  expect(await bookingsWith('canceled')).toEqual([first.id]);
  const student = (await (await app.as(family.student)).rest('GET', '/api/me/')).body;
  expect(student.current_simplybook_membership.membership_name).toBe('Ten meetings');
  expect(await connection()).toMatchObject({
    synced_at: '2026-10-28T16:05:00.000Z',
    problems: [{ kind: 'unreadable', reference: String(last.id) }],
  });

  Object.assign(last, { client_id: clientId, status: 'canceled' });
  await run();
  expect(await bookingsWith('canceled')).toEqual([first.id, last.id]);
  expect((await connection()).problems).toEqual([]);
});

it('continues after looking up a booking that is not listed and cannot be read', async () => {
  const [moved, deleted] = addBookings(2);
  await run();
  // Moved out of the days of the sync.
  Object.assign(moved!, {
    client_id: null,
    start_datetime: '2027-03-01 09:30:00',
    end_datetime: '2027-03-01 10:15:00',
  });
  double.bookings.splice(double.bookings.indexOf(deleted!), 1);
  app.clock.set(new Date('2026-10-28T16:05:00Z'));
  await run();
  expect(await bookingsWith('canceled')).toEqual([deleted!.id]);
  expect(await bookingsWith('booked')).toEqual([moved!.id]);
  expect(await connection()).toMatchObject({
    synced_at: '2026-10-28T16:05:00.000Z',
    problems: [{ kind: 'unreadable', reference: String(moved!.id) }],
  });
});

it('imports the bookings after one whose client cannot be read', async () => {
  await run();
  const strange = double.addClient('strange@gopath.example');
  Object.assign(double.clients.at(-1)!, { email: ['not', 'text'] });
  const unreadable = double.addBooking({
    provider_id: providerId,
    client_id: strange,
    start_datetime: '2026-11-02 09:30:00',
  });
  const next = addBooking('2026-11-02 10:30:00');
  await run();
  expect(await meetings()).toMatchObject([{ simplybook_id: next.id, client_pk: family.student.pk }]);
  expect((await connection()).problems).toMatchObject([
    { kind: 'unreadable', reference: String(unreadable.id) },
  ]);
});

it('does not look up listed bookings that are unconfirmed or cannot be read, so it finds a deleted one', async () => {
  const all = addBookings(62);
  await run();
  for (const booking of all.slice(0, 30)) booking.status = 'pending';
  for (const booking of all.slice(30, 60)) Object.assign(booking, { client_id: null });
  const deleted = double.bookings.pop()!;
  double.calls = [];
  await run();
  expect(await bookingsWith('canceled')).toEqual([deleted.id]);
  expect(double.calls.filter(({ path }) => path.startsWith('/admin/bookings/'))).toHaveLength(1);
});

it('looks up missing bookings in turn when there are more than one sync looks up', async () => {
  const [first, second] = addBookings(2);
  await run();
  const bookings = new SimplybookBookingsRepository(app.database, 'gopath');
  const nextMissing = async () => {
    const firstRead = await bookings.nextRead();
    const [from, to] = [new Date('2026-11-01'), new Date('2026-12-01')];
    const [id] = await bookings.unlisted({ firstRead, from, to, limit: 1 });
    await bookings.markRead([id!], await bookings.nextRead());
    return id;
  };
  expect([await nextMissing(), await nextMissing(), await nextMissing()]).toEqual([
    first!.id,
    second!.id,
    first!.id,
  ]);
});

it('removes the problem of a page once all of it can be read', async () => {
  const booking = addBooking('2026-11-02 09:30:00');
  const { id } = booking;
  Object.assign(booking, { id: 'unknown' });
  await run();
  expect((await connection()).problems).toMatchObject([{ kind: 'unreadable', reference: 'page 1' }]);
  Object.assign(booking, { id });
  await run();
  expect((await connection()).problems).toEqual([]);
  expect(await bookingsWith('booked')).toEqual([id]);
});
