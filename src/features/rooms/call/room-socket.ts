import ReconnectingWebSocket from 'partysocket/ws';
import { AppError, isOffline } from '#shared/kernel/errors.ts';
import { CLOSE_CODES } from '#shared/rooms/close-codes.ts';
import { PING_SECONDS } from '#shared/rooms/constants.ts';
import { type RoomEvent, type Seat, seat as seatResponse } from '#shared/rooms/responses.ts';
import type { RoomRequest } from '#shared/rooms/schema.ts';
import { requestRest } from '#src/transport/transport.ts';

/** Why a connection ended for good. */
export type RoomEnd = 'left' | 'declined' | 'replaced' | 'refused';

interface Handlers {
  onEvent(event: RoomEvent): void;
  onConnection(isConnected: boolean): void;
  /** Called with each ticket; a new seat means that the old one has ended. */
  onSeat(seat: Seat, isNew: boolean): void;
  onEnd(end: RoomEnd, message: string | null): void;
}

const ENDS = new Map<number, RoomEnd>([
  [CLOSE_CODES.left, 'left'],
  [CLOSE_CODES.declined, 'declined'],
  [CLOSE_CODES.notFound, 'refused'],
  [CLOSE_CODES.replaced, 'replaced'],
]);

/**
 * The connection to a room. It connects again when it breaks and takes the same seat, as long as the server keeps it.
 */
export class RoomSocket {
  readonly #meetId: string;
  readonly #handlers: Handlers;
  readonly #socket: ReconnectingWebSocket;
  readonly #pings: ReturnType<typeof setInterval>;
  #seat: Seat | null = null;
  #heardAt = 0;
  #hasEnded = false;

  constructor(meetId: string, handlers: Handlers) {
    this.#meetId = meetId;
    this.#handlers = handlers;
    this.#socket = new ReconnectingWebSocket(() => this.#nextAddress(), [], {
      minReconnectionDelay: 500,
      maxReconnectionDelay: 4000,
      connectionTimeout: 8000,
      shouldReconnectOnClose: ({ code }) => !ENDS.has(code),
    });
    this.#socket.addEventListener('open', () => {
      this.#heardAt = Date.now();
      this.#handlers.onConnection(true);
    });
    this.#socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
      this.#heardAt = Date.now();
      this.#handlers.onEvent(JSON.parse(data) as RoomEvent);
    });
    this.#socket.addEventListener('close', ({ code }) => {
      const end = ENDS.get(code);
      if (end !== undefined) this.#end(end, null);
      else if (!this.#hasEnded) this.#handlers.onConnection(false);
    });
    this.#pings = setInterval(() => this.#ping(), PING_SECONDS * 1000);
  }

  send(request: RoomRequest) {
    this.#socket.send(JSON.stringify(request));
  }

  /** Ends the seat, so that the others see it immediately. */
  leave() {
    if (this.#hasEnded) return;
    if (this.#socket.readyState === WebSocket.OPEN) this.send({ type: 'leave' });
    this.#end('left', null);
  }

  #ping() {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    // Closes a silent connection: one that broke without notice still looks open.
    if (Date.now() - this.#heardAt > PING_SECONDS * 2000) {
      this.#handlers.onConnection(false);
      this.#socket.reconnect();
    } else this.send({ type: 'ping' });
  }

  async #nextAddress(): Promise<string> {
    const held = this.#seat;
    let seat: Seat;
    try {
      seat = await requestRest(seatResponse, {
        endpoint: 'takeRoomSeat',
        params: { key: this.#meetId },
        body: held === null ? {} : { seat: { peer_id: held.peer_id, secret: held.secret } },
      });
    } catch (error) {
      const isTemporary = isOffline(error) || (error instanceof AppError && error.code === 'RATE_LIMITED');
      if (!isTemporary) this.#end('refused', error instanceof AppError ? error.message : null);
      throw error;
    }
    const isNew = held?.peer_id !== seat.peer_id;
    // Drops queued signals of the old seat, which the new one cannot use.
    if (isNew) this.#socket.drainQueuedMessages();
    this.#seat = seat;
    this.#handlers.onSeat(seat, isNew);
    const path = `/api/meeting_rooms/${encodeURIComponent(this.#meetId)}/socket/?ticket=${seat.ticket}`;
    return location.origin.replace(/^http/, 'ws') + path;
  }

  #end(end: RoomEnd, message: string | null) {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearInterval(this.#pings);
    this.#socket.close();
    this.#handlers.onEnd(end, message);
  }
}
