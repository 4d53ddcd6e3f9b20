import { describe, expect, it } from 'vitest';
import { createUser, relate, type TestUser } from '#tests/factories/users.ts';
import { removeUser } from '#tests/helpers/scenes/remove-user.ts';
import {
  book,
  bookedThere,
  SLOT,
  startSimplybookBookingTests,
} from '#tests/helpers/scenes/simplybook-booking-scene.ts';
import { addBooking, app, double, family, meetings, run } from '#tests/helpers/scenes/simplybook-scene.ts';

startSimplybookBookingTests();

it('the removal of a mentor cancels the bookings with the student in SimplyBook, and no sync brings them back', async () => {
  expect((await book(family.parent, [SLOT])).meetings).toHaveLength(1);
  addBooking('2026-11-09 09:30:00', double.addClient(family.parent.email));
  await run();
  expect(await meetings()).toHaveLength(2);
  const stored = async () => (await meetings()).map(({ status }) => status);
  await removeUser(app, family.student, family.mentor);
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
  await relate(app.database, family.student, family.mentor);
  await run();
  expect(await stored()).toEqual(['booked', 'booked']);
}, 60_000);

it.each(['student', 'mentor'] as const)(
  'disabling a %s cancels the bookings in SimplyBook, and no sync brings them back',
  async (role) => {
    expect((await book(family.parent, [SLOT])).meetings).toHaveLength(1);
    const changeState = async (action: 'disable' | 'enable') => {
      const staff = await createUser(app.database, { role: 'mentor', permissions: ['users.disable_user'] });
      const path = `/api/users/change_state/${family[role].pk}/`;
      expect((await (await app.as(staff)).rest('POST', path, { action })).status).toBe(200);
    };
    const stored = async () => (await meetings()).map(({ status }) => status);
    await changeState('disable');
    double.failWith = 503;
    await app.app.jobs.runDue();
    double.failWith = null;
    // Still booked there.
    await run();
    expect([await stored(), bookedThere()]).toEqual([['canceled'], 1]);
    await app.database.query("UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'");
    await run();
    expect([await stored(), bookedThere()]).toEqual([['canceled'], 0]);
    await changeState('enable');
    await run();
    expect([await stored(), bookedThere()]).toEqual([['canceled'], 0]);
  },
  60_000,
);

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
      expect((await book(family.parent, ['2026-12-10T17:30:00.000Z'])).meetings).toHaveLength(1);
      expect((await book(family.parent, [SLOT])).meetings).toHaveLength(1);
      await deleteAccount(family[role]);
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
