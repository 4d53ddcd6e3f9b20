import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  book,
  bookedThere,
  NEXT,
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
  run,
} from '#tests/helpers/scenes/simplybook-scene.ts';

startSimplybookBookingTests();

describe('a booking whose request is repeated, or whose response is lost', () => {
  it('books once for a repeated and for two concurrent requests with one key', async () => {
    const idempotencyKey = randomUUID();
    const both = await Promise.all([
      book(family.parent, [SLOT], { idempotencyKey }),
      book(family.parent, [SLOT], { idempotencyKey }),
    ]);
    expect(both.some(({ meetings: booked }) => booked?.length === 1)).toBe(true);
    const again = await book(family.parent, [SLOT], { idempotencyKey });
    expect(again.meetings).toHaveLength(1);
    expect([double.bookings.length, (await meetings()).length]).toEqual([1, 1]);
    const other = await book(family.parent, [NEXT], { idempotencyKey });
    expect(other.error?.extensions?.code).toBe('INVALID_INPUT');
  });

  it('finds a booking whose response was lost', async () => {
    double.dropsNextBooking = true;
    const { meetings: booked } = await book(family.parent, [SLOT]);
    expect(booked).toHaveLength(1);
    expect([double.bookings.length, (await meetings()).length]).toEqual([1, 1]);
  });

  it('does not claim the booking of someone else for the same student and time when a response was lost', async () => {
    const idempotencyKey = randomUUID();
    double.insteadOfBooking = async () => {
      expect((await book(family.student, [SLOT])).meetings).toHaveLength(1);
    };
    expect((await book(family.parent, [SLOT], { idempotencyKey })).error?.extensions?.code).toBe(
      'UNAVAILABLE',
    );
    expect((await book(family.parent, [SLOT], { idempotencyKey })).error?.message).toBe(
      'That time was just taken',
    );
    // The student's answer is still on its way: it is unknown whose booking it is.
    const rivalKey = randomUUID();
    double.insteadOfBooking = async () => {
      addBooking('2026-11-02 10:30:00', double.clients[0]!.id);
      await app.database.query(
        `INSERT INTO simplybook_requests (company, actor_pk, key, position, input_hash, mentor_pk, student_pk,
          provider_id, client_id, starts_at, topic, created_at, claimed_until)
        SELECT company, $1, $2, position, input_hash, mentor_pk, student_pk, provider_id, client_id, starts_at, topic,
          created_at, now() + interval '1 minute'
        FROM simplybook_requests WHERE actor_pk = $3 AND state = 'open'`,
        [family.student.pk, rivalKey, family.parent.pk],
      );
    };
    const contested = randomUUID();
    for (const times of [1, 2]) {
      const { error } = await book(family.parent, [NEXT], { idempotencyKey: contested });
      expect(error?.extensions?.code, `try ${times}`).toBe('UNAVAILABLE');
    }
    // The sync does not give it to the parent either.
    await run();
    await app.database.query('UPDATE simplybook_requests SET booking_id = $2 WHERE key = $1', [
      rivalKey,
      double.bookings.at(-1)!.id,
    ]);
    const { error } = await book(family.parent, [NEXT], { idempotencyKey: contested });
    expect(error?.message).toBe('That time was just taken');
    expect(await meetings()).toMatchObject([{ booked_by_pk: family.student.pk }]);
    expect(bookedThere()).toBe(2);
  }, 60_000);

  it('completes a booking after a crash between the response and our meeting, and a retry books nothing twice', async () => {
    const idempotencyKey = randomUUID();
    // The answer is lost, and SimplyBook is down for the search: the same state as after a crash.
    double.dropsNextBooking = true;
    const attempt = book(family.parent, [SLOT], { idempotencyKey });
    while (double.bookings.length === 0) await new Promise(setImmediate);
    double.failWith = 503;
    expect((await attempt).error?.extensions?.code).toBe('UNAVAILABLE');
    expect([double.bookings.length, (await meetings()).length]).toEqual([1, 0]);
    double.failWith = null;
    await app.database.query("UPDATE simplybook_requests SET created_at = now() - interval '10 minutes'");
    await run();
    expect(await meetings()).toMatchObject([{ name: 'Essays', booked_by_pk: family.parent.pk }]);
    expect(await mailsTo(family.mentor)).toEqual([expect.stringMatching(/^Booked/)]);
    expect((await book(family.parent, [SLOT], { idempotencyKey })).meetings).toHaveLength(1);
    expect(double.bookings).toHaveLength(1);
  }, 60_000);

  it('cancels an abandoned booking, and syncs, although an older one cannot be completed', async () => {
    const keys = [randomUUID(), randomUUID()] as const;
    for (const [index, idempotencyKey] of keys.entries()) {
      double.insteadOfBooking = () => Promise.resolve();
      const { error } = await book(family.parent, [[SLOT, NEXT][index] as string], { idempotencyKey });
      expect(error?.extensions?.code).toBe('UNAVAILABLE');
    }
    // Searching for the first one fails.
    await app.database.query(
      `UPDATE simplybook_requests SET created_at = now() - interval '10 minutes',
        starts_at = CASE WHEN key = $1 THEN 'infinity' ELSE starts_at END`,
      [keys[0]],
    );
    const { id } = addBooking('2026-11-09 09:30:00', double.clients[0]!.id);
    await run();
    const requests = 'SELECT key, claimed_until AS "claimedUntil" FROM simplybook_requests';
    expect(await app.database.query(requests)).toEqual([{ key: keys[0], claimedUntil: null }]);
    expect((await meetings()).map((meeting) => meeting.simplybook_id)).toEqual([id]);
  });
});
