/** The family, meetings and browsers of the API tests about meeting rooms. */
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll } from 'vitest';
import WebSocket from 'ws';
import type { RoomEvent, RoomPeer, Seat } from '#shared/rooms/responses.ts';
import { createMeeting, type TestMeeting } from '#tests/factories/notes.ts';
import { createFamily, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '../server/test-app.ts';

export let app: TestApp;
export let family: Awaited<ReturnType<typeof createFamily>>;
const open: WebSocket[] = [];

/**
 * Starts the server for the tests of a file, and creates a family. Each test's connections end with it.
 * @param env settings of the server
 */
export function startRoomTests(env: Record<string, string> = {}) {
  beforeAll(async () => {
    app = await startTestApp({ env });
    family = await createFamily(app.database);
  });
  afterEach(async () => {
    for (const socket of open.splice(0)) socket.terminate();
    app.clock.set(new Date());
  });
  afterAll(() => app.close());
}

export const HOUR = 3_600_000;

/** Creates a meeting of the mentor and the student of a family. */
export const meet = (startsInMs = 0, people = family): Promise<TestMeeting> =>
  createMeeting(app.database, {
    provider: people.mentor,
    client: people.student,
    startsAt: new Date(Date.now() + startsInMs),
  });

/** Reads a room. */
export const roomOf = async (user: TestUser, meetId: string) =>
  (await app.as(user)).rest('GET', `/api/meeting_rooms/${meetId}/`);

/** Asks for a seat, or for the same one again. */
export const takeSeat = async (user: TestUser, meetId: string, seat?: Pick<Seat, 'peer_id' | 'secret'>) =>
  (await app.as(user)).rest<Seat>(
    'POST',
    `/api/meeting_rooms/${meetId}/seats/`,
    seat === undefined ? {} : { seat: { peer_id: seat.peer_id, secret: seat.secret } },
  );

/** Returns the address of the WebSocket. */
export const addressOf = (meetId: string, ticket: string) =>
  `${app.address.replace('http', 'ws')}/api/meeting_rooms/${meetId}/socket/?ticket=${ticket}`;

/** One browser in a room, with the events that it got. */
export class Browser {
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

  /** Waits until `find` returns a value, and returns that. */
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

  /** Waits until the latest list of people matches. */
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
export function refusedStatus(address: string): Promise<number | undefined> {
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
