import { describe, expect, it } from 'vitest';
import { createFamily, createUser, relate, type TestUser } from '#tests/factories/users.ts';
import {
  addressOf,
  app,
  Browser,
  family,
  HOUR,
  meet,
  refusedStatus,
  startRoomTests,
  takeSeat,
} from '#tests/helpers/scenes/room-scene.ts';
import { removeUser } from '#tests/helpers/scenes/remove-user.ts';
import { CLOSE_CODES } from '#shared/rooms/close-codes.ts';

startRoomTests();

/** Joins with several devices, one after the other. */
async function joinWith(meetId: string, ...users: TestUser[]): Promise<Browser[]> {
  const browsers: Browser[] = [];
  for (const user of users) {
    const browser = await Browser.join(user, meetId);
    await browser.event('peers');
    browsers.push(browser);
  }
  return browsers;
}

describe('the seats of a room', () => {
  it('are six, one of them for the mentor, and two for each person', async () => {
    const { student, parent, mentor } = family;
    const { meetId } = await meet();
    const secondParent = await createUser(app.database, { role: 'parent' });
    await relate(app.database, student, secondParent);
    await joinWith(meetId, student, student, parent, parent, secondParent);
    const refused = await takeSeat(secondParent, meetId);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { detail: 'This room is full. At most 6 people can join, including the mentor.' },
    ]);
    const [first] = await joinWith(meetId, mentor);
    expect((await takeSeat(mentor, meetId)).status).toBe(409);
    await first?.peers((list) => list.length === 6);
  });

  it('cannot all be taken by one person, whose oldest device leaves when a third one joins', async () => {
    const { meetId } = await meet();
    const [first, second, third] = await joinWith(meetId, family.student, family.student, family.student);
    expect(await first?.end()).toBe(CLOSE_CODES.replaced);
    await third?.peers((list) => list.length === 2);
    const [fourth] = await joinWith(meetId, family.student);
    expect(await second?.end()).toBe(CLOSE_CODES.replaced);
    await joinWith(meetId, family.mentor);
    await fourth?.peers((list) => list.length === 3);
    const again = await takeSeat(family.student, meetId, first?.seat);
    expect(again.body.peer_id).not.toBe(first?.seat.peer_id);
  });

  it('of a crashed browser are taken before those of a device in the call', async () => {
    const { meetId } = await meet();
    const [inCall, crashed] = await joinWith(meetId, family.student, family.student);
    crashed?.socket.terminate();
    await inCall?.peers((list) => list.some(({ connected }) => !connected));
    await joinWith(meetId, family.student);
    const peers = await inCall?.peers(
      (list) => list.length === 2 && list.every(({ connected }) => connected),
    );
    expect(peers?.map(({ id }) => id)).not.toContain(crashed?.seat.peer_id);
    expect(inCall?.closed).toBeNull();
  });

  it('of people who wait do not keep the mentor out', async () => {
    const { meetId } = await meet(-3 * HOUR);
    for (let count = 0; count < 7; count += 1) await Browser.join(family.student, meetId);
    await Browser.join(family.parent, meetId);
    const mentor = await Browser.join(family.mentor, meetId);
    const peers = await mentor.peers((list) => list.length === 4);
    expect(peers.filter(({ admitted }) => !admitted)).toHaveLength(3);
  });

  it('end when the meeting is canceled', async () => {
    const people = await createFamily(app.database);
    const { meetId, pk } = await meet(0, people);
    const [mentor, student] = await joinWith(meetId, people.mentor, people.student);
    const { body: parent } = await takeSeat(people.parent, meetId);
    await app.database.query(
      `UPDATE booked_meetings SET status = 'canceled', canceled_at = now() WHERE pk = $1`,
      [pk],
    );
    expect(await refusedStatus(addressOf(meetId, parent.ticket))).toBe(404);
    await app.services.rooms.sweep();
    expect([await mentor?.end(), await student?.end()]).toEqual([CLOSE_CODES.notFound, CLOSE_CODES.notFound]);
    expect((await takeSeat(people.student, meetId, student?.seat)).status).toBe(404);
  });

  describe('that expired while their browsers were connected', () => {
    /** Ends seats as another process does after a failure of the database. */
    const expire = async (meetingPk: number) => {
      await app.database.query('DELETE FROM room_visits WHERE meeting_pk = $1 AND joined_at IS NULL', [
        meetingPk,
      ]);
      await app.database.query(
        'UPDATE room_visits SET left_at = seen_at, connected = false WHERE meeting_pk = $1',
        [meetingPk],
      );
      await app.services.rooms.sweep();
    };

    it('are taken again by people in the call and people who wait', async () => {
      const { meetId, pk } = await meet(-3 * HOUR);
      const browsers = await joinWith(meetId, family.mentor, family.student);
      await expire(pk);
      for (const browser of browsers) expect(await browser.end()).toBe(CLOSE_CODES.expired);
      const mentor = await Browser.join(family.mentor, meetId, browsers[0]?.seat);
      const student = await Browser.join(family.student, meetId, browsers[1]?.seat);
      await mentor.peers((list) => list.length === 2);
      expect(student.seat.peer_id).not.toBe(browsers[1]?.seat.peer_id);
    });

    it('stay ended when the meeting is canceled, or when another device took the seat', async () => {
      const canceled = await meet();
      const [student] = await joinWith(canceled.meetId, family.student);
      await app.database.query(
        `UPDATE booked_meetings SET status = 'canceled', canceled_at = now() WHERE pk = $1`,
        [canceled.pk],
      );
      await expire(canceled.pk);
      expect(await student?.end()).toBe(CLOSE_CODES.notFound);

      const { meetId, pk } = await meet();
      const [first] = await joinWith(meetId, family.student);
      // Another process replaced the device, and the notification was lost. Not `now()`: the hub's own sweep can have seen
      // the device in the same millisecond.
      await app.database.query(
        `UPDATE room_visits SET left_at = seen_at + interval '1 second', connected = false WHERE meeting_pk = $1`,
        [pk],
      );
      await app.services.rooms.sweep();
      expect(await first?.end()).toBe(CLOSE_CODES.notFound);
    });
  });

  it.each([
    { meeting: 'a running meeting', hours: 0 },
    { meeting: 'a meeting that has just ended', hours: -1.1 },
  ])('of $meeting end when the mentor is removed from the student', async ({ hours }) => {
    const people = await createFamily(app.database);
    const { meetId } = await meet(hours * HOUR, people);
    const browsers = await joinWith(meetId, people.mentor, people.student, people.parent);
    await removeUser(app, people.student, people.mentor);
    await app.services.rooms.sweep();
    for (const browser of browsers) expect(await browser.end()).toBe(CLOSE_CODES.notFound);
    for (const user of [people.mentor, people.student, people.parent]) {
      expect((await takeSeat(user, meetId)).status).toBe(404);
    }
  });
});
