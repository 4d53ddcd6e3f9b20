import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createFamily } from '#tests/factories/users.ts';
import {
  app,
  Browser,
  family,
  HOUR,
  meet,
  startRoomTests,
  takeSeat,
} from '#tests/helpers/scenes/room-scene.ts';
import { CLOSE_CODES } from '#shared/rooms/close-codes.ts';

startRoomTests();

const DESCRIPTION = { description: { type: 'offer', sdp: 'v=0' } } as const;

/** Opens a room with a mentor and a student who see each other. */
async function mentorAndStudent() {
  const { meetId } = await meet();
  const mentor = await Browser.join(family.mentor, meetId);
  const student = await Browser.join(family.student, meetId);
  for (const browser of [mentor, student]) await browser.peers((list) => list.length === 2);
  return { meetId, mentor, student };
}

/** Breaks a connection, and waits until the other person sees that. */
async function breakConnection(browser: Browser, other: Browser) {
  browser.socket.terminate();
  await other.peers((list) => list.some(({ connected }) => !connected));
}

/** Ends the seat of a broken connection, and waits until the other person is alone. */
async function expireSeat(browser: Browser, other: Browser) {
  await app.database.query(
    `UPDATE room_visits SET seen_at = seen_at - interval '16 seconds' WHERE peer_id = $1`,
    [browser.seat.peer_id],
  );
  await app.services.rooms.sweep();
  await other.peers((list) => list.length === 1);
}

describe('people in a room', () => {
  it('get what was written while their connection was broken, but nothing from before they joined', async () => {
    const { meetId, mentor, student } = await mentorAndStudent();
    await breakConnection(mentor, student);
    const id = randomUUID();
    student.send({ type: 'chat', id, text: 'Are you there?' });
    expect(await student.event('chat')).toMatchObject({ id });
    const back = await Browser.join(family.mentor, meetId, mentor.seat);
    expect(await back.event('chat')).toMatchObject({
      id,
      text: 'Are you there?',
      from: student.seat.peer_id,
    });
    const parent = await Browser.join(family.parent, meetId);
    await parent.peers((list) => list.length === 3);
    expect(parent.events.some(({ type }) => type === 'chat')).toBe(false);
  });

  it('get what was written after they lost their seat, but not after they left', async () => {
    const { meetId, mentor, student } = await mentorAndStudent();
    await breakConnection(mentor, student);
    await expireSeat(mentor, student);
    student.send({ type: 'chat', id: randomUUID(), text: 'Are you there?' });
    await student.event('chat');
    const back = await Browser.join(family.mentor, meetId, mentor.seat);
    expect(back.seat.peer_id).not.toBe(mentor.seat.peer_id);
    expect(await back.event('chat')).toMatchObject({ text: 'Are you there?' });

    await student.peers((list) => list.length === 2);
    back.send({ type: 'leave' });
    await student.peers((list) => list.length === 1);
    student.send({ type: 'chat', id: randomUUID(), text: 'Only we are here.' });
    await student.until(() => student.events.filter(({ type }) => type === 'chat')[1]);
    const later = await Browser.join(family.mentor, meetId, back.seat);
    await later.event('peers');
    expect(later.events.some(({ type }) => type === 'chat')).toBe(false);
  });

  it('see each other and exchange signals and chat messages', async () => {
    const { meetId } = await meet();
    const mentor = await Browser.join(family.mentor, meetId);
    const student = await Browser.join(family.student, meetId);
    const peers = await mentor.peers((list) => list.length === 2);
    expect(peers.map(({ userPk, role, connected }) => ({ userPk, role, connected }))).toEqual([
      { userPk: family.mentor.pk, role: 'provider', connected: true },
      { userPk: family.student.pk, role: 'client', connected: true },
    ]);
    mentor.send({ type: 'signal', to: student.seat.peer_id, signal: DESCRIPTION });
    expect(await student.event('signal')).toEqual({
      type: 'signal',
      from: mentor.seat.peer_id,
      signal: DESCRIPTION,
    });
    student.send({ type: 'chat', id: randomUUID(), text: ' Hello ' });
    expect(await mentor.event('chat')).toMatchObject({ text: 'Hello', from: student.seat.peer_id });
    expect(await student.event('chat')).toMatchObject({ text: 'Hello' });
    student.send({ type: 'leave' });
    expect(await student.end()).toBe(CLOSE_CODES.left);
    await mentor.peers((list) => list.length === 1);
  });

  it('keep their seat for 15 seconds after a broken connection', async () => {
    const { meetId, mentor, student } = await mentorAndStudent();
    await breakConnection(student, mentor);
    const again = await Browser.join(family.student, meetId, student.seat);
    expect(again.seat.peer_id).toBe(student.seat.peer_id);
    await mentor.peers((list) => list.length === 2 && list.every(({ connected }) => connected));

    await breakConnection(again, mentor);
    await expireSeat(student, mentor);
    const later = await takeSeat(family.student, meetId, student.seat);
    expect(later.body.peer_id).not.toBe(student.seat.peer_id);
  });

  it("cannot take another person's seat", async () => {
    const { meetId } = await meet();
    const mentor = await Browser.join(family.mentor, meetId);
    const taken = await takeSeat(family.student, meetId, mentor.seat);
    expect(taken.body.peer_id).not.toBe(mentor.seat.peer_id);
  });

  it('are disconnected when they no longer belong to the meeting', async () => {
    const people = await createFamily(app.database);
    const { meetId } = await meet(0, people);
    const parent = await Browser.join(people.parent, meetId);
    await parent.event('peers');
    await app.services.rooms.sweep();
    expect(parent.closed).toBeNull();
    await app.database.query('DELETE FROM relations WHERE user_pk = $1', [people.parent.pk]);
    await app.services.rooms.sweep();
    expect(await parent.end()).toBe(CLOSE_CODES.notFound);
  });
});

