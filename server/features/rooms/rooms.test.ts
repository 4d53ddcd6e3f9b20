import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { jwtVerify } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { createMeeting, type TestMeeting } from '#tests/factories/notes.ts';
import { createFamily, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';
import { CLOSE_CODES } from '#shared/rooms/constants.ts';
import type { RoomEvent, RoomPeer, Seat } from '#shared/rooms/responses.ts';

let app: TestApp;
let family: Awaited<ReturnType<typeof createFamily>>;
const open: WebSocket[] = [];
beforeAll(async () => {
  app = await startTestApp();
  family = await createFamily(app.database);
});
afterEach(async () => {
  for (const socket of open.splice(0)) socket.terminate();
  app.clock.set(new Date());
});
afterAll(() => app.close());

const HOUR = 3_600_000;
const meet = (startsInMs = 0): Promise<TestMeeting> =>
  createMeeting(app.database, {
    provider: family.mentor,
    client: family.student,
    startsAt: new Date(Date.now() + startsInMs),
  });

const roomOf = async (user: TestUser, meetId: string) =>
  (await app.as(user)).rest('GET', `/api/meeting_rooms/${meetId}/`);

const takeSeat = async (user: TestUser, meetId: string, seat?: Pick<Seat, 'peer_id' | 'secret'>) =>
  (await app.as(user)).rest<Seat>(
    'POST',
    `/api/meeting_rooms/${meetId}/seats/`,
    seat === undefined ? {} : { seat: { peer_id: seat.peer_id, secret: seat.secret } },
  );

const addressOf = (meetId: string, ticket: string) =>
  `${app.address.replace('http', 'ws')}/api/meeting_rooms/${meetId}/socket/?ticket=${ticket}`;

/** One browser in a room, with the events that it got. */
class Browser {
  readonly events: RoomEvent[] = [];
  readonly socket: WebSocket;
  readonly seat: Seat;
  closed: number | null = null;
  #waiting: (() => void)[] = [];

  constructor(seat: Seat, socket: WebSocket) {
    this.seat = seat;
    this.socket = socket;
    open.push(socket);
    socket.on('message', (data: Buffer) => {
      this.events.push(JSON.parse(data.toString()) as RoomEvent);
      for (const check of this.#waiting) check();
    });
    socket.on('close', (code) => {
      this.closed = code;
      for (const check of this.#waiting) check();
    });
  }

  static async join(user: TestUser, meetId: string, again?: Seat): Promise<Browser> {
    const { body } = await takeSeat(user, meetId, again);
    const browser = new Browser(body, new WebSocket(addressOf(meetId, body.ticket)));
    await once(browser.socket, 'open');
    return browser;
  }

  send(message: object | string) {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** Waits until the browser has got what is looked for. */
  until<Found>(find: () => Found | undefined): Promise<Found> {
    return new Promise((resolve) => {
      const check = () => {
        const found = find();
        if (found !== undefined) resolve(found);
      };
      this.#waiting.push(check);
      check();
    });
  }

  event<Type extends RoomEvent['type']>(type: Type): Promise<Extract<RoomEvent, { type: Type }>> {
    return this.until(
      () =>
        this.events.find((event) => event.type === type) as Extract<RoomEvent, { type: Type }> | undefined,
    );
  }

  /** Waits until the latest list of people fits. */
  peers(fits: (peers: RoomPeer[]) => boolean): Promise<RoomPeer[]> {
    return this.until(() => {
      const lists = this.events.filter((event) => event.type === 'peers');
      const peers = lists.at(-1)?.peers;
      return peers !== undefined && fits(peers) ? peers : undefined;
    });
  }

  end(): Promise<number> {
    return this.until(() => this.closed ?? undefined);
  }
}

/** Returns the status of a refused upgrade. */
function refusedStatus(address: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address);
    socket.on('unexpected-response', (_request, response) => {
      resolve(response.statusCode);
      socket.terminate();
    });
    socket.on('open', () => reject(new Error('The connection was accepted.')));
    socket.on('error', () => undefined);
  });
}

const DESCRIPTION = { description: { type: 'offer', sdp: 'v=0' } } as const;

describe('the room of a meeting', () => {
  it('shows the people, the times and the part of the reader', async () => {
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

  it('has TURN credentials and a Jitsi token when they are configured', async () => {
    const configured = await startTestApp({
      database: app.database,
      env: {
        TURN_URLS: 'turn:turn.example:3478',
        TURN_SECRET: 'shared secret',
        JITSI_DOMAIN: 'meet.example',
        JITSI_APP_ID: 'gopath',
        JITSI_APP_SECRET: 'x'.repeat(32),
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
    const { body } = await client.rest('GET', `/api/meeting_rooms/${meetId}/`);
    expect(body.video).toMatchObject({
      domain: 'meet.example',
      script: 'https://meet.example/external_api.js',
    });
    const { payload } = await jwtVerify(body.video.token, Buffer.from('x'.repeat(32)));
    expect(payload).toMatchObject({ iss: 'gopath', aud: 'jitsi', room: meetId, moderator: true });
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
  it('is missing for everyone else, before any connection', async () => {
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

  it('has six seats', async () => {
    const { meetId } = await meet();
    for (let count = 0; count < 6; count += 1) {
      const browser = await Browser.join(count === 0 ? family.mentor : family.student, meetId);
      await browser.event('peers');
    }
    const refused = await takeSeat(family.parent, meetId);
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'This room is full. At most 6 people can join.',
    ]);
  });
});

describe('people in a room', () => {
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
    student.send({ type: 'chat', text: ' Hello ' });
    expect(await mentor.event('chat')).toMatchObject({ text: 'Hello', from: student.seat.peer_id });
    expect(await student.event('chat')).toMatchObject({ text: 'Hello' });
    student.send({ type: 'leave' });
    expect(await student.end()).toBe(CLOSE_CODES.left);
    await mentor.peers((list) => list.length === 1);
  });

  it('keep their seat for 15 seconds after a broken connection', async () => {
    const { meetId } = await meet();
    const mentor = await Browser.join(family.mentor, meetId);
    const student = await Browser.join(family.student, meetId);
    await mentor.peers((list) => list.length === 2);
    student.socket.terminate();
    await mentor.peers((list) => list.some(({ connected }) => !connected));
    const again = await Browser.join(family.student, meetId, student.seat);
    expect(again.seat.peer_id).toBe(student.seat.peer_id);
    await mentor.peers((list) => list.length === 2 && list.every(({ connected }) => connected));

    again.socket.terminate();
    await mentor.peers((list) => list.some(({ connected }) => !connected));
    await app.database.query(
      `UPDATE room_visits SET seen_at = seen_at - interval '16 seconds' WHERE peer_id = $1`,
      [student.seat.peer_id],
    );
    await app.services.rooms.sweep();
    await mentor.peers((list) => list.length === 1);
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
    const { meetId } = await createMeeting(app.database, {
      provider: people.mentor,
      client: people.student,
      startsAt: new Date(),
    });
    const parent = await Browser.join(people.parent, meetId);
    await parent.event('peers');
    await app.services.rooms.sweep();
    expect(parent.closed).toBeNull();
    await app.database.query('DELETE FROM relations WHERE user_pk = $1', [people.parent.pk]);
    await app.services.rooms.sweep();
    expect(await parent.end()).toBe(CLOSE_CODES.notFound);
  });
});

// covers: MEET-037
describe('a student of 18 or older', () => {
  const KEEP_OUT =
    'mutation ($out: Boolean!) { keepParentsOut(input: { keepOut: $out }) { keepsParentsOut } }';
  /** A date that many years and days ago, in the student's zone. */
  const bornAgo = (years: number, days: number) =>
    `(now() AT TIME ZONE 'UTC')::date - interval '${years} years ${days} days'`;

  it('keeps parents out of the room, even parents in it, and lets them in again', async () => {
    const people = await createFamily(app.database);
    const { meetId, id } = await createMeeting(app.database, {
      provider: people.mentor,
      client: people.student,
      startsAt: new Date(),
    });
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
    const { data } = await (
      await app.as(people.parent)
    ).graphql('query ($id: ID!) { bookedMeeting(id: $id) { permissions } }', { id });
    expect(data).toEqual({ bookedMeeting: { permissions: [] } });

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
    const { meetId, pk } = await createMeeting(app.database, {
      provider: people.mentor,
      client: people.student,
      startsAt: new Date(),
    });
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
      { type: 'chat', text: 'x'.repeat(1001) },
      { type: 'signal', to: mentor.seat.peer_id, signal: { description: { type: 'other' } } },
      { type: 'signal', to: other.seat.peer_id, signal: DESCRIPTION },
      { type: 'signal', to: 'nobody', signal: DESCRIPTION },
    ];
    for (const message of wrong) student.send(message);
    await student.until(() => errors()[wrong.length - 1]);
    expect(errors().filter(({ code }) => code === 'NOT_FOUND')).toHaveLength(1);
    student.send({ type: 'chat', text: 'x'.repeat(1_000_000) });
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
