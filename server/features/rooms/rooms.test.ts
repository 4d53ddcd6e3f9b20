import { createHmac, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createFamily } from '#tests/factories/users.ts';
import {
  addressOf,
  app,
  Browser,
  family,
  HOUR,
  meet,
  refusedStatus,
  roomOf,
  startRoomTests,
  takeSeat,
} from '#tests/helpers/scenes/room-scene.ts';
import { startTestApp } from '#tests/helpers/server/test-app.ts';
import { CLOSE_CODES } from '#shared/rooms/close-codes.ts';
import type { Seat } from '#shared/rooms/responses.ts';

startRoomTests();

describe('the room of a meeting', () => {
  it('shows the people, the times and what the reader can do', async () => {
    const { meetId } = await meet();
    const { body } = await roomOf(family.student, meetId);
    expect(body).toMatchObject({
      state: 'open',
      entry: 'enter',
      permissions: [],
      video: { kind: 'built_in' },
    });
    expect(body.people.map(({ pk, role }: { pk: number; role: string }) => [pk, role])).toEqual([
      [family.mentor.pk, 'provider'],
      [family.student.pk, 'client'],
      [family.parent.pk, 'guest'],
    ]);
    expect((await roomOf(family.mentor, meetId)).body.permissions).toEqual(['admit', 'write_note']);
  });

  it('has TURN credentials when they are configured', async () => {
    const configured = await startTestApp({
      database: app.database,
      env: {
        TURN_URLS: 'turn:turn.example:3478',
        TURN_SECRET: 'shared secret',
      },
    });
    const { meetId } = await meet();
    const client = await configured.as(family.mentor);
    const { body: taken } = await client.rest<Seat>('POST', `/api/meeting_rooms/${meetId}/seats/`, {});
    const [server] = taken.ice_servers;
    expect(server).toMatchObject({ urls: ['turn:turn.example:3478'] });
    expect(server?.username).toMatch(new RegExp(`^\\d{10}:${family.mentor.pk}$`));
    expect(server?.credential).toBe(
      createHmac('sha1', 'shared secret')
        .update(server?.username as string)
        .digest('base64'),
    );
    await configured.app.server.close();
  });

  it('opens 10 minutes before the start and closes 60 minutes after the end', async () => {
    const now = Date.now();
    const { meetId } = await meet(HOUR);
    const stateAt = async (at: number) => {
      app.clock.set(new Date(at));
      return (await roomOf(family.student, meetId)).body.state;
    };
    expect(await stateAt(now + 49 * 60_000)).toBe('early');
    expect((await takeSeat(family.mentor, meetId)).status).toBe(403);
    expect(await stateAt(now + 51 * 60_000)).toBe('open');
    expect(await stateAt(now + 179 * 60_000)).toBe('open');
    expect(await stateAt(now + 181 * 60_000)).toBe('closed');
    expect(await stateAt(now + 27 * HOUR)).toBe('over');
    expect((await takeSeat(family.mentor, meetId)).status).toBe(403);
  });

  // covers: MEET-038
  it('is not found by anyone else, and refuses their connection before it opens', async () => {
    const { meetId } = await meet();
    const missing = await roomOf(family.mentor, 'no-such-room');
    for (const user of [family.coMentor, family.otherStudent, family.otherParent]) {
      const answer = await roomOf(user, meetId);
      expect([answer.status, answer.body]).toEqual([missing.status, missing.body]);
      expect((await takeSeat(user, meetId)).status).toBe(404);
    }
    const other = await meet();
    const { body: seat } = await takeSeat(family.student, other.meetId);
    const socket = (ticket: string) => refusedStatus(addressOf(meetId, ticket));
    expect(await socket('')).toBe(404);
    expect(await socket('nonsense')).toBe(404);
    expect(await socket(seat.ticket), 'a ticket for another room').toBe(404);
  });

  it('accepts each ticket once', async () => {
    const { meetId } = await meet();
    const browser = await Browser.join(family.student, meetId);
    expect(await refusedStatus(addressOf(meetId, browser.seat.ticket))).toBe(404);
  });

  it('loses no message of a browser that has just connected, and keeps their order', async () => {
    const { meetId } = await meet();
    const browser = await Browser.join(family.mentor, meetId);
    const sent = Array.from({ length: 20 }, (_, index) => `Message ${index}`);
    for (const text of sent) browser.send({ type: 'chat', id: randomUUID(), text });
    const received = () => browser.events.flatMap((event) => (event.type === 'chat' ? [event.text] : []));
    await browser.until(() => (received().length === sent.length ? true : undefined));
    expect(received()).toEqual(sent);
  });
});

