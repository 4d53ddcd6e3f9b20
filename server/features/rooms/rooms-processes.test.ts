import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import WebSocket from 'ws';
import { createMeeting } from '#tests/factories/notes.ts';
import { createFamily, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/server/test-app.ts';
import { CLOSE_CODES } from '#shared/rooms/close-codes.ts';
import type { RoomEvent, RoomPeer, Seat } from '#shared/rooms/responses.ts';

let one: TestApp;
let two: TestApp;
let family: Awaited<ReturnType<typeof createFamily>>;
beforeAll(async () => {
  one = await startTestApp();
  two = await startTestApp({ database: one.database });
  family = await createFamily(one.database);
});
afterAll(async () => {
  await two.app.server.close();
  await one.close();
});

/** Joins on one process and collects the events. */
async function join(app: TestApp, user: TestUser, meetId: string, again?: Seat) {
  const { body: seat } = await (
    await app.as(user)
  ).rest<Seat>('POST', `/api/meeting_rooms/${meetId}/seats/`, {
    ...(again && { seat: { peer_id: again.peer_id, secret: again.secret } }),
  });
  const address = `${app.address.replace('http', 'ws')}/api/meeting_rooms/${meetId}/socket/`;
  const socket = new WebSocket(`${address}?ticket=${seat.ticket}`);
  const events: RoomEvent[] = [];
  const checks = new Set<() => void>();
  socket.on('message', (data: Buffer) => {
    events.push(JSON.parse(data.toString()) as RoomEvent);
    for (const check of checks) check();
  });
  await once(socket, 'open');
  const until = (fits: () => boolean) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (fits()) resolve();
      };
      checks.add(check);
      check();
    });
  return {
    seat,
    socket,
    events,
    until,
    send: (message: object) => socket.send(JSON.stringify(message)),
    peers: (fits: (peers: RoomPeer[]) => boolean) =>
      until(() => fits(events.findLast((event) => event.type === 'peers')?.peers ?? [])),
  };
}

/** Opens a meeting: the mentor joins on the first process, the student on the second. */
async function meet() {
  const { meetId } = await createMeeting(one.database, {
    provider: family.mentor,
    client: family.student,
    startsAt: new Date(),
  });
  const mentor = await join(one, family.mentor, meetId);
  const student = await join(two, family.student, meetId);
  await mentor.peers((peers) => peers.length === 2);
  return { meetId, mentor, student };
}

// The embedded database has one process.
it.skipIf(inject('engine') === 'pglite')(
  'two people on two processes meet, and one of them survives the end of its process',
  async () => {
    const { meetId, mentor, student } = await meet();
    await student.peers((peers) => peers.length === 2);

    // Longer than one notification of PostgreSQL, and hard to compress.
    const sdp = Array.from({ length: 50_000 }, () => String.fromCharCode(33 + Math.random() * 90)).join('');
    const signal = { description: { type: 'offer', sdp } };
    mentor.send({ type: 'signal', to: student.seat.peer_id, signal });
    await student.until(() => student.events.some(({ type }) => type === 'signal'));
    expect(student.events.find(({ type }) => type === 'signal')).toMatchObject({ signal });
    student.send({ type: 'chat', id: randomUUID(), text: 'Hello' });
    await mentor.until(() => mentor.events.some(({ type }) => type === 'chat'));

    student.socket.terminate();
    await mentor.peers((peers) => peers.some(({ connected }) => !connected));
    const again = await join(one, family.student, meetId, student.seat);
    expect(again.seat.peer_id).toBe(student.seat.peer_id);
    await mentor.peers((peers) => peers.length === 2 && peers.every(({ connected }) => connected));

    // A message waits for a person whose connection is broken, also on a process that has nobody in the room.
    const other = await join(two, family.parent, meetId);
    mentor.socket.terminate();
    again.socket.terminate();
    await other.peers((peers) => peers.filter(({ connected }) => connected).length === 1);
    other.send({ type: 'chat', id: randomUUID(), text: 'Are you there?' });
    await other.until(() => other.events.some(({ type }) => type === 'chat'));
    const back = await join(one, family.mentor, meetId, mentor.seat);
    await back.until(() =>
      back.events.some((event) => event.type === 'chat' && event.text === 'Are you there?'),
    );
    other.socket.terminate();
    back.socket.terminate();
  },
);

it.skipIf(inject('engine') === 'pglite')(
  'after a failure of the database, a person whose seat another process ended connects again and takes a new one',
  async () => {
    const { meetId, mentor, student } = await meet();
    const closed = once(student.socket, 'close');
    // In one transaction, so that the second process cannot keep its seat before the first one ends it.
    await one.database.transaction(async () => {
      await one.database.query(`UPDATE room_visits SET seen_at = now() - interval '20 seconds'`);
      await one.services.rooms.sweep();
    });
    await two.services.rooms.sweep();
    expect((await closed)[0]).toBe(CLOSE_CODES.expired);
    const again = await join(two, family.student, meetId, student.seat);
    expect(again.seat.peer_id).not.toBe(student.seat.peer_id);
    await mentor.peers((peers) => peers.length === 2 && peers[1]?.id === again.seat.peer_id);
    await again.peers((peers) => peers.length === 2);
    expect(mentor.socket.readyState).toBe(WebSocket.OPEN);
    for (const { socket } of [mentor, again]) socket.terminate();
  },
);

it.skipIf(inject('engine') === 'pglite')(
  'a third device on one process replaces the oldest on the other, which learns why',
  async () => {
    const { meetId } = await createMeeting(one.database, {
      provider: family.mentor,
      client: family.student,
      startsAt: new Date(),
    });
    const oldest = await join(one, family.student, meetId);
    const closed = once(oldest.socket, 'close');
    const second = await join(one, family.student, meetId);
    const third = await join(two, family.student, meetId);
    expect((await closed)[0]).toBe(CLOSE_CODES.replaced);
    await third.peers((peers) => peers.length === 2);
    for (const { socket } of [second, third]) socket.terminate();
  },
);
