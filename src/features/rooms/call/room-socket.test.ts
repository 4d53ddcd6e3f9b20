import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { CLOSE_CODES } from '#shared/rooms/close-codes.ts';
import { requestRest } from '#src/transport/transport.ts';
import { type RoomEnd, RoomSocket } from './room-socket.ts';

vi.mock('#src/transport/transport.ts', () => ({ requestRest: vi.fn<typeof requestRest>() }));

let server: WebSocketServer;
let socket: RoomSocket;
beforeEach(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  vi.stubGlobal('location', { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
afterEach(() => {
  socket.leave();
  server.close();
  vi.unstubAllGlobals();
});

/** Opens a room whose server has a new seat for each connection. */
function openRoom() {
  const seats: { peerId: string; isNew: boolean }[] = [];
  const ends: RoomEnd[] = [];
  vi.mocked(requestRest).mockImplementation(async () => ({
    peer_id: `seat ${seats.length + 1}`,
    secret: 'secret',
    ticket: 'ticket',
    ice_servers: [],
  }));
  socket = new RoomSocket('room', {
    onEvent: () => undefined,
    onConnection: () => undefined,
    onSeat: (seat, isNew) => seats.push({ peerId: seat.peer_id, isNew }),
    onEnd: (end) => ends.push(end),
  });
  return { seats, ends };
}

const nextConnection = async (): Promise<WebSocket> => (await once(server, 'connection'))[0];

it('connects again with a new seat when its seat expired', async () => {
  const { seats, ends } = openRoom();
  (await nextConnection()).close(CLOSE_CODES.expired);
  await nextConnection();
  expect(seats).toEqual([
    { peerId: 'seat 1', isNew: true },
    { peerId: 'seat 2', isNew: true },
  ]);
  expect(ends).toEqual([]);
});

it('ends when the meeting no longer exists for the person', async () => {
  const { ends } = openRoom();
  (await nextConnection()).close(CLOSE_CODES.notFound);
  await expect.poll(() => ends).toEqual(['refused']);
});