// covers: MEET-037
describe('a student of 18 or older', () => {
  const KEEP_OUT =
    'mutation ($out: Boolean!) { keepParentsOut(input: { keepOut: $out }) { keepsParentsOut } }';
  /** A date that many years and days ago, in the student's zone. */
  const bornAgo = (years: number, days: number) =>
    `(now() AT TIME ZONE 'UTC')::date - interval '${years} years ${days} days'`;

  it('keeps parents from messages that were written while they were kept out', async () => {
    const people = await createFamily(app.database);
    const { meetId } = await meet(0, people);
    await app.database.query(
      `UPDATE users SET birthday = ${bornAgo(18, 0)}, time_zone = 'UTC' WHERE pk = $1`,
      [people.student.pk],
    );
    const student = await app.as(people.student);
    const mentor = await Browser.join(people.mentor, meetId);
    const parent = await Browser.join(people.parent, meetId);
    await mentor.peers((list) => list.length === 2);
    parent.socket.terminate();
    await mentor.peers((list) => list.some(({ connected }) => !connected));

    expect((await student.graphql(KEEP_OUT, { out: true })).errors).toBeUndefined();
    mentor.send({ type: 'chat', id: randomUUID(), text: 'Only for the student' });
    await mentor.event('chat');
    expect((await student.graphql(KEEP_OUT, { out: false })).errors).toBeUndefined();
    const back = await Browser.join(people.parent, meetId, parent.seat);
    await back.event('peers');
    expect(back.events.some(({ type }) => type === 'chat')).toBe(false);
  });

  it('keeps parents out of the room, even parents in it, and lets them in again', async () => {
    const people = await createFamily(app.database);
    const { meetId, id } = await meet(0, people);
    const birthday = (date: string) =>
      app.database.query(`UPDATE users SET birthday = ${date}, time_zone = 'UTC' WHERE pk = $1`, [
        people.student.pk,
      ]);
    const student = await app.as(people.student);
    const keepOut = async (out: boolean) =>
      (await student.graphql(KEEP_OUT, { out })).errors?.[0]?.extensions?.code;
    const parent = await Browser.join(people.parent, meetId);
    await parent.event('peers');

    await birthday(bornAgo(18, -1));
    expect(await keepOut(true)).toBe('FORBIDDEN');
    expect((await student.graphql('{ keepsParentsOut }')).data).toEqual({ keepsParentsOut: null });
    await birthday(bornAgo(18, 0));
    expect((await student.graphql('{ keepsParentsOut }')).data).toEqual({ keepsParentsOut: false });
    expect(await keepOut(true)).toBeUndefined();

    await app.services.rooms.sweep();
    expect(await parent.end()).toBe(CLOSE_CODES.notFound);
    const missing = await roomOf(people.parent, 'no-such-room');
    const closed = await roomOf(people.parent, meetId);
    expect([closed.status, closed.body]).toEqual([missing.status, missing.body]);
    expect((await takeSeat(people.parent, meetId, parent.seat)).status).toBe(404);
    const { body: room } = await roomOf(people.mentor, meetId);
    expect(room.people.map(({ role }: { role: string }) => role)).toEqual(['provider', 'client']);
    const seenBy = async (user: typeof people.parent) => {
      const query = 'query ($id: ID!) { bookedMeeting(id: $id) { permissions meetId } }';
      return (await (await app.as(user)).graphql(query, { id })).data?.['bookedMeeting'] as unknown;
    };
    expect(await seenBy(people.parent)).toEqual({ permissions: [], meetId: '' });
    expect(await seenBy(people.student)).toMatchObject({ meetId });

    // The choice counts only from 18 on, also when the birthday is corrected later.
    await birthday(bornAgo(18, -1));
    expect((await roomOf(people.parent, meetId)).status).toBe(200);
    await birthday(bornAgo(30, 0));
    expect((await roomOf(people.parent, meetId)).status).toBe(404);
    expect(await keepOut(false)).toBeUndefined();
    expect((await roomOf(people.parent, meetId)).status).toBe(200);

    const events = await app.database.query<{ kind: string }>(
      `SELECT kind FROM security_events WHERE subject_pk = $1 AND kind LIKE 'parents%' ORDER BY pk`,
      [people.student.pk],
    );
    expect(events.map(({ kind }) => kind)).toEqual(['parents_kept_out', 'parents_let_in']);
    await app.app.jobs.runDue();
    const { body } = await (await app.as(people.parent)).rest('GET', '/api/alerts/');
    const { fullName } = people.student;
    expect(body.alerts.map(({ title }: { title: string }) => title)).toEqual([
      `${fullName} lets parents join meetings again`,
      `${fullName} meets without parents from now on`,
    ]);
  });
});

describe('attendance', () => {
  it('becomes one interaction, with the minutes that mentor and student were together', async () => {
    const people = await createFamily(app.database);
    const { meetId, pk } = await meet(0, people);
    const listed = async () => {
      const { data } = await (
        await app.as(people.parent)
      ).graphql(
        '{ allInteractions(first: 5, orderBy: "-createdAt") { edges { node { ... on MeetingInteraction { createdBy { pk } meeting { name minutes } } } } } }',
      );
      return data?.['allInteractions'].edges.map(({ node }: { node: object }) => node) as object[];
    };
    const mentor = await Browser.join(people.mentor, meetId);
    const parent = await Browser.join(people.parent, meetId);
    await mentor.peers((list) => list.length === 2);
    expect(await listed()).toEqual([]);
    const student = await Browser.join(people.student, meetId);
    await parent.peers((list) => list.length === 3);
    student.send({ type: 'leave' });
    await student.end();
    const again = await Browser.join(people.student, meetId);
    await mentor.peers((list) => list.length === 3);
    again.send({ type: 'leave' });
    await mentor.peers((list) => list.length === 2);
    await app.database.query(
      `UPDATE room_visits SET joined_at = joined_at - interval '41.5 minutes' WHERE meeting_pk = $1`,
      [pk],
    );
    expect(await listed()).toEqual([
      { createdBy: { pk: people.mentor.pk }, meeting: { name: 'Mentoring session', minutes: 42 } },
    ]);
  });
});
