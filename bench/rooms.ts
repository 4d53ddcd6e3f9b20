import { randomUUID } from 'node:crypto';
import WebSocket from 'ws';
import { hashOf } from '../server/lib/hash.ts';
import type { PostgresServer } from '../tests/helpers/database/postgres-server.ts';
import { startContestant } from './contestants.ts';
import { createBenchDatabase, fillWithStudents } from './database.ts';
import { percentile } from './load.ts';

const ROOMS = 200;
const MOST_PEOPLE = 6;
const ROUNDS = 3;
const SECONDS = 5;
const TICK_MS = 5;
const MESSAGES_PER_TICK = 8;

/** A seat of a room, before its browser connects. */
interface Seat {
  room: number;
  peerId: string;
  ticket: string;
}

/** One browser of a room, with the others to which it sends. */
interface Browser extends Seat {
  socket: WebSocket;
  others: string[];
}

/** Rooms with two to six people. */
function planSeats(): Seat[] {
  return Array.from({ length: ROOMS }, (_, room) =>
    Array.from({ length: 2 + (room % (MOST_PEOPLE - 1)) }, () => ({
      room,
      peerId: randomUUID(),
      ticket: randomUUID(),
    })),
  ).flat();
}

/** Inserts a meeting for each room and the seats, taken in turns by the mentor and the student. */
async function fill(url: string, seats: readonly Seat[]) {
  const rows = seats.map(
    ({ room, peerId, ticket }, index) =>
      `('${peerId}', ${room + 1}, ${index % 2 === 0 ? 1 : room + 2}, true, '${hashOf(peerId)}', '${hashOf(ticket)}',
        now() + interval '1 hour')`,
  );
  await fillWithStudents(
    url,
    ROOMS,
    `INSERT INTO booked_meetings (name, simplybook_id, meet_id, provider_pk, client_pk, starts_at, ends_at)
      SELECT 'Meeting', i, 'room-' || (i - 1), 1, i + 1, now(), now() + interval '1 hour'
      FROM generate_series(1, ${ROOMS}) AS i ORDER BY i`,
    `INSERT INTO room_visits (peer_id, meeting_pk, user_pk, admitted, secret_hash, ticket_hash, ticket_expires_at)
      VALUES ${rows.join(', ')}`,
  );
}

/** Connects all browsers and waits until each one gets messages: the server knows the whole room then. */
async function connect(
  seats: readonly Seat[],
  addressOf: (seat: Seat) => string,
  onLatency: (milliseconds: number) => void,
): Promise<Browser[]> {
  const inRoom = Map.groupBy(seats, ({ room }) => room);
  const browsers: Browser[] = [];
  const waiting = new Set<string>();
  for (const seat of seats) {
    const room = (inRoom.get(seat.room) ?? []).map(({ peerId }) => peerId);
    const position = room.indexOf(seat.peerId);
    // The next person comes first, so that every browser is the first receiver of another one.
    const others = [...room.slice(position + 1), ...room.slice(0, position)];
    const socket = new WebSocket(addressOf(seat));
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    waiting.add(seat.peerId);
    socket.on('message', (data: Buffer) => {
      const text = data.toString();
      if (text.includes('hello')) waiting.delete(seat.peerId);
      const sentAt = /sent-at-([\d.]+)/.exec(text)?.[1];
      if (sentAt !== undefined) onLatency(performance.now() - Number(sentAt));
    });
    browsers.push({ ...seat, socket, others });
  }
  while (waiting.size > 0) {
    for (const { socket, others } of browsers) socket.send(message(others[0] as string, 'hello'));
    await new Promise((resolve) => {
      setTimeout(resolve, 500);
    });
  }
  return browsers;
}

/** A network candidate, as browsers exchange them by the dozen. */
function message(to: string, text: string): string {
  const candidate = `candidate:1 1 udp 2122260223 192.0.2.1 54321 typ host generation 0 ${text}`;
  return JSON.stringify({
    type: 'signal',
    to,
    signal: { candidate: { candidate, sdpMid: '0', sdpMLineIndex: 0 } },
  });
}

/** Sends messages at a constant rate for some seconds, from one browser after the other. */
async function send(browsers: readonly Browser[]): Promise<void> {
  const end = performance.now() + SECONDS * 1000;
  let turn = 0;
  while (performance.now() < end) {
    for (let count = 0; count < MESSAGES_PER_TICK; count += 1) {
      const { socket, others } = browsers[turn % browsers.length] as Browser;
      const to = others[turn % others.length] as string;
      turn += 1;
      socket.send(message(to, `sent-at-${performance.now()}`));
    }
    await new Promise((resolve) => {
      setTimeout(resolve, TICK_MS);
    });
  }
}

/** Compares the time of a signaling message through 200 rooms on one process with a bare relay of the same messages. */
export async function bench(postgres: PostgresServer): Promise<void> {
  const url = await createBenchDatabase(postgres, 'bench_rooms');
  const seats = planSeats();
  await fill(url, seats);
  const [relay, gopath] = [await startContestant('relay', url), await startContestant('gopath', url)];
  const socketAddress = (address: string) => address.replace('http', 'ws');
  const contestants = {
    'bare relay': (seat: Seat) => `${socketAddress(relay.address)}/?peer=${seat.peerId}`,
    GoPath: (seat: Seat) =>
      `${socketAddress(gopath.address)}/api/meeting_rooms/room-${seat.room}/socket/?ticket=${seat.ticket}`,
  };
  try {
    const latencies: number[] = [];
    const connected: [string, Browser[]][] = [];
    for (const [name, addressOf] of Object.entries(contestants)) {
      connected.push([name, await connect(seats, addressOf, (milliseconds) => latencies.push(milliseconds))]);
    }
    const best: Record<string, { messages: number; p50: number; p99: number }> = {};
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [name, browsers] of connected) {
        latencies.length = 0;
        await send(browsers);
        const sorted = latencies.toSorted((a, b) => a - b);
        const result = {
          messages: sorted.length,
          p50: percentile(sorted, 0.5),
          p99: percentile(sorted, 0.99),
        };
        if (best[name] === undefined || result.p99 < best[name].p99) best[name] = result;
      }
    }
    const reference = best['bare relay']?.p99 ?? Number.NaN;
    console.log(`\nA relayed message, ${ROOMS} rooms with ${seats.length} people on one process`);
    console.table(
      Object.fromEntries(
        Object.entries(best).map(([name, { messages, p50, p99 }]) => [
          name,
          {
            'messages/s': Math.round(messages / SECONDS),
            'p50 ms': Number(p50.toFixed(2)),
            'p99 ms': Number(p99.toFixed(2)),
            'times the p99': Number((p99 / reference).toFixed(2)),
          },
        ]),
      ),
    );
    for (const [, browsers] of connected) for (const { socket } of browsers) socket.terminate();
  } finally {
    relay.stop();
    gopath.stop();
  }
}