describe('late people', () => {
  it('wait until the provider lets them in', async () => {
    const { meetId } = await meet(-3 * HOUR);
    const student = await Browser.join(family.student, meetId);
    const alone = await student.peers((list) => list.length === 1);
    expect(alone[0]).toMatchObject({ admitted: false });
    const mentor = await Browser.join(family.mentor, meetId);
    await mentor.peers((list) => list.some(({ admitted }) => !admitted));
    student.send({ type: 'signal', to: mentor.seat.peer_id, signal: DESCRIPTION });
    expect(await student.event('error')).toMatchObject({ code: 'FORBIDDEN' });
    student.send({ type: 'admit', peer: student.seat.peer_id });
    await student.until(() => student.events.filter(({ type }) => type === 'error')[1]);

    mentor.send({ type: 'admit', peer: student.seat.peer_id });
    await student.peers((list) => list.length === 2 && list.every(({ admitted }) => admitted));

    const parent = await Browser.join(family.parent, meetId);
    await mentor.peers((list) => list.length === 3);
    mentor.send({ type: 'decline', peer: parent.seat.peer_id });
    expect(await parent.end()).toBe(CLOSE_CODES.declined);
  });
});

describe('invalid messages', () => {
  it('of a huge size end the connection; others get an error', async () => {
    const { meetId } = await meet();
    const other = await Browser.join(family.mentor, (await meet()).meetId);
    const mentor = await Browser.join(family.mentor, meetId);
    const student = await Browser.join(family.student, meetId);
    await student.peers((list) => list.length === 2);
    const errors = () => student.events.filter((event) => event.type === 'error');
    const wrong = [
      'nonsense',
      '[]',
      { type: 'unknown' },
      { type: 'chat', id: 'not a UUID', text: 'Hello' },
      { type: 'chat', id: randomUUID(), text: 'x'.repeat(1001) },
      { type: 'signal', to: mentor.seat.peer_id, signal: { description: { type: 'other' } } },
      { type: 'signal', to: other.seat.peer_id, signal: DESCRIPTION },
      { type: 'signal', to: 'nobody', signal: DESCRIPTION },
    ];
    for (const message of wrong) student.send(message);
    await student.until(() => errors()[wrong.length - 1]);
    expect(errors().filter(({ code }) => code === 'NOT_FOUND')).toHaveLength(1);
    student.send({ type: 'chat', id: randomUUID(), text: 'x'.repeat(1_000_000) });
    expect(await student.end()).toBe(1009);
    expect(mentor.events.some(({ type }) => type === 'signal' || type === 'chat')).toBe(false);
    expect(other.events.some(({ type }) => type === 'signal')).toBe(false);
    mentor.send({ type: 'ping' });
    await mentor.event('pong');
  });

  it('of 1,000 a second end the connection, and nobody else notices', async () => {
    const { meetId } = await meet();
    const mentor = await Browser.join(family.mentor, meetId);
    const student = await Browser.join(family.student, meetId);
    await mentor.peers((list) => list.length === 2);
    for (let count = 0; count < 1000; count += 1)
      student.send({ type: 'signal', to: mentor.seat.peer_id, signal: DESCRIPTION });
    expect(await student.end()).toBe(CLOSE_CODES.tooMany);
    expect(mentor.events.filter(({ type }) => type === 'signal').length).toBeLessThan(400);
    mentor.send({ type: 'ping' });
    await mentor.event('pong');
  });
});
