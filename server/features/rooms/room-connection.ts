import { CLOSE_CODES } from '#shared/rooms/close-codes.ts';
import { PING_SECONDS } from '#shared/rooms/constants.ts';
import type { RoomEvent } from '#shared/rooms/responses.ts';
import { type RoomRequest, roomRequest } from '#shared/rooms/schema.ts';
import type { SeatRow } from './rooms.repository.ts';

/** The part of a WebSocket that a connection uses. */
export interface Socket {
  send(text: string): void;
  close(code: number, reason: string): void;
  terminate(): void;
  on(event: 'message', listener: (data: { toString(): string }, isBinary: boolean) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
}

/** The limits of messages, in a burst and per second: more than a browser sends while it connects to five others. */
const BURST = 300;
const PER_SECOND = 60;

/** The connection of one browser in a room: parses its messages, limits their rate and forwards them. */
export class RoomConnection {
  /** Identifies this connection in the database: a seat can get a new one on another process. */
  readonly id: string;
  readonly seat: SeatRow;
  readonly #socket: Socket;
  #allowance = BURST;
  #refilledAt = Date.now();
  #heardAt = Date.now();
  /** Whether the seat ends with this connection. */
  isLeaving = false;
  /** The number of messages that wait for the room's seats. */
  queuedRequests = 0;

  constructor(id: string, seat: SeatRow, socket: Socket) {
    this.id = id;
    this.seat = seat;
    this.#socket = socket;
  }

  /** Attaches the listeners. Call it immediately: a message that arrives earlier is lost. */
  listen({ onRequest, onClose }: { onRequest: (request: RoomRequest) => void; onClose: () => void }) {
    this.#socket.on('message', (data, isBinary) => {
      this.#heardAt = Date.now();
      if (!this.#isAllowed()) return this.close(CLOSE_CODES.tooMany, 'Too many messages');
      const request = isBinary ? null : parse(data.toString());
      if (request === null) return this.refuse('INVALID_INPUT', 'Unknown message');
      if (request.type === 'ping') return this.send({ type: 'pong' });
      return onRequest(request);
    });
    this.#socket.on('close', onClose);
  }

  send(event: RoomEvent) {
    this.#socket.send(JSON.stringify(event));
  }

  refuse(code: 'INVALID_INPUT' | 'NOT_FOUND' | 'FORBIDDEN', message: string) {
    this.send({ type: 'error', code, message });
  }

  close(code: number, reason: string) {
    this.#socket.close(code, reason);
  }

  /** Closes the connection when the browser has stopped sending pings. */
  endIfSilent() {
    if (Date.now() - this.#heardAt > PING_SECONDS * 3000) this.#socket.terminate();
  }

  terminate() {
    this.#socket.terminate();
  }

  #isAllowed(): boolean {
    const now = Date.now();
    this.#allowance = Math.min(BURST, this.#allowance + ((now - this.#refilledAt) / 1000) * PER_SECOND);
    this.#refilledAt = now;
    this.#allowance -= 1;
    return this.#allowance >= 0;
  }
}

function parse(text: string): RoomRequest | null {
  try {
    return roomRequest.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
